//! The loss on which two searches agree throughout.
//!
//! Scores fluctuate between iterations, and so does their difference: a longer search may take back
//! a loss that only some iterations see. So a loss is the least difference over a wide range of
//! nodes.

use waggle_hive_core::rules::{Color, Move};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::{Line, Report};

/// A search must see a loss from this share of its nodes on.
const LASTING: f64 = 0.05;
/// The mark is in doubt unless all losses seen from this share of the nodes on have the same mark.
const SETTLED: f64 = 0.3;

/// The iterations of a search, indexed by the share of its nodes at which they ended.
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
        let shares = self.reports.iter().rev().map(move |report| self.share(report));
        shares.filter(|share| *share > LASTING)
    }

    /// The last iteration that had ended at this share of the nodes.
    fn at(self, moment: f64) -> &'a Report<Move> {
        if self.last.score.is_decisive() {
            return self.last;
        }
        let ended = self.reports.iter().rev().find(|report| self.share(report) <= moment);
        ended.unwrap_or(self.first)
    }
}

/// What two searches say about the loss of a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LastingLoss {
    /// The line after the better move, with its score for the opponent.
    pub(super) better: Line<Move>,
    /// The line after the move that was played, likewise.
    pub(super) played: Line<Move>,
    /// The losses that the searches have seen from `SETTLED` on.
    pub(super) range: LossRange,
}

/// The losses that two searches have seen, iteration by iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LossRange {
    pub(super) least: f64,
    pub(super) greatest: f64,
}

impl LossRange {
    /// The distance between its ends.
    pub(super) fn width(self) -> f64 {
        self.greatest - self.least
    }
}

/// The lines after the better move and after the move played, from the reports of both searches,
/// where they differ least. If a search ends with a forced win, that counts from the beginning.
/// `None` without reports.
pub(super) fn lasting_loss(
    better: &[Report<Move>],
    played: &[Report<Move>],
) -> Option<LastingLoss> {
    let (better, played) = (Iterations::new(better)?, Iterations::new(played)?);
    let moments = better.moments().chain(played.moments()).chain([SETTLED, LASTING]);
    let mut least = None::<((&Report<Move>, &Report<Move>), f64)>;
    let mut range = LossRange { least: f64::MAX, greatest: f64::MIN };
    for moment in moments {
        let lines = (better.at(moment), played.at(moment));
        let loss = loss(lines);
        if moment >= SETTLED {
            range.least = range.least.min(loss);
            range.greatest = range.greatest.max(loss);
        }
        // The last iterations come first, and are kept among equals.
        if least.is_none_or(|(_, least)| loss < least) {
            least = Some((lines, loss));
        }
    }
    let ((better, played), _) = least?;
    let line = |report: &Report<Move>| Line { score: report.score, moves: report.pv.clone() };
    Some(LastingLoss { better: line(better), played: line(played), range })
}

/// What the move played costs, by the searches after it and after the better move; the opponent is to
/// move in both.
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
    fn a_loss_is_what_all_iterations_agree_on() {
        // Scores for the opponent, after a twentieth, a half, and all of the nodes.
        let reports = |scores: [Score; 4]| {
            let nodes = [49, 50, 500, 1000].into_iter();
            let reports = nodes.zip(scores).map(|(nodes, score)| Report::after(nodes, score, &[]));
            reports.collect::<Vec<_>>()
        };
        let scores = |better: [i32; 4], played: [i32; 4]| {
            let [better, played] = [better, played].map(|scores| reports(scores.map(Score::new)));
            let LastingLoss { better, played, .. } = lasting_loss(&better, &played).unwrap();
            (better.score.value(), played.score.value())
        };
        assert_eq!(scores([0; 4], [0, 40, 60, 50]), (0, 40));
        assert_eq!(scores([0, -50, -10, -50], [50; 4]), (-10, 50));
        assert_eq!(scores([0; 4], [0, 60, -20, 60]), (0, -20), "it was better for a while");
        assert_eq!(scores([0; 4], [-90, 60, 50, 40]), (0, 40), "before that nothing counts");
        // A win is proven, whenever it was found.
        let even = reports([Score::DRAW; 4]);
        let late = reports([Score::DRAW, Score::DRAW, Score::DRAW, Score::win_in(5)]);
        let LastingLoss { played, .. } = lasting_loss(&even, &late).unwrap();
        assert_eq!(played.score, Score::win_in(5));
        assert_eq!(lasting_loss(&[], &even), None);
        let range = |better: [i32; 4], played: [i32; 4]| {
            let [better, played] = [better, played].map(|scores| reports(scores.map(Score::new)));
            lasting_loss(&better, &played).unwrap().range
        };
        let chance = |score| WhiteScore::new(Score::new(score), Color::White).chance(Color::White);
        let range = range([0; 4], [-900, 100, 40, 60]);
        let is_near = |loss: f64, score| (loss - (chance(score) - 0.5)).abs() < 1e-9;
        assert!(is_near(range.least, 40));
        assert!(is_near(range.greatest, 100), "what it said at three tenths counts");
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
        let LastingLoss { better, played, .. } = lasting_loss(&better, &played).unwrap();
        assert_eq!((better.score.value(), played.score.value()), (-60, 10));
    }
}
