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
    /// The probability of overlooking one of its own moves; what catches the eye is overlooked
    /// less often.
    pub(super) overlooks_move: f64,
    /// The probability of overlooking a reply or a later move.
    pub(super) overlooks_reply: f64,
}

impl Handicap {
    const fn new(nodes: u64, blur: i32, overlooks_move: f64, overlooks_reply: f64) -> Self {
        Self { nodes, blur, overlooks_move, overlooks_reply }
    }

    /// The handicap of a level; `None` at full strength.
    pub(super) fn of(level: Level) -> Option<Self> {
        HANDICAPS.get(level.number() - LOWEST).copied()
    }
}

// What catches the eye is overlooked less often: shares of the chance to overlook a move.

/// An own move that attacks the opponent's queen or climbs onto her.
pub(super) const ATTACK: f64 = 0.3;
/// An own move that wins at once.
pub(super) const WIN: f64 = 0.1;
/// A later move that wins at once, such as the opponent's reply.
pub(super) const LATER_WIN: f64 = 0.4;

/// Levels 1 to 12.
///
/// Chosen for steps of 150 to 250 Elo, and so that the lowest finish their games: they judge well
/// and overlook much, because misjudging makes pieces wander. `docs/strength.md` has the games.
const HANDICAPS: [Handicap; HIGHEST - LOWEST] = [
    Handicap::new(60, 30, 0.76, 0.99),
    Handicap::new(85, 30, 0.66, 0.91),
    Handicap::new(170, 30, 0.44, 0.65),
    Handicap::new(350, 30, 0.19, 0.32),
    Handicap::new(850, 30, 0.04, 0.09),
    Handicap::new(1_700, 22, 0.025, 0.055),
    Handicap::new(3_300, 14, 0.014, 0.033),
    Handicap::new(6_500, 7, 0.006, 0.018),
    Handicap::new(13_000, 0, 0.0, 0.0),
    Handicap::new(38_000, 0, 0.0, 0.0),
    Handicap::new(110_000, 0, 0.0, 0.0),
    Handicap::new(320_000, 0, 0.0, 0.0),
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

    /// What it looks at and what it overlooks, in words, such as `looks at 13000 positions a move`.
    #[must_use]
    pub fn description(self) -> String {
        let Some(handicap) = Handicap::of(self) else {
            return "looks as far as time allows".to_owned();
        };
        let Handicap { nodes, overlooks_move, overlooks_reply, .. } = handicap;
        let positions = format!("looks at {nodes} positions a move");
        if overlooks_reply == 0.0 {
            return positions;
        }
        let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
        format!(
            "{positions}, and overlooks {} of its quiet moves, {} of its attacks, {} of its wins in \
             one, and {} of the replies",
            percent(overlooks_move),
            percent(overlooks_move * ATTACK),
            percent(overlooks_move * WIN),
            percent(overlooks_reply),
        )
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
        }
        assert_eq!(Handicap::of(Level::new(LOWEST).unwrap()), Some(HANDICAPS[0]));
        assert_eq!(Handicap::of(Level::FULL), None);
    }

    #[test]
    fn all_levels_overlook_more_replies_than_moves() {
        for handicap in HANDICAPS {
            assert!(handicap.overlooks_move <= handicap.overlooks_reply);
            assert!(handicap.overlooks_reply <= 1.0);
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

    #[test]
    fn a_level_is_described_by_what_it_overlooks() {
        let of = |number| Level::new(number).unwrap().description();
        let Handicap { nodes, overlooks_move, .. } = HANDICAPS[0];
        let quiet =
            format!("at {nodes} positions a move, and overlooks {:.0} %", 100.0 * overlooks_move);
        assert!(of(LOWEST).contains(&quiet), "{}", of(LOWEST));
        assert_eq!(of(9), "looks at 13000 positions a move");
        assert_eq!(of(HIGHEST), "looks as far as time allows");
    }
}
