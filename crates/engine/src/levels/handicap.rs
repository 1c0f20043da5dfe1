//! The handicaps of the levels.

use super::level::{HIGHEST, LOWEST, Level};
use crate::people::Model;
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
    /// How the player chooses as people do; `None` if by scores alone.
    pub(super) taste: Option<Taste>,
}

/// How a level below full strength chooses as people do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Taste {
    /// The moves that come to mind, and are searched.
    pub(super) ideas: usize,
    /// How much chance there is in which of them come: 1 if each comes as often as people play it.
    pub(super) whim: f64,
    /// What it costs to play a move that people play less often, in hundredths of a liberty each time that its
    /// probability falls to a third (by a factor of e).
    pub(super) habit: f64,
}

impl Handicap {
    const fn new(nodes: u64, blur: i32, overlooks_move: f64, overlooks_reply: f64) -> Self {
        Self { nodes, blur, overlooks_move, overlooks_reply, taste: None }
    }

    const fn like_people(self, ideas: usize, whim: f64, habit: f64) -> Self {
        Self { taste: Some(Taste { ideas, whim, habit }), ..self }
    }

    /// The handicap of a level; `None` at full strength.
    pub(super) fn of(level: Level) -> Option<Self> {
        let handicaps = if Model::own().is_some() { &LIKE_PEOPLE } else { &HANDICAPS };
        handicaps.get(level.number() - LOWEST).copied()
    }
}

// What catches the eye is overlooked less often: shares of the chance to overlook a move.

/// An own move that attacks the opponent's queen or climbs onto her.
pub(super) const ATTACK: f64 = 0.3;
/// An own move that wins at once.
pub(super) const WIN: f64 = 0.1;
/// A later move that wins at once, such as the opponent's reply.
pub(super) const LATER_WIN: f64 = 0.4;

/// Levels 1 to 12 without a model of people's moves.
///
/// Chosen for steps of 150 to 250 Elo, and so that the lowest finish their games: they judge well
/// and overlook much, because misjudging makes pieces wander.
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

/// The same with a model of people's moves: levels 1 to 8 choose among the moves that come to people's minds.
///
/// Chosen for the same steps, and for levels 3, 5 and 7 to play what people play; `docs/strength.md` has the
/// games, and `docs/people.md` how often they do.
const LIKE_PEOPLE: [Handicap; HIGHEST - LOWEST] = [
    Handicap::new(60, 30, 0.72, 0.99).like_people(1, 1.0, 0.0),
    Handicap::new(85, 30, 0.44, 0.91).like_people(1, 0.9, 0.0),
    Handicap::new(170, 30, 0.14, 0.65).like_people(1, 0.6, 0.0),
    Handicap::new(300, 30, 0.0, 0.40).like_people(3, 0.5, 130.0),
    Handicap::new(1_300, 20, 0.0, 0.09).like_people(4, 0.5, 36.0),
    Handicap::new(3_200, 10, 0.0, 0.04).like_people(5, 0.45, 16.0),
    Handicap::new(10_000, 4, 0.0, 0.015).like_people(6, 0.25, 14.0),
    Handicap::new(10_500, 4, 0.0, 0.015).like_people(8, 0.7, 0.0),
    HANDICAPS[8],
    HANDICAPS[9],
    HANDICAPS[10],
    HANDICAPS[11],
];

impl Level {
    /// The stricter of these limits and the level's own.
    pub fn within(self, limits: &Limits) -> Limits {
        let own = Handicap::of(self).map(|handicap| handicap.nodes);
        let nodes = match (limits.nodes, own) {
            (Some(given), Some(own)) => Some(given.min(own)),
            (given, own) => given.or(own),
        };
        Limits { nodes, ..*limits }
    }

    /// What it looks at and what it overlooks, in words, such as `looks at 13000 positions a move`.
    pub fn description(self) -> String {
        let Some(handicap) = Handicap::of(self) else {
            return "looks as far as time allows".to_owned();
        };
        let Handicap { nodes, overlooks_move, overlooks_reply, taste, .. } = handicap;
        let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
        let mut words = vec![format!("looks at {nodes} positions a move")];
        if overlooks_move > 0.0 {
            let [quiet, attack, win] = [1.0, ATTACK, WIN].map(|it| percent(overlooks_move * it));
            words.push(format!(
                "overlooks {quiet} of its quiet moves, {attack} of its attacks and {win} of its wins in one"
            ));
        }
        if overlooks_reply > 0.0 {
            words.push(format!("overlooks {} of the replies", percent(overlooks_reply)));
        }
        if taste.is_some() {
            words.push("chooses among moves that people play".to_owned());
        }
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_smaller_handicap_than_the_one_below() {
        for pair in HANDICAPS.windows(2).chain(LIKE_PEOPLE.windows(2)) {
            let (lower, higher) = (pair[0], pair[1]);
            assert!(higher.nodes > lower.nodes);
            assert!(higher.blur <= lower.blur);
            assert!(higher.overlooks_move <= lower.overlooks_move);
            assert!(higher.overlooks_reply <= lower.overlooks_reply);
        }
        let lowest = Handicap::of(Level::new(LOWEST).unwrap());
        assert_eq!(
            lowest,
            Some(if Model::own().is_some() { LIKE_PEOPLE[0] } else { HANDICAPS[0] })
        );
        assert_eq!(Handicap::of(Level::FULL), None);
    }

    #[test]
    fn all_levels_overlook_more_replies_than_moves() {
        for handicap in HANDICAPS.iter().chain(&LIKE_PEOPLE) {
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
        let handicap = Handicap::of(Level::new(LOWEST).unwrap());
        let Handicap { nodes, overlooks_move, .. } = handicap.unwrap();
        let quiet =
            format!("at {nodes} positions a move, overlooks {:.0} %", 100.0 * overlooks_move);
        assert!(of(LOWEST).contains(&quiet), "{}", of(LOWEST));
        assert_eq!(of(9), "looks at 13000 positions a move");
        assert_eq!(of(HIGHEST), "looks as far as time allows");
    }
}
