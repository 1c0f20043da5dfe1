//! Arguments of `waggle book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use waggle::notation::parse_game_type;
use waggle::rules::GameType;

use super::values::{number, real};
use super::{EngineArgs, PositionArgs};

/// Arguments of `book`.
#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(crate) verb: BookVerb,
}

/// What can be done with books.
#[derive(Debug, Subcommand)]
pub(crate) enum BookVerb {
    /// Make a book: of an archive, of self-play, of both, or of the search alone.
    Build(BookBuildArgs),
    /// Put books together.
    Merge(BookMergeArgs),
    /// Print what a book has for a position.
    Show(BookShowArgs),
}

/// Arguments of `book build`.
#[derive(Args, Debug)]
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
    /// Play so many games of the engine against itself.
    #[arg(long, value_name = "GAMES", value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) self_play: Option<u32>,
    /// The game types of these games, such as `Base,Base+M`; all eight if missing. Without any
    /// games, those for which the search alone makes the book.
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = parse_game_type)]
    pub(crate) game_types: Vec<GameType>,
    /// Positions searched for a move of these games.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) game_nodes: u64,
    /// What the variations of these games are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// How many plies lines are long, at most.
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = number::<u16>(1..=waggle::book::Book::MAX_PLIES.into()))]
    pub(crate) plies: u16,
    /// How often a move must have been played; with 0 those count that the search alone finds.
    #[arg(long, value_name = "GAMES", default_value_t = 2, value_parser = number::<u32>(0..=u32::MAX.into()))]
    pub(crate) least: u32,
    /// How many positions the book has, at most.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<usize>(1..=u32::MAX.into()))]
    pub(crate) positions: usize,
    /// Positions searched to check the moves of one position of the book.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    /// How many of the best moves of a position are compared; with 1 each gets the best move alone,
    /// which the search then finds better.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<usize>(1..=100))]
    pub(crate) lines: usize,
    /// What either player may lose on a line in all, in percents of a point.
    #[arg(long, value_name = "PERCENT", default_value_t = 3.0, value_parser = real(0.0..=100.0))]
    pub(crate) loss: f64,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// Arguments of `book merge`.
#[derive(Args, Debug)]
pub(crate) struct BookMergeArgs {
    /// The books; where several know a position, the first of them says what to play.
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
    /// The book; the one within the program if missing.
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Print a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
