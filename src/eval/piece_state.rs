//! The state of a piece: what it can do, and whether it is beside a queen.

use super::info::EvalInfo;
use crate::rules::{Color, Piece};

/// What a piece of the game can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Condition {
    InHand = 1,
    /// Another piece stands on it.
    Covered,
    /// It holds the hive together.
    Pinned,
    /// It stands on another piece.
    Atop,
    /// It could leave, but has no way to slide.
    Hemmed,
    /// It can slide one way.
    OneWay,
    /// It can slide several ways.
    ManyWays,
}

/// The state of a piece as a small number: a [`Condition`] in the low three bits, or 0 for a
/// piece that does not belong to the game; then a bit for being beside the own queen, and one for
/// being beside the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceState(u8);

impl PieceState {
    /// How many states there are.
    pub(super) const COUNT: usize = 32;
    const CONDITION: u8 = 0b111;
    const BESIDE_OURS: u8 = 1 << 3;
    const BESIDE_THEIRS: u8 = 1 << 4;

    /// A dense number below [`COUNT`](Self::COUNT).
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self((index % Self::COUNT) as u8)
    }

    pub(super) const fn is(self, condition: Condition) -> bool {
        self.0 & Self::CONDITION == condition as u8
    }

    pub(super) const fn is_beside_our_queen(self) -> bool {
        self.0 & Self::BESIDE_OURS != 0
    }

    pub(super) const fn is_beside_their_queen(self) -> bool {
        self.0 & Self::BESIDE_THEIRS != 0
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
    let EvalInfo { in_hand, on_table, covered, pinned, atop, .. } = *info;
    let free = on_table & !(covered | pinned | atop);
    let hemmed = free & !info.slides;
    let many_ways = free & info.slides_several_ways;
    let one_way = free & info.slides & !info.slides_several_ways;
    let beside = [Color::White, Color::Black].map(|color| info.beside_queen[color]);
    // The bits of the state's number, each for all pieces.
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
    use crate::rules::ByColor;

    #[test]
    fn a_state_is_put_together_from_sets() {
        let queen = Piece::queen(Color::Black).index();
        let info = EvalInfo {
            on_table: 0b0111_1110 | 1 << queen,
            in_hand: 1,
            covered: 0b0000_1000,
            atop: 0b0001_0000,
            pinned: 0b0000_0010,
            slides: 0b0010_0110,
            slides_several_ways: 0b0000_0100,
            beside_queen: ByColor { white: 0b100 | 1 << queen, black: 0b010 },
            ..EvalInfo::default()
        };
        let states = piece_states(&info);
        let conditions = [
            Condition::InHand,
            Condition::Pinned,
            Condition::ManyWays,
            Condition::Covered,
            Condition::Atop,
            Condition::OneWay,
            Condition::Hemmed,
        ];
        for (index, (state, condition)) in states.into_iter().zip(conditions).enumerate() {
            assert!(state.is(condition), "{index}: {state:?}");
            assert_eq!(state.is_beside_our_queen(), index == 2);
            assert_eq!(state.is_beside_their_queen(), index == 1);
        }
        assert_eq!(states[7], PieceState(0));
        assert!(states[queen].is(Condition::Hemmed) && states[queen].is_beside_their_queen());
    }
}
