//! `waggle play`, and `waggle bees play`: a person against the engine, in a terminal.
//!
//! The [`Table`] knows no game: what it needs of one is a [`TableGame`], and there are two.

mod announcements;
mod bees;
mod choice;
mod command;
mod hive;
mod move_list;
mod opponent;
mod screen;
mod table;
mod table_game;
mod typing;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use waggle::levels::{Level, Skill};
use waggle::rules::Color;
use waggle::search::Limits;

use super::interrupt::TableInterrupt;
use super::position;
use crate::cli::{PlayArgs, SeatArgs};
use crate::exit_code::ExitCode;
use opponent::Opponent;
use screen::Screen;
use table::Table;
use table_game::TableGame;
use typing::Typing;

/// How long the engine thinks about a move unless it is told.
const THINKING_TIME: Duration = Duration::from_secs(2);
/// How well it plays Hive unless it is told: like a casual player.
const USUAL_LEVEL: usize = 4;

/// Plays a game of Hive with a person.
pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let is_stdin = args.position.position.as_deref() == Some("-");
    ensure!(
        !is_stdin,
        "expected a game or a file, found `-`: the standard input is for your moves"
    );
    let game = position::read(&args.position)?;
    let level = match args.level {
        None if args.seat.time.is_some() => Some(Level::FULL),
        None => Level::new(USUAL_LEVEL),
        level => level,
    };
    sit_down(game, &args.seat, level)
}

/// Plays this game with a person, until it or the input ends or the person leaves.
pub(super) fn sit_down<G: TableGame>(
    game: G,
    seat: &SeatArgs,
    level: Option<Level>,
) -> anyhow::Result<ExitCode> {
    let limits = match seat.depth {
        Some(depth) => Limits::depth(depth),
        None => Limits::time(seat.time.unwrap_or(THINKING_TIME)),
    };
    let person = if seat.white || seat.black || seat.random {
        if seat.white || seat.random && rand::random() { Color::White } else { Color::Black }
    } else {
        game.to_move()
    };
    let interrupt = TableInterrupt::new()?;
    let skill = Skill { level: level.unwrap_or_default(), seed: rand::random() };
    let opponent = Opponent::new(limits, skill, Arc::clone(&interrupt))?;
    let mut table = Table::new(game, person, opponent, Screen::of_terminal());
    match table.play(Typing::of_stdin()?, &mut io::stdout().lock()) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            interrupt.say_farewell();
            Ok(ExitCode::Interrupted)
        }
        played => Ok(played.map(|()| ExitCode::Done)?),
    }
}
