//! Arguments of `waggle book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::{number, real};
use super::{EngineArgs, FilterArgs, NetworkArgs, PositionArgs};

/// Arguments of `book`.
#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(crate) verb: BookVerb,
}

/// What can be done with books.
#[derive(Debug, Subcommand)]
pub(crate) enum BookVerb {
    /// Build a book from an archive, from self-play, from both, or from search alone.
    Build(Box<BookBuildArgs>),
    /// Merge books.
    Merge(BookMergeArgs),
    /// Print what a book has for a position.
    Show(BookShowArgs),
}

/// Arguments of `book build`.
#[derive(Args, Debug)]
#[command(
    after_help = "--type also says which game types --self-play plays [default: all eight] and, without any games, \
                  for which the search alone makes a book."
)]
pub(crate) struct BookBuildArgs {
    /// Files of games, folders, and patterns such as `games/*.pgn`; `-` is the standard input.
    #[arg(value_name = "ARCHIVE", required_unless_present_any = ["self_play", "game_types"])]
    pub(crate) sources: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Continue an interrupted build. Its searches are kept beside the output until the book is
    /// written.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Number of self-play games to play.
    #[arg(long, value_name = "GAMES", value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) self_play: Option<u32>,
    /// Nodes to search for each self-play move.
    #[arg(long, value_name = "N", requires = "self_play", default_value_t = 2_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) game_nodes: u64,
    /// Random seed of the self-play games.
    #[arg(long, value_name = "N", requires = "self_play", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Maximum length of a line in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = number::<u16>(1..=waggle::book::Book::MAX_PLIES.into()))]
    pub(crate) plies: u16,
    /// Minimum number of games with a move; 0 includes moves that only the search finds.
    #[arg(long, value_name = "GAMES", default_value_t = 2, value_parser = number::<u32>(0..=u32::MAX.into()))]
    pub(crate) least: u32,
    /// Also search the positions that this many games or more reach.
    #[arg(long, value_name = "GAMES", value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) reached: Option<u32>,
    /// Maximum number of positions in the book.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<usize>(1..=u32::MAX.into()))]
    pub(crate) positions: usize,
    /// Nodes to search for each book position.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    /// Number of best moves to compare in each position; with 1, each position gets only its best
    /// move, searched more deeply.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<usize>(1..=100))]
    pub(crate) lines: usize,
    /// Maximum total loss of either player on a line, in percent of a point.
    #[arg(long, value_name = "PERCENT", default_value_t = 3.0, value_parser = real(0.0..=100.0))]
    pub(crate) loss: f64,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// Arguments of `book merge`.
#[derive(Args, Debug)]
pub(crate) struct BookMergeArgs {
    /// The books; where several have a position, the first one wins.
    #[arg(value_name = "BOOK", required = true)]
    pub(crate) books: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
}

/// Arguments of `book show`.
#[derive(Args, Debug)]
pub(crate) struct BookShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The book [default: the built-in one].
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Print a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
