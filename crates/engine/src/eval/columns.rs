//! The weights of the network, summed for each value of each byte of [`Parts`].

use super::features::{Feature, PieceFeature, PlayerFeature};
use super::info::Mobility;
use super::network::CLIP;
use super::network_error::NetworkError;
use super::parts::Parts;
use super::piece_state::{PieceState, PieceStates};
use super::player_info::PlayerInfo;
use super::weights::{PackedColumn, Weights};
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

/// The weights of one input, aligned so that they cross no cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Column<const LANES: usize>(pub(super) [i16; LANES]);

/// A network of at most `LANES` lanes, ready to evaluate.
pub(super) struct Compiled<const LANES: usize> {
    pub(super) hash: u64,
    pub(super) bias: [i16; LANES],
    pub(super) output: [i16; LANES],
    pub(super) draw: [i16; LANES],
    /// The sums of the least multiples of all features that a byte stands for: first the side to
    /// move, then the opponent. A mebibyte for 64 lanes.
    pub(super) columns: Box<[Column<LANES>]>,
}

impl<const LANES: usize> Compiled<LANES> {
    pub(super) fn new(weights: &Weights, hash: u64) -> Result<Self, NetworkError> {
        let [bias, output, draw] =
            [&weights.bias, &weights.output, &weights.draw].map(|it| wide(it.iter().copied()));
        let compiled = Self { hash, bias, output, draw, columns: columns(weights) };
        if compiled.has_room() { Ok(compiled) } else { Err(NetworkError::Range) }
    }

    /// Whether the sums of every position fit: those of each lane, and both outputs.
    fn has_room(&self) -> bool {
        let fits = |weights: &[i16; LANES], most: i16| {
            let (linear, hidden) = (weights[LANES - 1], &weights[..LANES - 1]);
            let sum = |weights: &[i16]| weights.iter().map(|it| i64::from(*it).abs()).sum::<i64>();
            let largest = sum(hidden) * i64::from(CLIP) + sum(&[linear]) * i64::from(most);
            largest < i64::from(i32::MAX)
        };
        fits(&self.output, i16::MAX)
            && fits(&self.draw, CLIP)
            && FIRSTS.iter().all(|firsts| self.sums_fit(firsts))
    }

    /// Whether the columns of no choice of bytes add up to more than a lane holds.
    fn sums_fit(&self, firsts: &[u16; Parts::COUNT]) -> bool {
        let (mut least, mut most) = ([0_i32; LANES], [0_i32; LANES]);
        for &first in firsts {
            let end = firsts.iter().filter(|&&other| other > first).min();
            let end = end.map_or(self.columns.len(), |&end| end.into());
            let (mut lowest, mut highest) = ([0; LANES], [0; LANES]);
            for column in &self.columns[first.into()..end] {
                for (lane, &weight) in column.0.iter().enumerate() {
                    lowest[lane] = weight.min(lowest[lane]);
                    highest[lane] = weight.max(highest[lane]);
                }
            }
            for lane in 0..LANES {
                least[lane] += i32::from(lowest[lane]);
                most[lane] += i32::from(highest[lane]);
            }
        }
        least.iter().all(|&sum| sum > i32::from(i16::MIN))
            && most.iter().all(|&sum| sum < i32::from(i16::MAX))
    }
}

/// These lanes with others between the hidden units and the linear part, which count for nothing.
fn wide<const LANES: usize>(lanes: impl ExactSizeIterator<Item = i16>) -> [i16; LANES] {
    let mut wide = [0; LANES];
    let last = lanes.len() - 1;
    for (lane, weight) in lanes.enumerate() {
        wide[if lane == last { LANES - 1 } else { lane }] = weight;
    }
    wide
}

fn columns<const LANES: usize>(weights: &Weights) -> Box<[Column<LANES>]> {
    let mut columns = Vec::with_capacity(2 * OF_PLAYER);
    let nothing = Mobility::default();
    for player in &weights.columns {
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
                sum.add_times(player, Feature::of_player(what), count);
                sum
            }));
        }
    }
    columns.into()
}

impl<const LANES: usize> Column<LANES> {
    /// Adds the least multiples of a feature of a player `times` times.
    fn add_times(&mut self, player: &[PackedColumn], feature: Feature, times: u8) {
        let weights = player[feature.index()].weights();
        let least = weights.map(|weight| weight >> PackedColumn::LEAST_SHIFT);
        for (sum, weight) in self.0.iter_mut().zip(wide::<LANES>(least)) {
            *sum = sum.saturating_add(weight.saturating_mul(times.into()));
        }
    }
}

/// The sum of the columns of the features of a player that belong to a part.
fn of_player<const LANES: usize>(
    player: &[PackedColumn],
    info: &PlayerInfo<'_>,
    belongs: impl Fn(PlayerFeature) -> bool,
) -> Column<LANES> {
    let mut sum = Column([0; LANES]);
    PlayerFeature::count_all(info, |what, count| {
        if belongs(what) {
            sum.add_times(player, Feature::of_player(what), count);
        }
    });
    sum
}

/// The sum of the columns of the features of a piece in this state.
fn of_state<const LANES: usize>(
    player: &[PackedColumn],
    bug: Bug,
    state: PieceState,
) -> Column<LANES> {
    let mut sum = Column([0; LANES]);
    let counted = PieceFeature::ALL.iter().filter(|feature| feature.counts(state));
    for feature in counted.filter_map(|&what| Feature::of_piece(bug, what)) {
        sum.add_times(player, feature, 1);
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
