//! The likely replies of an opponent without a book.

use waggle_hive_core::rules::{Color, Move};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::Report;

/// A reply of a player without a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reply {
    pub(super) mv: Move,
    /// The key of the position after it.
    pub(super) after: u64,
    pub(super) share: f64,
}

/// The best moves of a search, each with the score that its player may expect.
pub(super) fn judged(report: &Report<Move>, us: Color) -> Vec<(Move, f64)> {
    let chance = |score| WhiteScore::new(score, us).chance_in_self_play(us);
    let lines = report.lines.iter();
    lines.filter_map(|line| Some((*line.moves.first()?, chance(line.score)))).collect()
}

/// The moves that searches of `least` to `most` nodes would play, with their probabilities, read
/// from the iterations of one search. The logarithm of the nodes is taken to be uniform.
pub(super) fn choices(iterations: &[Report<Move>], (least, most): (u64, u64)) -> Vec<(Move, f64)> {
    let (least, most) = (least.max(1), most.max(least.max(1) + 1));
    let magnitude = |nodes: u64| (nodes.clamp(least, most) as f64).ln();
    let total = magnitude(most) - magnitude(least);
    let mut choices: Vec<(Move, f64)> = vec![];
    for (index, report) in iterations.iter().enumerate() {
        let Some(best) = report.best else { continue };
        // A search shorter than the first iteration plays that iteration's move.
        let from = if index == 0 { least } else { report.nodes };
        let to = iterations.get(index + 1).map_or(most, |next| next.nodes);
        let share = (magnitude(to) - magnitude(from)) / total;
        match choices.iter_mut().find(|(mv, _)| *mv == best) {
            Some((_, known)) => *known += share,
            None => choices.push((best, share)),
        }
    }
    choices.retain(|&(_, share)| share > 0.0);
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::{GameType, Position};
    use waggle_hive_engine::search::Score;

    #[test]
    fn orders_of_magnitude_are_equally_likely() {
        let moves = Position::new(GameType::BASE).legal_moves();
        let ends = [(3, moves[0]), (100, moves[1]), (1000, moves[0]), (5000, moves[2])];
        let iterations = ends.map(|(nodes, best)| Report::after(nodes, Score::DRAW, &[best]));
        let choices = |least, most| {
            let choices = choices(&iterations, (least, most)).into_iter();
            choices.map(|(mv, share)| (mv, (share * 100.0).round() as u32)).collect::<Vec<_>>()
        };
        assert_eq!(choices(10, 1000), [(moves[0], 50), (moves[1], 50)]);
        assert_eq!(choices(100, 1000), [(moves[1], 100)]);
        assert_eq!(choices(10, 100_000), [(moves[0], 42), (moves[1], 25), (moves[2], 33)]);
        assert_eq!(choices(1, 2), [(moves[0], 100)]);
        assert!(super::choices(&[], (1, 2)).is_empty());
    }
}
