//! Arguments of `waggle report`.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::Args;

use super::UhpArgs;
use super::values::ordinal;

/// Arguments of `report`.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The game that the report is about: a `GameString`, or a file of games; `-` is the standard input.
    pub(crate) game: Option<OsString>,
    /// Number of the game in the file [default: the last].
    #[arg(long = "game", id = "number", value_name = "N", requires = "game", value_parser = ordinal)]
    pub(crate) number: Option<NonZeroUsize>,
    /// Take a game that cannot be read up to its error, and warn of it.
    #[arg(long, requires = "game")]
    pub(crate) up_to_error: bool,
    /// Options of the engine as they were.
    #[command(flatten)]
    pub(crate) uhp: UhpArgs,
}
