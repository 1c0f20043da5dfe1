//! Arguments of `waggle play`.

use std::time::Duration;

use clap::Args;
use waggle::levels::Level;

use super::PositionArgs;
use super::search::thinking_time;
use super::values::number;

/// Arguments of `play`.
#[derive(Args, Debug)]
#[command(
    after_help = format!(
        "Levels below {full} answer at once; --time plays at level {full}, full strength, unless --level is given.",
        full = Level::FULL.number()
    ),
    // The standard input is where the moves come from.
    mut_arg("position", |argument| argument.help(
        "A `GameString`, or a file of games: PGN, SGF, `GameStrings` [default: the start]"
    ))
)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How well the engine plays.
    #[arg(long, value_name = "N", value_parser = level, help = level_help())]
    pub(crate) level: Option<Level>,
    #[command(flatten)]
    pub(crate) seat: SeatArgs,
}

/// Where a person sits, and how long the engine thinks.
#[derive(Args, Debug)]
pub(crate) struct SeatArgs {
    /// Play White [default: the side to move].
    #[arg(long, group = "side")]
    pub(crate) white: bool,
    /// Play Black.
    #[arg(long, group = "side")]
    pub(crate) black: bool,
    /// Play a random color.
    #[arg(long, group = "side")]
    pub(crate) random: bool,
    /// Thinking time of the engine for a move [default: 2].
    #[arg(long, alias = "seconds", value_name = "SECONDS", value_parser = thinking_time)]
    pub(crate) time: Option<Duration>,
    /// Search depth of the engine, however long that takes.
    #[arg(long, value_name = "PLIES", value_parser = number::<u8>(1..=125), conflicts_with = "time")]
    pub(crate) depth: Option<u8>,
}

fn level_help() -> String {
    format!("How well the engine plays, from 1 to {} [default: 4]", Level::FULL.number())
}

/// Reads a level.
fn level(text: &str) -> Result<Level, String> {
    let expected = || format!("expected a level from 1 to {}", Level::FULL.number());
    text.trim().parse().ok().and_then(Level::new).ok_or_else(expected)
}
