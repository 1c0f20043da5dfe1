//! The loss that two searches agree on throughout.
//!
//! Scores waver from one iteration to the next, and so does the difference of two: what only some
//! iterations see, a longer search may take back. So a loss is the least difference over a wide
//! range of nodes.

use waggle_hive_core::rules::{Color, Move};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::{Line, Report};

/// The share of its nodes from which on a search must see a loss.
const LASTING: f64 = 0.05;

/// The iterations of a search, addressed by the share of its nodes at which they ended.
#[derive(Clone, Copy)]
struct Iterations<'a> {
    reports: &'a [Report<Move>],
    first: &'a Report<Move>,
    last: &'a Report<Move>,
}

impl<'a> Iterations<'a> {
    fn new(reports: &'a [Report<Move>]) -> Option<Self> {
        Some(Self { reports, first: reports.first()?, last: reports.last()? })
    }

    fn share(self, report: &Report<Move>) -> f64 {
        report.nodes as f64 / self.last.nodes.max(1) as f64
    }

    /// The shares at which the search must see a loss.
    fn moments(self) -> impl Iterator<Item = f64> {
        self.reports.iter().map(move |report| self.share(report)).filter(|share| *share > LASTING)
    }

    /// What the search said at this share of its nodes: the last iteration that had ended.
    fn at(self, moment: f64) -> &'a Report<Move> {
        let ended = self.reports.iter().rev().find(|report| self.share(report) <= moment);
        ended.unwrap_or(self.first)
    }
}

/// The lines after the better move and after the one that was played, by the reports of both
/// searches, where they differ least. A forced end is proven, so that the last word about it
/// counts. `None` if there is no report.
pub(super) fn lasting_loss(
    better: &[Report<Move>],
    played: &[Report<Move>],
) -> Option<(Line<Move>, Line<Move>)> {
    let (better, played) = (Iterations::new(better)?, Iterations::new(played)?);
    let is_proven = better.last.score.is_decisive() || played.last.score.is_decisive();
    let moments = better.moments().chain(played.moments()).chain([LASTING]);
    let least =
        moments.filter(|_| !is_proven).map(|moment| (better.at(moment), played.at(moment))).fold(
            (better.last, played.last),
            |least, lines| {
                if loss(lines) < loss(least) { lines } else { least }
            },
        );
    let line = |report: &Report<Move>| Line { score: report.score, moves: report.pv.clone() };
    Some((line(least.0), line(least.1)))
}

/// What the move that was played costs, by the searches after the better one and after itself, in
/// which the opponent is to move.
fn loss((better, played): (&Report<Move>, &Report<Move>)) -> f64 {
    let chance =
        |report: &Report<Move>| WhiteScore::new(report.score, Color::White).chance(Color::White);
    chance(played) - chance(better)
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_engine::search::Score;

    #[test]
    fn a_loss_counts_as_far_as_it_was_there_all_the_time() {
        // Scores for the opponent, after a twentieth, a half, and all of the nodes.
        let reports = |scores: [Score; 4]| {
            let nodes = [49, 50, 500, 1000].into_iter();
            let reports = nodes.zip(scores).map(|(nodes, score)| Report::after(nodes, score, &[]));
            reports.collect::<Vec<_>>()
        };
        let scores = |better: [i32; 4], played: [i32; 4]| {
            let [better, played] = [better, played].map(|scores| reports(scores.map(Score::new)));
            let (better, played) = lasting_loss(&better, &played).unwrap();
            (better.score.value(), played.score.value())
        };
        assert_eq!(scores([0; 4], [0, 40, 60, 50]), (0, 40));
        assert_eq!(scores([0, -50, -10, -50], [50; 4]), (-10, 50));
        assert_eq!(scores([0; 4], [0, 60, -20, 60]), (0, -20), "it was better for a while");
        assert_eq!(scores([0; 4], [-90, 60, 50, 40]), (0, 40), "before that nothing counts");
        // A win is proven, whenever it was found.
        let even = reports([Score::DRAW; 4]);
        let late = reports([Score::DRAW, Score::DRAW, Score::DRAW, Score::win_in(5)]);
        let (_, played) = lasting_loss(&even, &late).unwrap();
        assert_eq!(played.score, Score::win_in(5));
        assert_eq!(lasting_loss(&[], &even), None);
    }

    #[test]
    fn the_iterations_of_both_searches_end_at_other_nodes() {
        let reports = |all: &[(u64, i32)]| {
            let reports = all.iter();
            let report =
                |&(nodes, score): &(u64, i32)| Report::after(nodes, Score::new(score), &[]);
            reports.map(report).collect::<Vec<_>>()
        };
        // The second search has entered half as many: at 620 of 1000 it was at 310 of 500.
        let better = reports(&[(50, -30), (600, -60), (1000, 0)]);
        let played = reports(&[(40, 50), (290, 70), (310, 10), (500, 90)]);
        let (better, played) = lasting_loss(&better, &played).unwrap();
        assert_eq!((better.score.value(), played.score.value()), (-60, 10));
    }
}
