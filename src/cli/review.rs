//! Arguments of `waggle review`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::values::ordinal;
use super::{EngineArgs, LimitArgs};

/// Arguments of `review`.
#[derive(Args, Debug)]
#[command(
    after_help = "Limits are for each position; without any, it is 0.4 seconds, or 50000 nodes with --all, \
                  so that the reviews are the same every time."
)]
pub(crate) struct ReviewArgs {
    /// A file with games: PGN, SGF, `GameStrings`; `-` is the standard input. Or a `GameString`.
    /// With --all any number of files, folders and patterns such as `games/*.pgn`.
    #[arg(value_name = "GAME", required = true)]
    pub(crate) sources: Vec<String>,
    /// Which game of the file.
    #[arg(long, value_name = "N", default_value = "1", value_parser = ordinal, conflicts_with = "all")]
    pub(crate) game: NonZeroUsize,
    /// Review all games, one thread each, and print a JSON document a line.
    #[arg(long)]
    pub(crate) all: bool,
    /// Write the lines of --all to a file.
    #[arg(long, short, value_name = "FILE", requires = "all")]
    pub(crate) output: Option<PathBuf>,
    /// Go on where an earlier run with --all was interrupted.
    #[arg(long, requires = "all")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Write a page to step through the game with, for any browser.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print a JSON document instead of a table; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
