//! Arguments of `waggle review`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::values::ordinal;
use super::{EngineArgs, LimitArgs};

/// Arguments of `review`.
#[derive(Args, Debug)]
#[command(
    after_help = "Limits are for each position; without any, it is 0.4 seconds, or 20000 nodes with --all, \
                  so that the reviews are the same every time."
)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct ReviewArgs {
    /// A file with games: PGN, SGF, `GameStrings`; `-` is the standard input. Or a `GameString`.
    /// With --all any number of files, folders and patterns such as `games/*.pgn`.
    #[arg(value_name = "GAME", required = true)]
    pub(crate) sources: Vec<String>,
    /// Which game of the file.
    #[arg(long, value_name = "N", default_value = "1", value_parser = ordinal, conflicts_with = "all")]
    pub(crate) game: NonZeroUsize,
    /// Review all games, one thread each, and print what they say about the players.
    #[arg(long)]
    pub(crate) all: bool,
    /// Where --all keeps the reviews, a JSON document a line; from there --resume goes on. If
    /// missing, `reviews.jsonl` in the folder of --html, or beside the file of --pgn.
    #[arg(long, short, value_name = "FILE", requires = "all")]
    pub(crate) output: Option<PathBuf>,
    /// Go on where an earlier run with --all was interrupted.
    #[arg(long, requires = "all")]
    pub(crate) resume: bool,
    /// With --all, write the games as PGN with a comment on each error.
    #[arg(long, value_name = "FILE", requires = "all")]
    pub(crate) pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Write a page to step through the game with, for any browser; with --all, a folder with
    /// a page for each game and an index.
    #[arg(long, value_name = "PATH")]
    pub(crate) html: Option<PathBuf>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print a JSON document instead of a table, with --all one a line; docs/json.md has the
    /// schema.
    #[arg(long)]
    pub(crate) json: bool,
}
