//! Arguments of `waggle openings`.

use std::path::PathBuf;

use clap::Args;

use super::FilterArgs;
use super::values::{number, word};

/// Arguments of `openings`.
#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// Files with games (PGN, SGF, `GameStrings`, JSON of hivegame.com, zips), folders, patterns such as `games/*.pgn`; `-`
    /// is the standard input. Without any, the openings of people that are part of the program.
    #[arg(value_name = "ARCHIVE")]
    pub(crate) sources: Vec<PathBuf>,
    /// List the openings and formations that have a name, or those with this in their name.
    #[arg(long, value_name = "NAME", num_args = 0..=1, value_parser = word)]
    #[allow(clippy::option_option, reason = "the option may stand alone")]
    pub(crate) names: Option<Option<String>>,
    /// Number of plies of each game to count.
    #[arg(long, value_name = "PLIES", default_value = "8", value_parser = number::<u8>(1..=60))]
    pub(crate) plies: u8,
    /// Minimum number of games to show a position.
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) min_games: u32,
    /// Nodes to search for each position shown; 0 omits the scores.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) nodes: u64,
    /// Threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Write a web page to explore the openings.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Describe the archive as well: a folder with a page on White's points, lengths, ends and first
    /// moves, and its plots as SVG.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Write the openings of games that have a result as a tree like that of the program: moves, games and White's half points.
    #[arg(long, value_name = "FILE")]
    pub(crate) tree: Option<PathBuf>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print a JSON document instead of a table; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}
