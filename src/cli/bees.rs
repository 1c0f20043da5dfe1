//! Arguments of `waggle bees`.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, Subcommand};

use super::SeatArgs;
use super::values::ordinal;

/// Arguments of `bees`.
#[derive(Debug, Args)]
pub(crate) struct BeesArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Option<BeesVerb>,
}

/// What can be done with Bees!.
#[derive(Debug, Subcommand)]
pub(crate) enum BeesVerb {
    /// Play against the engine in the terminal.
    Play(BeesPlayArgs),
}

/// Arguments of `bees play`.
#[derive(Debug, Args)]
pub(crate) struct BeesPlayArgs {
    /// A game to resume, as `waggle bees` prints it, `Bees;...`, or a file with a game on each line.
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<OsString>,
    /// Number of the game in the file.
    #[arg(long = "game", id = "number", value_name = "N", default_value = "1", value_parser = ordinal, requires = "game")]
    pub(crate) number: NonZeroUsize,
    #[command(flatten)]
    pub(crate) seat: SeatArgs,
}
