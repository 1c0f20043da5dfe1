//! The value of a position, summed from precomputed columns.

use std::sync::LazyLock;

use super::feature_sink::FeatureSink;
use super::features::{Feature, PieceFeature, PlayerFeature};
use super::info::Mobility;
use super::learned::{LANES, LEARNED};
use super::network::{CLIP, Column, HIDDEN, Lanes, SCALE, draw_chance, output, units};
use super::piece_state::{PieceState, PieceStates};
use super::player_info::PlayerInfo;
use waggle_hive_core::rules::{Bug, Color, Piece};

/// The inputs of the network, as a feature sink: the columns are chosen first, and added at the
/// end.
#[derive(Debug)]
pub(super) struct Value {
    to_move: Color,
    columns: &'static [Column],
    /// The indices of the columns to add.
    added: [u16; MOST_ADDED],
    length: usize,
}

/// Two columns for each piece, and one for each feature of a player.
const MOST_ADDED: usize = 2 * (PieceStates::LENGTH + PlayerFeature::ALL.len());

/// The columns of a kind of bug: one for each standing, and one for each of its surroundings.
const OF_KIND: usize = PieceState::STANDINGS + PieceState::SURROUNDINGS;
/// Where the columns of a player's parts begin: by the filled hexes around the queen, by what the
/// mosquito copies, and those of each other feature by its count.
const RINGS: usize = Bug::COUNT * OF_KIND;
const MOSQUITOES: usize = RINGS + 64;
const OTHERS: usize = MOSQUITOES + 256;
const OF_PLAYER: usize = OTHERS + ROWS[PlayerFeature::ALL.len()];

/// Where the columns of each other feature begin, from a count of one, and the end of the last.
const ROWS: [usize; PlayerFeature::ALL.len() + 1] = {
    let mut rows = [0; PlayerFeature::ALL.len() + 1];
    let mut index = 0;
    while index < PlayerFeature::ALL.len() {
        rows[index + 1] = rows[index] + PlayerFeature::ALL[index].maximum() as usize;
        index += 1;
    }
    rows
};

const _: () = assert!(2 * OF_PLAYER <= 1 << u16::BITS, "the index of a column does not fit");

/// Where the columns of the standing of each piece begin, by the side to move.
static FIRSTS: [[u16; PieceStates::LENGTH]; 2] = {
    let mut firsts = [[0; PieceStates::LENGTH]; 2];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        let first = piece.bug() as usize * OF_KIND;
        let is_black = piece.color() as usize;
        firsts[0][index] = (first + is_black * OF_PLAYER) as u16;
        firsts[1][index] = (first + (1 - is_black) * OF_PLAYER) as u16;
        index += 1;
    }
    firsts
};

/// The sums of the weights of all features that a piece's state or a part of a player stand for:
/// first the side to move, then the opponent. A mebibyte, computed on first use.
static COLUMNS: LazyLock<Box<[Column]>> = LazyLock::new(|| {
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
        for &what in PlayerFeature::ALL {
            columns.extend((1..=what.maximum()).map(|count| {
                let mut sum = Column([0; LANES]);
                sum.add_times(&column(player, Feature::of_player(what)), count);
                sum
            }));
        }
    }
    columns.into()
});

fn column(player: usize, feature: Feature) -> Lanes {
    LEARNED.columns[player][feature.index()].weights()
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

impl Value {
    #[inline(always)]
    pub(super) fn new(to_move: Color) -> Self {
        Self { to_move, columns: &COLUMNS, added: [0; MOST_ADDED], length: 0 }
    }

    /// The value for the side to move, in hundredths of a liberty, if a draw costs it `contempt`.
    #[inline(always)]
    pub(super) fn value(&self, contempt: i32) -> i32 {
        let mut units = self.units();
        let value = output(&units, &LEARNED.output) / SCALE;
        if contempt == 0 {
            return value;
        }
        // The bias of the second output.
        units[HIDDEN] = CLIP;
        value - contempt * draw_chance(output(&units, &LEARNED.draw)) / 1024
    }

    #[inline(always)]
    fn units(&self) -> Lanes {
        units(&LEARNED.bias, self.columns, &self.added[..self.length.min(MOST_ADDED)])
    }
}

impl FeatureSink for Value {
    #[inline(always)]
    fn pieces(&mut self, states: &PieceStates) {
        let firsts = &FIRSTS[usize::from(self.to_move == Color::Black)];
        let standings = firsts.iter().zip(states.standings);
        for (added, (first, standing)) in self.added.iter_mut().zip(standings) {
            *added = first + u16::from(standing);
        }
        // Over the indices behind those of the last piece; so do the players later.
        let surroundings = firsts.iter().zip(states.surroundings);
        for (added, (first, index)) in self.added[Piece::COUNT..].iter_mut().zip(surroundings) {
            *added = first + PieceState::STANDINGS as u16 + u16::from(index);
        }
        self.length = 2 * Piece::COUNT;
    }

    #[inline(always)]
    fn player(&mut self, color: Color, player: &PlayerInfo<'_>) {
        let first = if color == self.to_move { 0 } else { OF_PLAYER };
        self.added[self.length] = (first + RINGS + usize::from(player.ring)) as u16;
        self.length += 1;
        let mimicked = player.mobility.mimicked;
        self.added[self.length] = (first + MOSQUITOES + usize::from(mimicked)) as u16;
        self.length += usize::from(mimicked != 0);
        PlayerFeature::count_all(player, |what, count| {
            if what.is_of_ring() || what.is_of_mosquito() {
                return;
            }
            // Overwritten by the next feature if there is none of this one.
            let row = first + OTHERS + ROWS[what as usize] + usize::from(count);
            self.added[self.length] = row.wrapping_sub(1) as u16;
            self.length += usize::from(count != 0);
        });
    }
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
