//! `--color`, which every verb has.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::ValueEnum;

/// When to use colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

impl When {
    /// The choice in these arguments, found without parsing them: help and messages about a wrong
    /// command line have colors too.
    pub(crate) fn among(args: impl IntoIterator<Item = OsString>) -> Self {
        let mut args = args.into_iter().map_while(|arg| arg.into_string().ok());
        while let Some(arg) = args.next() {
            let value = match arg.as_str() {
                "--" => break,
                "--color" => args.next(),
                _ => arg.strip_prefix("--color=").map(str::to_owned),
            };
            if let Some(when) = value.and_then(|value| Self::from_str(&value, false).ok()) {
                return when;
            }
        }
        Self::default()
    }

    /// Applies this choice to everything printed from now on.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}
