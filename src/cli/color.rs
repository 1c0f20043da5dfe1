//! `--color`, which every verb has.

use std::ffi::OsString;

use clap::{ColorChoice, ValueEnum as _};

/// The choice in these arguments, found without parsing them: help and messages about a wrong
/// command line have colors too.
pub(crate) fn among(args: impl IntoIterator<Item = OsString>) -> ColorChoice {
    let mut args = args.into_iter().map_while(|arg| arg.into_string().ok());
    while let Some(arg) = args.next() {
        let value = match arg.as_str() {
            "--" => break,
            "--color" => args.next(),
            _ => arg.strip_prefix("--color=").map(str::to_owned),
        };
        if let Some(when) = value.and_then(|value| ColorChoice::from_str(&value, false).ok()) {
            return when;
        }
    }
    ColorChoice::default()
}

/// Applies a choice to everything printed from now on.
pub(crate) fn apply(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}
