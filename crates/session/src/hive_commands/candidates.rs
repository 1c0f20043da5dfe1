//! `analyze sims`: the best moves as text, as the evaluator of hivegame.com reads them.

use std::sync::Arc;

use waggle_hive_core::notation::move_strings;
use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::analysis::{WhiteScore, best_first};
use waggle_hive_engine::search::{Limits, Line};

use super::super::command::Request;
use super::super::options::Options;
use super::super::reply::{Answer, Reply};
use super::super::words::{CommandError, Words};
use super::MAX_LINES;

/// The nodes that stand for a simulation of a tree search: 64 simulations take some tenth of a second.
const NODES_OF_A_SIMULATION: u64 = 1000;

/// How many simulations to search for, and how many moves to tell.
#[derive(Clone, Copy)]
pub(super) struct Candidates {
    simulations: u64,
    most: u64,
}

impl Candidates {
    /// Reads `sims N topk K`; `None` if the words do not begin so.
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Option<Self>, CommandError> {
        if !words.next_is("sims") {
            return Ok(None);
        }
        let simulations = words.count()?;
        let most = if words.next_is("topk") { words.count()?.min(MAX_LINES) } else { 1 };
        match words.next() {
            Some(_) => Err(words.wrong("`topk` or nothing")),
            None => Ok(Some(Self { simulations, most })),
        }
    }
}

/// Searches on one thread as if nothing had been searched before, so that equal commands have equal
/// replies.
pub(super) fn find(
    request: &mut Request<'_, Game>,
    game: &Game,
    candidates: Candidates,
) -> Result<Answer, Reply> {
    let Candidates { simulations, most } = candidates;
    let options = request.state.options.clone();
    let alone = Options { threads: 1, ..options.clone() };
    request.engine.configure(&alone).map_err(Reply::error)?;
    request.engine.new_game();
    let nodes = Limits::nodes(simulations.saturating_mul(NODES_OF_A_SIMULATION));
    let control = Arc::clone(&request.state.control);
    let report = nodes.with_a_first_ply(control.stop_flag(), |limits| {
        request.analyze(game, most as usize, limits, &mut |_, _| {})
    });
    request.engine.configure(&options).map_err(Reply::error)?;
    let (_, lines) = best_first(game.position(), &report);
    Ok(Reply::Lines(lines.iter().map(|line| candidate(game, line)).collect()).into())
}

/// A line with the chances of the player to move in percent.
fn candidate(game: &Game, line: &Line<Move>) -> String {
    let position = game.position();
    let player = position.side_to_move();
    let chance = 100.0 * WhiteScore::new(line.score, player).chance(player);
    let moves = move_strings(position, &line.moves);
    let best = moves.first().map_or("", String::as_str);
    format!("cand {best} | winprob {chance:.3} | pv {}", moves.join(";"))
}
