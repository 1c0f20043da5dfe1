//! Arguments of `waggle play`.

use std::fmt;
use std::time::Duration;

use clap::Args;
use waggle::arena::seconds;
use waggle::levels::Level;

use super::PositionArgs;
use super::search::NetworkArgs;
use super::values::{number, time};

/// Arguments of `play`.
#[derive(Args, Debug)]
#[command(
    after_help = about_levels(),
    after_long_help = format!("{}\n\n{}", about_levels(), descriptions()),
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
    pub(crate) network: NetworkArgs,
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
    #[arg(long, alias = "seconds", value_name = "SECONDS", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Search depth of the engine, however long that takes.
    #[arg(long, value_name = "PLIES", value_parser = number::<u8>(1..=125), conflicts_with = "time")]
    pub(crate) depth: Option<u8>,
    /// Clocks for both: minutes for the game and seconds added after each move.
    #[arg(long, value_name = "MINUTES+SECONDS", value_parser = pace, conflicts_with_all = ["time", "depth"])]
    pub(crate) tc: Option<Pace>,
}

/// The clocks of a game with a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// The time for the game.
    pub(crate) base: Duration,
    /// What is added after each move.
    pub(crate) increment: Duration,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// Reads clocks such as `5+3`.
fn pace(text: &str) -> Result<Pace, String> {
    const MAX_PACE: Duration = Duration::from_secs(24 * 3600);
    let read = || {
        let (base, increment) = text.split_once('+')?;
        let base = seconds(base).ok()?.checked_mul(60)?;
        Some(Pace { base, increment: seconds(increment).ok()? })
    };
    read()
        .filter(|pace| !pace.base.is_zero() && pace.base.max(pace.increment) <= MAX_PACE)
        .ok_or_else(|| "expected minutes and seconds such as `5+3`, of a day at most".to_owned())
}

fn about_levels() -> String {
    format!(
        "Levels below {full} answer at once; --time plays at level {full}, full strength, unless --level is given.",
        full = Level::FULL.number()
    )
}

/// A line for each level.
fn descriptions() -> String {
    let line = |level: Level| format!("Level {} {}.", level.number(), level.description());
    let levels = Level::all().map(line).collect::<Vec<_>>().join("\n");
    format!(
        "{levels}\nLevel 4 errs most like people, as far as 50 positions of a kind tell: docs/strength.md."
    )
}

fn level_help() -> String {
    format!("How well the engine plays, from 1 to {} [default: 4]", Level::FULL.number())
}

/// Reads a level.
fn level(text: &str) -> Result<Level, String> {
    let expected = || format!("expected a level from 1 to {}", Level::FULL.number());
    text.trim().parse().ok().and_then(Level::new).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let read = |text| pace(text).map(|pace| (pace.base.as_secs(), pace.increment.as_millis()));
        assert_eq!(read("5+3"), Ok((300, 3_000)));
        assert_eq!(read("0.5+0.5"), Ok((30, 500)));
        assert_eq!(pace("0.5+0").unwrap().to_string(), "0.5+0");
        for text in ["", "5", "0+3", "+", "-1+2", "5+x", "1e9+0", "5+1e9"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
