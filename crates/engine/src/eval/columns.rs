//! The weights of the network, summed for each value of each byte of [`Parts`].

use std::sync::LazyLock;

use super::features::{Feature, PieceFeature, PlayerFeature};
use super::info::Mobility;
use super::learned::{LANES, LEARNED};
use super::network::{Column, Lanes};
use super::parts::Parts;
use super::piece_state::{PieceState, PieceStates};
use super::player_info::PlayerInfo;
use waggle_hive_core::rules::{Bug, Piece};

/// The columns of a kind of bug: one for each standing, and one for each of its surroundings.
const OF_KIND: usize = PieceState::STANDINGS + PieceState::SURROUNDINGS;
/// Where the columns of a player begin: by the filled hexes around the queen, by what the mosquito
/// copies, and by the count of each other feature.
const RINGS: usize = Bug::COUNT * OF_KIND;
const MOSQUITOES: usize = RINGS + 64;
const OTHERS: usize = MOSQUITOES + 256;
const OF_PLAYER: usize = OTHERS + ROWS[PlayerFeature::OTHERS.len()];

/// Where the columns of each other feature begin, and the end of the last.
const ROWS: [usize; PlayerFeature::OTHERS.len() + 1] = {
    let mut rows = [0; PlayerFeature::OTHERS.len() + 1];
    let mut index = 0;
    while index < PlayerFeature::OTHERS.len() {
        rows[index + 1] = rows[index] + PlayerFeature::OTHERS[index].maximum() as usize + 1;
        index += 1;
    }
    rows
};

const _: () = assert!(2 * OF_PLAYER <= 1 << u16::BITS, "the index of a column does not fit");

/// Where the columns of each byte begin, by the side to move.
pub(super) static FIRSTS: [[u16; Parts::COUNT]; 2] = [firsts(0), firsts(1)];

const fn firsts(to_move: usize) -> [u16; Parts::COUNT] {
    let mut firsts = [0; Parts::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        let first = (piece.color() as usize ^ to_move) * OF_PLAYER + piece.bug() as usize * OF_KIND;
        firsts[index] = first as u16;
        firsts[PieceStates::LENGTH + index] = (first + PieceState::STANDINGS) as u16;
        index += 1;
    }
    let mut color = 0;
    while color < 2 {
        let byte = Parts::OF_PLAYERS + color * Parts::OF_PLAYER;
        let first = (color ^ to_move) * OF_PLAYER;
        firsts[byte] = (first + RINGS) as u16;
        firsts[byte + 1] = (first + MOSQUITOES) as u16;
        let mut other = 0;
        while other < PlayerFeature::OTHERS.len() {
            firsts[byte + 2 + other] = (first + OTHERS + ROWS[other]) as u16;
            other += 1;
        }
        color += 1;
    }
    firsts
}

/// The sums of the least multiples of all features that a byte stands for: first the side to move,
/// then the opponent. A mebibyte, computed on first use.
pub(super) static COLUMNS: LazyLock<Box<[Column]>> = LazyLock::new(|| {
    let mut columns = Vec::with_capacity(2 * OF_PLAYER);
    let nothing = Mobility::default();
    for player in 0..2 {
        for bug in Bug::ALL {
            columns.extend(
                (0..PieceState::STANDINGS)
                    .map(|standing| of_state(player, bug, PieceState::from_standing(standing))),
            );
            columns.extend((0..PieceState::SURROUNDINGS).map(|surroundings| {
                of_state(player, bug, PieceState::from_surroundings(surroundings))
            }));
        }
        columns.extend((0..64).map(|ring| {
            of_player(player, &PlayerInfo::around_queen(ring, &nothing), PlayerFeature::is_of_ring)
        }));
        columns.extend((0..=u8::MAX).map(|mimicked| {
            let mobility = Mobility { mimicked, ..Mobility::default() };
            let info = PlayerInfo::around_queen(0, &mobility);
            of_player(player, &info, PlayerFeature::is_of_mosquito)
        }));
        for &what in PlayerFeature::OTHERS {
            columns.extend((0..=what.maximum()).map(|count| {
                let mut sum = Column([0; LANES]);
                sum.add_times(&column(player, Feature::of_player(what)), count);
                sum
            }));
        }
    }
    columns.into()
});

fn column(player: usize, feature: Feature) -> Lanes {
    LEARNED.columns[player][feature.index()].least_multiples()
}

/// The sum of the columns of the features of a player that belong to a part.
fn of_player(
    player: usize,
    info: &PlayerInfo<'_>,
    belongs: impl Fn(PlayerFeature) -> bool,
) -> Column {
    let mut sum = Column([0; LANES]);
    PlayerFeature::count_all(info, |what, count| {
        if belongs(what) {
            sum.add_times(&column(player, Feature::of_player(what)), count);
        }
    });
    sum
}

/// The sum of the columns of the features of a piece in this state.
fn of_state(player: usize, bug: Bug, state: PieceState) -> Column {
    let mut sum = Column([0; LANES]);
    let counted = PieceFeature::ALL.iter().filter(|feature| feature.counts(state));
    for feature in counted.filter_map(|&what| Feature::of_piece(bug, what)) {
        sum.add_times(&column(player, feature), 1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise the columns of the two bytes could not be added.
    #[test]
    fn each_piece_feature_depends_on_one_byte_of_the_state() {
        let nothing = PieceState::default();
        for feature in PieceFeature::ALL {
            assert!(!feature.counts(nothing), "{feature:?}");
            let by_standing = (0..PieceState::STANDINGS)
                .any(|index| feature.counts(PieceState::from_standing(index)));
            let by_surroundings = (0..PieceState::SURROUNDINGS)
                .any(|index| feature.counts(PieceState::from_surroundings(index)));
            assert!(by_standing != by_surroundings, "{feature:?}");
        }
    }
}
