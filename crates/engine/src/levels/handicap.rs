//! The handicaps of the levels.

use super::level::{HIGHEST, LOWEST, Level};
use crate::search::Limits;

/// The handicap of a level below full strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Handicap {
    /// Nodes per move.
    pub(super) nodes: u64,
    /// The maximum evaluation error, in hundredths of a liberty; smaller errors are more frequent.
    pub(super) blur: i32,
    /// The probability of overlooking one of its own moves.
    pub(super) overlooks_move: f64,
    /// The probability of overlooking a reply or a later move.
    pub(super) overlooks_reply: f64,
    /// The probability of overlooking an immediate win.
    pub(super) overlooks_win: f64,
}

impl Handicap {
    const fn new(
        nodes: u64,
        blur: i32,
        overlooks_move: f64,
        overlooks_reply: f64,
        overlooks_win: f64,
    ) -> Self {
        Self { nodes, blur, overlooks_move, overlooks_reply, overlooks_win }
    }

    /// The handicap of a level; `None` at full strength.
    pub(super) fn of(level: Level) -> Option<Self> {
        HANDICAPS.get(level.number() - LOWEST).copied()
    }
}

/// Levels 1 to 12.
///
/// Chosen for steps of 150 to 200 Elo; `docs/strength.md` has the matches between adjacent levels.
const HANDICAPS: [Handicap; HIGHEST - LOWEST] = [
    Handicap::new(80, 200, 0.28, 0.51, 0.15),
    Handicap::new(145, 137, 0.18, 0.375, 0.0),
    Handicap::new(212, 98, 0.122, 0.295, 0.0),
    Handicap::new(360, 73, 0.09, 0.23, 0.0),
    Handicap::new(700, 50, 0.06, 0.15, 0.0),
    Handicap::new(1_500, 30, 0.038, 0.078, 0.0),
    Handicap::new(3_000, 18, 0.024, 0.048, 0.0),
    Handicap::new(6_500, 7, 0.006, 0.018, 0.0),
    Handicap::new(13_000, 0, 0.0, 0.0, 0.0),
    Handicap::new(30_000, 0, 0.0, 0.0, 0.0),
    Handicap::new(70_000, 0, 0.0, 0.0, 0.0),
    Handicap::new(180_000, 0, 0.0, 0.0, 0.0),
];

impl Level {
    /// The stricter of these limits and the level's own.
    #[must_use]
    pub fn within(self, limits: &Limits) -> Limits {
        let own = Handicap::of(self).map(|handicap| handicap.nodes);
        let nodes = match (limits.nodes, own) {
            (Some(given), Some(own)) => Some(given.min(own)),
            (given, own) => given.or(own),
        };
        Limits { nodes, ..*limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_smaller_handicap_than_the_one_below() {
        for pair in HANDICAPS.windows(2) {
            let (lower, higher) = (pair[0], pair[1]);
            assert!(higher.nodes > lower.nodes);
            assert!(higher.blur <= lower.blur);
            assert!(higher.overlooks_move <= lower.overlooks_move);
            assert!(higher.overlooks_reply <= lower.overlooks_reply);
            assert!(higher.overlooks_win <= lower.overlooks_win);
        }
        assert_eq!(Handicap::of(Level::new(LOWEST).unwrap()), Some(HANDICAPS[0]));
        assert_eq!(Handicap::of(Level::FULL), None);
    }

    #[test]
    fn only_the_lowest_level_overlooks_wins_and_all_overlook_more_replies_than_moves() {
        for (index, handicap) in HANDICAPS.iter().enumerate() {
            assert_eq!(handicap.overlooks_win > 0.0, index == 0);
            assert!(handicap.overlooks_win <= handicap.overlooks_move);
            assert!(handicap.overlooks_move <= handicap.overlooks_reply);
            assert!(handicap.overlooks_reply < 1.0);
        }
    }

    #[test]
    fn below_full_strength_nodes_are_limited_in_addition_to_other_limits() {
        let lowest = Level::new(LOWEST).unwrap();
        let own = Handicap::of(lowest).unwrap().nodes;
        assert_eq!(lowest.within(&Limits::default()), Limits::nodes(own));
        assert_eq!(lowest.within(&Limits::nodes(1_000_000)), Limits::nodes(own));
        assert_eq!(lowest.within(&Limits::nodes(3)), Limits::nodes(3));
        assert_eq!(
            lowest.within(&Limits::depth(2)),
            Limits { nodes: Some(own), ..Limits::depth(2) }
        );
        assert_eq!(Level::FULL.within(&Limits::depth(2)), Limits::depth(2));
    }
}
