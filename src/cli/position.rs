//! Which position a verb is about.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::Args;
use waggle::notation::parse_game_type;
use waggle::rules::GameType;

use super::values::{number, ordinal};

/// Arguments that choose a position.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// A `GameString`, or a file of games: PGN, SGF, `GameStrings`; `-` is the standard input
    /// [default: the start].
    pub(crate) position: Option<OsString>,
    /// Number of the game in the file.
    #[arg(long, value_name = "N", default_value = "1", value_parser = ordinal, requires = "position")]
    pub(crate) game: NonZeroUsize,
    /// Take the position after this many plies instead of the last one.
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=u32::MAX.into()))]
    pub(crate) ply: Option<usize>,
    /// Take a game that cannot be read up to its error, and warn of it.
    #[arg(long, requires = "position")]
    pub(crate) up_to_error: bool,
    /// Take the start of this game type, such as `Base+M`.
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "position", value_parser = parse_game_type)]
    pub(crate) game_type: Option<GameType>,
}
