//! Solves many positions.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{anyhow, ensure};
use serde::Serialize;
use waggle::analysis::{FirstMoves, SolutionDocument, SolveResult, Solver};
use waggle::archive::{Archive, ArchivedGame, in_order};
use waggle::document::Json;
use waggle::notation::move_string;
use waggle::rules::Game;
use waggle::text::printable;

use super::super::archive::LeftOut;
use super::super::interrupt;
use super::super::terminal::print;
use crate::cli::SolveArgs;
use crate::exit_code::ExitCode;

/// Solves the last position of each game and prints a line for each, in order. The exit code is 0
/// if all have a win, and with `--unique` one key.
pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let path = args.position.position.as_deref().unwrap_or_default();
    let archive = Archive::of(&[PathBuf::from(path)])?;
    let settings = args.engine.settings();
    let stop = interrupt::stop_flag()?;
    let left_out = RefCell::new(LeftOut::default());
    let games = archive.clone().games().filter_map(|game| match game {
        Ok(game) => Some(game),
        Err(unreadable) => {
            left_out.borrow_mut().add(&unreadable);
            None
        }
    });
    let (mut solved_positions, mut is_sound, mut failure) = (0, true, None);
    in_order(
        games,
        settings.threads,
        || Solver::new(1, settings.table_mib).map_err(|error| error.to_string()),
        |solver, archived| {
            let solver = solver.as_mut().map_err(|error| anyhow!("{error}"))?;
            let outcome = match archived.record.replay() {
                Ok(game) => solve(solver, &archived, &game, args, &stop)
                    .map_or(Outcome::Stopped, Outcome::Solved),
                Err(error) => Outcome::LeftOut(error.to_string()),
            };
            Ok((archived, outcome))
        },
        |outcome: anyhow::Result<(ArchivedGame, Outcome)>| {
            let done = outcome.and_then(|(ArchivedGame { file, number, record, .. }, outcome)| {
                left_out.borrow_mut().warn_of_result(None, &file, number, &record.contradictions);
                match outcome {
                    Outcome::Solved(Solved { line, is_sound: is_this_sound }) => {
                        solved_positions += 1;
                        is_sound &= is_this_sound;
                        print(&line).map(ControlFlow::Continue)
                    }
                    Outcome::LeftOut(reason) => {
                        left_out.borrow_mut().add(&format!("{file}: game {number}: {reason}"));
                        Ok(ControlFlow::Continue(()))
                    }
                    Outcome::Stopped => {
                        say_where_it_stopped(&file, number);
                        Ok(ControlFlow::Break(()))
                    }
                }
            });
            done.unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        },
    );
    let left_out = left_out.into_inner();
    left_out.report_of(&archive);
    if let Some(error) = failure {
        return Err(error);
    }
    let is_stopped = stop.load(Ordering::Relaxed);
    ensure!(solved_positions > 0 || is_stopped, "the archive holds no game that can be read");
    Ok(match is_sound {
        _ if is_stopped => ExitCode::Interrupted,
        true => left_out.exit_code(),
        false => ExitCode::Negative,
    })
}

/// Says which position comes next, because nothing is kept that could be resumed.
fn say_where_it_stopped(file: &str, number: usize) {
    let next = printable(file);
    // A closed error output is no reason to fail.
    let _ = writeln!(
        io::stderr(),
        "interrupted: the lines printed hold; the next position is game {number} of {next}, and \
         `waggle solve FILE --game {number}` solves it alone"
    );
}

enum Outcome {
    Solved(Solved),
    /// It cannot be replayed, for this reason.
    LeftOut(String),
    Stopped,
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    number: usize,
    #[serde(flatten)]
    solution: SolutionDocument,
}

struct Solved {
    line: String,
    /// Whether there is a win, and with `--unique` one key.
    is_sound: bool,
}

/// Solves a position; `None` if it was stopped.
fn solve(
    solver: &mut Solver,
    archived: &ArchivedGame,
    game: &Game,
    args: &SolveArgs,
    stop: &AtomicBool,
) -> Option<Solved> {
    let start = Instant::now();
    let position = game.position();
    // Keys do not tell game types apart.
    solver.clear();
    solver.set_past(game);
    let result = solver.solve(position, args.within, stop, &mut ());
    let moves = args.unique.then(|| solver.first_moves(position, args.within, stop));
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let is_unique = moves.as_ref().is_none_or(FirstMoves::has_unique_key);
    let is_sound = matches!(result, SolveResult::Win(_)) && is_unique;
    let line = if args.json_lines {
        let solution = result
            .document(game, args.within, solver.nodes(), start.elapsed())
            .with_first_moves(game, moves.as_ref());
        let line = Line { file: &archived.file, number: archived.number, solution };
        format!("{}\n", Json(line))
    } else {
        let summary = super::outcome(game, args.within, &result);
        let key = match &result {
            SolveResult::Win(win) => format!(": {}", move_string(position, win.mv)),
            _ => String::new(),
        };
        let verdict = moves.map(|moves| format!(". {}", moves.verdict())).unwrap_or_default();
        format!("{}, game {}: {summary}{key}{verdict}\n", archived.file, archived.number)
    };
    Some(Solved { line, is_sound })
}
