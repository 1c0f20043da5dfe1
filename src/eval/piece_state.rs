//! The state of a piece: what it can do, and whether it is beside a queen.

use super::features::PieceFeature;
use super::info::EvalInfo;
use crate::rules::{Color, Piece};

/// What a piece is able to do, by the low three bits of its state; nothing for a piece
/// that does not belong to the game.
const ABILITIES: [Option<PieceFeature>; 8] = [
    None,
    Some(PieceFeature::InHand),
    Some(PieceFeature::Covered),
    Some(PieceFeature::Pinned),
    Some(PieceFeature::Atop),
    Some(PieceFeature::Hemmed),
    Some(PieceFeature::OneWay),
    Some(PieceFeature::ManyWays),
];

/// The state of a piece as a small number: one of [`ABILITIES`] in the low three bits, then a bit for
/// being beside its owner's queen, and one for being beside the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceState(u8);

impl PieceState {
    pub(super) const COUNT: usize = 32;

    /// A dense number below [`COUNT`](Self::COUNT).
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self((index % Self::COUNT) as u8)
    }

    /// What is counted for the piece.
    pub(super) const fn features(self) -> [Option<PieceFeature>; 3] {
        let state = ABILITIES[self.index() & 7];
        let is_pinned = matches!(state, Some(PieceFeature::Pinned));
        let beside_ours = match (self.index() >> 3 & 1, is_pinned) {
            (0, _) => None,
            (_, true) => Some(PieceFeature::PinnedBesideOurQueen),
            (_, false) => Some(PieceFeature::BesideOurQueen),
        };
        let beside_theirs = match (self.index() >> 4 & 1, is_pinned) {
            (0, _) => None,
            (_, true) => Some(PieceFeature::PinnedBesideTheirQueen),
            (_, false) => Some(PieceFeature::BesideTheirQueen),
        };
        [state, beside_ours, beside_theirs]
    }
}

/// The bits of a byte, one in each of eight bytes.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The states of all pieces, by index.
#[inline(always)]
pub(super) fn piece_states(info: &EvalInfo) -> [PieceState; Piece::COUNT] {
    const WHITE: u32 = (1 << Piece::PER_PLAYER) - 1;
    let EvalInfo { in_hand, covered, pinned, atop, .. } = *info;
    let on_table = info.on_table;
    let free = on_table & !(covered | pinned | atop);
    let hemmed = free & !info.slides;
    let many_ways = free & info.slides_several_ways;
    let one_way = free & info.slides & !info.slides_several_ways;
    let beside = [Color::White, Color::Black].map(|color| info.beside_queen[color]);
    let bits = [
        in_hand | pinned | hemmed | many_ways,
        covered | pinned | one_way | many_ways,
        atop | hemmed | one_way | many_ways,
        beside[0] & WHITE | beside[1] & !WHITE,
        beside[1] & WHITE | beside[0] & !WHITE,
    ];
    let mut states = [PieceState(0); Piece::COUNT];
    for (eight, states) in states.chunks_mut(8).enumerate() {
        let mut bytes = 0;
        for (bit, pieces) in bits.into_iter().enumerate() {
            bytes |= SPREAD[(pieces >> (8 * eight) & 0xff) as usize] << bit;
        }
        for (state, byte) in states.iter_mut().zip(bytes.to_le_bytes()) {
            *state = PieceState(byte);
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_put_together_from_sets() {
        let queen = Piece::queen(Color::Black).index();
        let info = EvalInfo {
            on_table: 0b110 | 1 << queen,
            in_hand: 1,
            pinned: 0b010,
            slides: 0b110,
            slides_several_ways: 0b100,
            beside_queen: crate::rules::ByColor { white: 0b100, black: 0b010 },
            ..EvalInfo::default()
        };
        let states = piece_states(&info);
        let features = |index: usize| states[index].features();
        assert_eq!(features(0), [Some(PieceFeature::InHand), None, None]);
        assert_eq!(
            features(1),
            [Some(PieceFeature::Pinned), None, Some(PieceFeature::PinnedBesideTheirQueen)]
        );
        assert_eq!(
            features(2),
            [Some(PieceFeature::ManyWays), Some(PieceFeature::BesideOurQueen), None]
        );
        assert_eq!(features(queen), [Some(PieceFeature::Hemmed), None, None]);
        assert_eq!(features(20), [None; 3]);
    }
}
