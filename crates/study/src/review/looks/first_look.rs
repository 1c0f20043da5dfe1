//! The first look at a position of a game.

use std::sync::atomic::AtomicBool;

use crate::review::judging::assessment::Assessment;
use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::search::{Limits, Line, Purpose, Report, Searcher};

/// A shallow search has this fraction of the nodes, as a divisor.
const SHALLOW_PART: u64 = 10;

pub(super) struct FirstLook {
    pub(super) assessment: Assessment,
    pub(super) iterations: Vec<Report<Move>>,
}

/// Searches the last position of a game to depth 1 at least, as if the searcher were new.
pub(super) fn first_look(
    game: &Game,
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
) -> FirstLook {
    let mut iterations = vec![];
    searcher.clear();
    let report = limits.with_a_first_ply(stop, |limits| {
        searcher.search_game(game, Purpose::SCORE, limits, stop, &mut iterations)
    });
    iterations.push(report.clone());
    let shallow = shallow(&iterations, report.nodes / SHALLOW_PART);
    let line = Line { score: report.score, moves: report.pv };
    let assessment = Assessment { shallow, ..Assessment::of_search(line, report.depth) };
    FirstLook { assessment, iterations }
}

/// The line of the last iteration that ended within this many nodes.
fn shallow(iterations: &[Report<Move>], nodes: u64) -> Option<Line<Move>> {
    let last = iterations.iter().rev().find(|report| report.nodes <= nodes)?;
    Some(Line { score: last.score, moves: last.pv.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_engine::search::{NEVER, Score, Settings};

    #[test]
    fn a_shallow_search_is_the_last_iteration_within_its_nodes() {
        let game = parse_game("wS1;bS1 wS1-").unwrap();
        let moves = game.position().legal_moves();
        let ends = [(10, moves[0]), (40, moves[1]), (400, moves[2])];
        let iterations = ends.map(|(nodes, best)| Report::after(nodes, Score::DRAW, &[best]));
        let lines = [9, 10, 39, 40, 399, 400].map(|nodes| shallow(&iterations, nodes));
        let best = lines.map(|line| line.map(|line| line.moves[0]));
        let expected = [None, Some(0), Some(0), Some(1), Some(1), Some(2)];
        assert_eq!(best, expected.map(|index: Option<usize>| index.map(|index| moves[index])));
    }

    #[test]
    fn what_was_searched_before_makes_no_difference() {
        let games = ["wS1;bS1 wS1-;wQ -wS1;bQ bS1-", "wS1;bS1 wS1-;wQ -wS1"];
        let [game, other] = games.map(|text| parse_game(text).unwrap());
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        let mut look =
            |game| first_look(game, &mut searcher, &Limits::nodes(5000), &NEVER).assessment;
        let alone = look(&game);
        look(&other);
        assert_eq!(look(&game), alone);
    }
}
