//! What this program is: its version, and what it was built from.

use waggle::eval::Network;

/// The lines of `waggle --version` after the name.
pub(crate) fn text() -> String {
    format!(
        "{}\ncommit: {}\ntarget: {}\nnetwork: {}",
        env!("CARGO_PKG_VERSION"),
        option_env!("WAGGLE_COMMIT").unwrap_or("not known, as in a build for development"),
        env!("WAGGLE_TARGET"),
        Network::default().name(),
    )
}
