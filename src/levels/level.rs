//! The ten levels, and the table of what sets them apart.

use crate::search::Limits;

/// The number of the weakest level.
pub(crate) const LOWEST: usize = 1;
/// The number of full strength.
pub(crate) const HIGHEST: usize = 10;

/// How well the engine plays: from 1, which a beginner beats, to 10, full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

/// What a level lacks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Handicap {
    /// Positions looked at for a move.
    pub(super) nodes: u64,
    /// The most by which a position is misjudged, in hundredths of a liberty. Smaller errors
    /// are more frequent.
    pub(super) blur: i32,
    /// The chance that a move of its own is overlooked.
    pub(super) overlooks_move: f64,
    /// The chance that a reply, or a move further on, is overlooked.
    pub(super) overlooks_reply: f64,
    /// The chance that a move is overlooked that wins at once.
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
}

/// Levels 1 to 9.
///
/// Steps of 150 to 200 Elo are meant; `docs/strength.md` has the matches among neighbors.
const HANDICAPS: [Handicap; HIGHEST - LOWEST] = [
    Handicap::new(80, 200, 0.28, 0.51, 0.15),
    Handicap::new(145, 137, 0.18, 0.375, 0.0),
    Handicap::new(212, 98, 0.122, 0.295, 0.0),
    Handicap::new(360, 73, 0.09, 0.23, 0.0),
    Handicap::new(700, 50, 0.06, 0.15, 0.0),
    Handicap::new(1_500, 30, 0.04, 0.08, 0.0),
    Handicap::new(4_000, 15, 0.02, 0.04, 0.0),
    Handicap::new(10_000, 5, 0.003, 0.01, 0.0),
    Handicap::new(18_000, 0, 0.0, 0.0, 0.0),
];

impl Level {
    /// Full strength: nothing is limited and nothing overlooked.
    pub const FULL: Self = Self(HIGHEST as u8);

    /// The level of this number, from 1 to 10.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        (LOWEST..=HIGHEST).contains(&number).then_some(Self(number as u8))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (LOWEST..=HIGHEST).filter_map(Self::new)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Whether nothing is held back.
    #[must_use]
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    /// The limits of a search of this level, which may have been given others.
    #[must_use]
    pub fn within(self, limits: &Limits) -> Limits {
        let own = self.handicap().map(|handicap| handicap.nodes);
        let nodes = match (limits.nodes, own) {
            (Some(given), Some(own)) => Some(given.min(own)),
            (given, own) => given.or(own),
        };
        Limits { nodes, ..*limits }
    }

    /// What it lacks; nothing at full strength.
    pub(super) fn handicap(self) -> Option<Handicap> {
        HANDICAPS.get(self.number() - LOWEST).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_lacks_less_than_the_one_before() {
        for pair in HANDICAPS.windows(2) {
            let (lower, higher) = (pair[0], pair[1]);
            assert!(higher.nodes > lower.nodes);
            assert!(higher.blur <= lower.blur);
            assert!(higher.overlooks_move <= lower.overlooks_move);
            assert!(higher.overlooks_reply <= lower.overlooks_reply);
            assert!(higher.overlooks_win <= lower.overlooks_win);
        }
        assert_eq!(Level::FULL.handicap(), None);
    }

    #[test]
    fn only_the_first_level_overlooks_wins_and_nobody_sees_more_replies_than_moves() {
        for (level, handicap) in Level::all().filter_map(|level| Some((level, level.handicap()?))) {
            assert_eq!(handicap.overlooks_win > 0.0, level.number() == LOWEST);
            assert!(handicap.overlooks_win <= handicap.overlooks_move);
            assert!(handicap.overlooks_move <= handicap.overlooks_reply);
            assert!(handicap.overlooks_reply < 1.0);
        }
    }

    #[test]
    fn levels_are_numbered_from_one_to_ten() {
        let numbers: Vec<usize> = Level::all().map(Level::number).collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::default(), Level::FULL);
    }

    #[test]
    fn nodes_are_limited_below_full_strength_whatever_else_is() {
        let lowest = Level::new(LOWEST).unwrap();
        let own = lowest.handicap().unwrap().nodes;
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
