//! The counts of a position, compared with those of another.

use std::sync::LazyLock;

use super::feature_sink::count_features;
use super::features::{Feature, PieceFeature, PlayerFeature};
use super::info::{Consumer, EvalInfo, Mobility};
use super::network::Network;
use super::parts::Parts;
use super::piece_state::{PieceState, PieceStates};
use super::player_info::PlayerInfo;
use waggle_hive_core::rules::{Bug, Color, Piece, Position};

/// What the evaluation counts in a position, and the value that the built-in network gives it. Comparing two of them costs no more than
/// what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    parts: Parts,
    value: i32,
}

/// Makes a [`Tally`] of a position.
struct TakeTally<'a>(&'a Position);

impl Consumer for TakeTally<'_> {
    type Answer = Tally;
    const IS_RARE: bool = true;

    #[inline(always)]
    fn consume(self, info: &EvalInfo) -> Tally {
        let mut parts = Parts::NONE;
        count_features(self.0, info, &mut parts);
        let value = Network::built_in().value(&parts, self.0.side_to_move(), 0);
        Tally { parts, value }
    }
}

impl Tally {
    /// Nothing counted.
    pub const NONE: Self = Self { parts: Parts::NONE, value: 0 };

    /// The counts of a position.
    pub fn of(position: &Position) -> Self {
        EvalInfo::feed(position, TakeTally(position))
    }

    /// The value for the side to move, in hundredths of a liberty.
    pub const fn value(&self) -> i32 {
        self.value
    }

    /// The standing of a piece as a byte: its condition in the low three bits, then two bits for how
    /// close it is to its own queen, and three for the opponent's.
    pub const fn standing(&self, piece: Piece) -> u8 {
        self.parts.0[piece.index()]
    }

    /// Calls `add` with each count that differs from an earlier one: whose it is, the feature, and by
    /// how much. A feature may come more than once.
    pub fn visit_changes(&self, earlier: &Self, mut add: impl FnMut(Color, Feature, i32)) {
        for word in 0..Parts::COUNT / 8 {
            let mut changed = self.parts.differences(&earlier.parts, word);
            while changed != 0 {
                let part = 8 * word + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                visit_part(part, [earlier.parts.0[part], self.parts.0[part]], &mut add);
            }
        }
    }
}

/// Calls `add` with the changes of the features that a byte of the parts stands for.
fn visit_part(part: usize, [earlier, now]: [u8; 2], add: &mut impl FnMut(Color, Feature, i32)) {
    let mut replace = |color, features: &[Vec<Feature>]| {
        features[usize::from(earlier)].iter().for_each(|&it| add(color, it, -1));
        features[usize::from(now)].iter().for_each(|&it| add(color, it, 1));
    };
    if part < Parts::OF_PLAYERS {
        // Behind the last piece nothing changes.
        let piece = Piece::from_index(part % PieceStates::LENGTH);
        let of_kind = &STATES[piece.bug() as usize];
        replace(piece.color(), &of_kind[part / PieceStates::LENGTH]);
        return;
    }
    let index = part - Parts::OF_PLAYERS;
    let color = Color::ALL[index / Parts::OF_PLAYER];
    match index % Parts::OF_PLAYER {
        0 => replace(color, &RINGS),
        1 => replace(color, &MOSQUITOES),
        other => {
            let feature = Feature::of_player(PlayerFeature::OTHERS[other - 2]);
            add(color, feature, i32::from(now) - i32::from(earlier));
        }
    }
}

/// The features of a kind of bug by its standing, and by its surroundings.
static STATES: LazyLock<Vec<[Vec<Vec<Feature>>; 2]>> = LazyLock::new(|| {
    let of_state = |bug: Bug, state: PieceState| {
        let counted = PieceFeature::ALL.iter().filter(|feature| feature.counts(state));
        counted.filter_map(|&what| Feature::of_piece(bug, what)).collect()
    };
    let of_kind = |bug| {
        let standings = 0..PieceState::STANDINGS;
        let surroundings = 0..PieceState::SURROUNDINGS;
        [
            standings.map(|it| of_state(bug, PieceState::from_standing(it))).collect(),
            surroundings.map(|it| of_state(bug, PieceState::from_surroundings(it))).collect(),
        ]
    };
    Bug::ALL.into_iter().map(of_kind).collect()
});

/// The features of a player by the filled hexes around the queen.
static RINGS: LazyLock<Vec<Vec<Feature>>> = LazyLock::new(|| {
    let nothing = Mobility::default();
    let of_ring = |ring| of_player(&PlayerInfo::around_queen(ring, &nothing));
    (0..64).map(of_ring).collect()
});

/// The features of a player by what the mosquito copies.
static MOSQUITOES: LazyLock<Vec<Vec<Feature>>> = LazyLock::new(|| {
    let of_mosquito = |mimicked| {
        let mobility = Mobility { mimicked, ..Mobility::default() };
        of_player(&PlayerInfo::around_queen(0, &mobility))
    };
    (0..=u8::MAX).map(of_mosquito).collect()
});

fn of_player(info: &PlayerInfo<'_>) -> Vec<Feature> {
    let mut features = vec![];
    PlayerFeature::count_all(info, |what, count| {
        if count > 0 {
            features.push(Feature::of_player(what));
        }
    });
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{FeatureCounts, evaluate};
    use waggle_hive_core::rules::ByColor;
    use waggle_hive_core::rules::random_games::visit_random_games;

    #[test]
    fn the_changes_lead_from_one_position_to_the_next() {
        let mut last = Tally::NONE;
        let mut counts = ByColor::new_with(|_| [0_i32; Feature::COUNT]);
        visit_random_games(16, 90, |game| {
            let tally = Tally::of(game.position());
            assert_eq!(tally.value(), evaluate(Network::built_in(), game.position(), 0));
            tally.visit_changes(&last, |color, feature, change| {
                counts[color][feature.index()] += change;
            });
            let expected = FeatureCounts::of(game.position());
            for color in Color::ALL {
                assert_eq!(counts[color], expected[color].counts().map(i32::from));
            }
            last = tally;
        });
    }
}
