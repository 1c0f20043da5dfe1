//! Arguments of `waggle review`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::values::ordinal;
use super::{EngineArgs, FilterArgs, LimitArgs, NetworkArgs};

/// Arguments of `review`.
#[derive(Args, Debug)]
#[command(
    after_help = "Limits apply to each position; the default is 0.3 seconds, or 20000 nodes with --all, \
                  so that the reviews are the same every time."
)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct ReviewArgs {
    /// A `GameString`, or a file of games: PGN, SGF, `GameStrings`; `-` is the standard input.
    /// With --all any number of files, folders and patterns such as `games/*.pgn`.
    #[arg(value_name = "GAME", required = true)]
    pub(crate) sources: Vec<OsString>,
    /// Number of the game in the file.
    #[arg(long, value_name = "N", default_value = "1", value_parser = ordinal)]
    pub(crate) game: NonZeroUsize,
    /// Review all games and print statistics of the players.
    #[arg(long)]
    pub(crate) all: bool,
    /// Where --all keeps the reviews, a JSON document a line, for --resume [default:
    /// `reviews.jsonl` in the folder of --html, or beside the file of --pgn].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Continue a run with --all; the pages and the PGN of one that was finished need --force.
    #[arg(long)]
    pub(crate) resume: bool,
    /// With --all, write the games as PGN with a comment on each error.
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Write a web page to step through the game; with --all, a folder with an index and a page
    /// for each game.
    #[arg(long, value_name = "PATH")]
    pub(crate) html: Option<PathBuf>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Draw the board before each inaccuracy, mistake and blunder.
    #[arg(long, conflicts_with = "json")]
    pub(crate) boards: bool,
    /// Print a JSON document instead of a table; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
    /// With --all, print a JSON document a line, one for each game.
    #[arg(long)]
    pub(crate) json_lines: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}
