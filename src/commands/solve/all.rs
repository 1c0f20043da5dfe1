//! Solves many positions.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::Serialize;
use waggle::analysis::{FirstMoves, SolutionDocument, SolveResult, Solver};
use waggle::archive::{Archive, ArchivedGame, Filter};
use waggle::document::Json;
use waggle::notation::move_string;
use waggle::rules::Game;
use waggle::text::printable;

use super::super::archive::{Done, GameId, LineFile, Plan, Work, work_through};
use super::super::interrupt;
use crate::cli::SolveArgs;
use crate::exit_code::ExitCode;

/// Solves the last position of each game and prints a line for each, in order. The exit code is 0
/// if all have a win, and with `--unique` one key.
pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let path = args.position.position.as_deref().unwrap_or_default();
    let settings = args.engine.settings();
    let stop = interrupt::stop_flag()?;
    let mut are_sound = true;
    let filter = Filter { up_to_error: args.position.up_to_error, ..Filter::default() };
    let plan = Plan {
        archive: Archive::of(&[PathBuf::from(path)])?.only(filter),
        threads: settings.threads,
        output: LineFile::Standard,
        done: Done::default(),
        stop: &stop,
        revise: &mut |Solved { line, is_sound }| {
            are_sound &= is_sound;
            line
        },
    };
    let summary = work_through(
        plan,
        || Ok(Solver::new(1, settings.table_mib)?),
        |solver, _, archived, game| {
            let solved = solve(solver, archived, game, args, &stop);
            Ok(solved.map_or(Work::Stopped, |solved| Work::Done(vec![solved])))
        },
    )?;
    if let Some(next) = &summary.stopped_at {
        say_where_it_stopped(next);
        return Ok(ExitCode::Interrupted);
    }
    Ok(if are_sound { summary.exit_code() } else { ExitCode::Negative })
}

/// Says which position comes next, because nothing is kept that could be resumed.
fn say_where_it_stopped(GameId { file, number, .. }: &GameId) {
    let file = printable(file);
    // A closed error output is no reason to fail.
    let _ = writeln!(
        io::stderr(),
        "interrupted: the lines printed hold; the next position is game {number} of {file}, and \
         `waggle solve FILE --game {number}` solves it alone"
    );
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
        Json(line).to_string()
    } else {
        let summary = super::outcome(game, args.within, &result);
        let key = match &result {
            SolveResult::Win(win) => format!(": {}", move_string(position, win.mv)),
            _ => String::new(),
        };
        let verdict = moves.map(|moves| format!(". {}", moves.verdict())).unwrap_or_default();
        format!("{}, game {}: {summary}{key}{verdict}", archived.file, archived.number)
    };
    Some(Solved { line, is_sound })
}
