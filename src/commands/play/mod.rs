//! `waggle play` and `waggle bees play`: a person against the engine, in a terminal; and puzzles there.
//!
//! The [`Table`] is generic over the game, a [`TableGame`]: Hive or Bees!.

mod announcements;
mod bees;
mod choice;
mod command;
mod hive;
mod move_list;
mod offered;
mod opponent;
mod puzzles;
mod screen;
mod table;
mod table_clock;
mod table_game;
mod typing;

use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use waggle::eval::Network;
use waggle::levels::{Level, Skill};
use waggle::rules::Color;
use waggle::search::Limits;

use super::interrupt::TableInterrupt;
use super::{network, position};
use crate::cli::{PlayArgs, SeatArgs};
use crate::exit_code::ExitCode;
use opponent::Opponent;
pub(super) use puzzles::solve_puzzles;
use screen::Screen;
use table::Table;
use table_clock::TableClock;
use table_game::TableGame;
use typing::Typing;

const THINKING_TIME: Duration = Duration::from_secs(2);
/// The default level: a casual player's.
const USUAL_LEVEL: usize = 4;

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    ensure_apart_from_moves(args.position.position.as_deref())?;
    let found = position::record(&args.position)?;
    let game = position::replayed(&args.position, &found)?;
    let level = match args.level {
        None if args.seat.time.is_some() => Some(Level::FULL),
        None => Level::new(USUAL_LEVEL),
        level => level,
    };
    let named = args.network.network.as_ref();
    let named =
        named.map_or_else(String::new, |path| format!(" --network {}", in_quotes(path.display())));
    let network = network::of(&args.network)?;
    sit_down(format!("waggle play{named}"), game, found.tags, &args.seat, level, network)
}

/// A word of the command line in the shell's quotes.
fn in_quotes(word: impl Display) -> String {
    if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.to_string().replace('\'', r"'\''"))
    }
}

/// Refuses to read the game from where the moves come from.
pub(super) fn ensure_apart_from_moves(game: Option<&OsStr>) -> anyhow::Result<()> {
    ensure!(
        game != Some("-".as_ref()),
        "expected a game or a file, found `-`: the standard input is for your moves"
    );
    Ok(())
}

/// Plays until the game or the input ends, or the person quits; `command` resumes a game, and `tags` are those of its file.
pub(super) fn sit_down<G: TableGame>(
    command: String,
    game: G,
    tags: Vec<(String, String)>,
    seat: &SeatArgs,
    level: Option<Level>,
    network: Network,
) -> anyhow::Result<ExitCode> {
    let limits = match seat.depth {
        Some(depth) => Limits::depth(depth),
        None if seat.tc.is_some() => Limits::default(),
        None => Limits::time(seat.time.unwrap_or(THINKING_TIME)),
    };
    let person = if seat.white || seat.black || seat.random {
        if seat.white || seat.random && rand::random() { Color::White } else { Color::Black }
    } else {
        game.to_move()
    };
    let interrupt = TableInterrupt::new()?;
    let skill = Skill { level: level.unwrap_or_default(), seed: rand::random() };
    let opponent = Opponent::new(network, limits, skill, Arc::clone(&interrupt))?;
    let clock = seat.tc.map(TableClock::new);
    let table = Table::new(command, game, tags, person, opponent, Screen::of_terminal());
    let mut table = table.with_clock(clock);
    match table.play(Typing::of_stdin()?, &mut io::stdout().lock()) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            interrupt.say_farewell();
            Ok(ExitCode::Interrupted)
        }
        played => Ok(played.map(|()| ExitCode::Done)?),
    }
}
