//! Arguments of `waggle network`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `network`.
#[derive(Args, Debug)]
pub(crate) struct CheckNetworkArgs {
    /// The network; `BuiltIn` is the one that is built in.
    pub(crate) network: PathBuf,
    /// Another one: shows where the two differ most.
    pub(crate) other: Option<PathBuf>,
    /// Games that `waggle tune --keep` has written: measures the error on them, and compares on their
    /// positions instead of those of `waggle bench`.
    #[arg(long, value_name = "FILE")]
    pub(crate) games: Option<PathBuf>,
}
