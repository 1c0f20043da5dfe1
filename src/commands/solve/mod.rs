//! `waggle solve`: finds forced wins, with proof.

mod all;

use std::time::Instant;

use waggle::analysis::{Outline, SolveResult, Solver, WhiteScore};
use waggle::document::Json;
use waggle::render::text;
use waggle::rules::Game;
use waggle::search::Score;
use waggle::text::counted;

use super::live::Live;
use super::terminal::{has_colors, nodes, print};
use super::{interrupt, position};
use crate::cli::SolveArgs;
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    if args.all {
        return all::run(args);
    }
    let game = position::read_to_search(&args.position)?;
    let stop = interrupt::stop_flag()?;
    interrupt::end_when_nobody_reads()?;
    let settings = args.engine.settings();
    let mut solver = Solver::new(settings.threads, settings.table_mib)?;
    solver.set_past(&game);
    let start = Instant::now();
    if !args.json {
        print(&format!("{}\n", text(&game, has_colors())))?;
    }
    let mut live = Live::new(!args.json, "{spinner} {elapsed} {msg}", |report| {
        (!report.score.is_win()).then(|| format!("no win within {}", plies(report.depth)))
    });
    let result = solver.solve(game.position(), args.within, &stop, &mut live);
    let first_moves = args.unique.then(|| solver.first_moves(game.position(), args.within, &stop));
    live.end();
    if args.json {
        let document = result
            .document(&game, args.within, solver.nodes(), start.elapsed())
            .with_first_moves(&game, first_moves.as_ref());
        print(&format!("{}\n", Json(document)))?;
    } else {
        let seconds = start.elapsed().as_secs_f64();
        let effort = format!("{} in {seconds:.2} s\n", nodes(solver.nodes()));
        let moves = first_moves.as_ref().map(|moves| format!("{}\n", moves.text(game.position())));
        let summary = summary(&game, args.within, &result);
        print(&format!("{summary}\n{}{effort}", moves.unwrap_or_default()))?;
    }
    if let (Some(first_moves), SolveResult::Win(_)) = (first_moves, &result) {
        return Ok(match first_moves {
            moves if moves.is_incomplete() => ExitCode::Interrupted,
            moves if moves.has_unique_key() => ExitCode::Done,
            _ => ExitCode::Negative,
        });
    }
    Ok(match result {
        SolveResult::Win(_) => ExitCode::Done,
        SolveResult::NoWin => ExitCode::Negative,
        SolveResult::Stopped(_) => ExitCode::Interrupted,
    })
}

fn summary(game: &Game, within: u8, result: &SolveResult) -> String {
    let outcome = outcome(game, within, result);
    match result {
        SolveResult::Win(win) => format!("{outcome}\n\n{}", Outline::brief(game.position(), win)),
        _ => format!("{outcome}\n"),
    }
}

/// Who wins in how many moves, or up to which depth there is no win.
fn outcome(game: &Game, within: u8, result: &SolveResult) -> String {
    let position = game.position();
    let us = position.side_to_move();
    match result {
        SolveResult::Win(win) => {
            let words = WhiteScore::new(Score::win_in(win.plies.into()), us).words();
            format!("{words}, {}", plies(win.plies))
        }
        SolveResult::NoWin if position.outcome().is_some() => "the game is over".to_owned(),
        SolveResult::NoWin => format!("{us} has no forced win within {}", plies(within)),
        SolveResult::Stopped(without) => {
            format!("stopped; {us} has no forced win within {}", plies(*without))
        }
    }
}

fn plies(number: u8) -> String {
    counted(number, "ply", "plies")
}
