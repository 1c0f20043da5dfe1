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

#[cfg(test)]
mod tests {
    use crate::Session;
    use crate::scripted::{ask, searching_session as session};
    use waggle_hive_core::rules::Game;
    use waggle_hive_engine::search::Searcher;

    /// The reply as one text.
    fn said(session: &mut Session<Searcher, Game>, line: &str) -> String {
        ask(session, line).join("\n")
    }

    const GAME: &str = "newgame Base+MLP;;;wL;bL wL-;wQ -wL;bQ bL/;wA1 \\wQ;bA1 bQ-";

    #[test]
    fn equal_commands_have_equal_replies_whatever_was_searched_before() {
        let mut session = session();
        said(&mut session, "options set NumThreads 2");
        said(&mut session, GAME);
        let first = said(&mut session, "analyze sims 3 topk 2");
        assert_eq!(first.lines().count(), 2, "{first}");
        said(&mut session, "bestmove depth 4");
        said(&mut session, "newgame Base+MLP");
        said(&mut session, "analyze sims 9 topk 1");
        said(&mut session, GAME);
        said(&mut session, "analyze depth 5");
        assert_eq!(said(&mut session, "Analyze SIMS 3 TopK 2"), first);
        assert_eq!(session.engine.settings().threads, 2, "the options hold again");
    }

    #[test]
    fn candidates_are_listed_best_first_for_the_player_to_move() {
        let mut session = session();
        let won = include_str!("../../../../tests/data/puzzles.txt")
            .lines()
            .find_map(|line| line.strip_prefix("win 1 "))
            .unwrap();
        said(&mut session, &format!("newgame {won}"));
        let reply = said(&mut session, "analyze sims 1 topk 3");
        let mut chances = vec![];
        for line in reply.lines() {
            let [mv, chance, pv] =
                line.split(" | ").collect::<Vec<_>>().try_into().expect("three fields");
            let mv = mv.strip_prefix("cand ").unwrap();
            assert_eq!(pv.strip_prefix("pv ").unwrap().split(';').next(), Some(mv));
            chances.push(chance.strip_prefix("winprob ").unwrap().parse::<f64>().unwrap());
            assert!(!said(&mut session, &format!("play {mv}")).starts_with("invalidmove"));
            said(&mut session, "undo");
        }
        assert!(chances[0] > 99.999, "a win, whoever is to move: {chances:?}");
        assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
    }
}
