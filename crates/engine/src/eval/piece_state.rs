//! The state of a piece: its freedom to move and its distance to the queens.

use super::info::EvalInfo;
use waggle_hive_core::rules::{ByColor, Color, Piece};

/// The freedom of a piece to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Condition {
    InHand = 1,
    /// Another piece is on top of it.
    Covered,
    /// The One Hive rule forbids moving it.
    Pinned,
    /// It is on top of another piece.
    Atop,
    /// It is not pinned, but cannot slide.
    Hemmed,
    /// It can slide.
    Free,
}

/// The state of a piece as a small number: a [`Condition`] in the low three bits, or 0 for a piece
/// that is not in play; then two bits for the distance to its own queen, and two for the
/// opponent's. For a covered piece, the first of these means that the opponent's piece is on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceState(u8);

impl PieceState {
    /// The number of states.
    pub(super) const COUNT: usize = 128;
    const CONDITION: u8 = 0b111;
    const NEAR: u8 = 1;
    const BESIDE: u8 = 2;
    const ATTACKS: u8 = 3;

    /// A dense index below [`COUNT`](Self::COUNT).
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

    const fn to_ours(self) -> u8 {
        self.0 >> 3 & 3
    }

    const fn to_theirs(self) -> u8 {
        self.0 >> 5 & 3
    }

    pub(super) const fn is_beside_our_queen(self) -> bool {
        self.to_ours() == Self::BESIDE
    }

    pub(super) const fn is_near_our_queen(self) -> bool {
        self.to_ours() == Self::NEAR
    }

    /// Next to her, and its next move cannot attack her.
    pub(super) const fn is_beside_their_queen(self) -> bool {
        self.to_theirs() == Self::BESIDE
    }

    /// Two steps away from her, and its next move cannot attack her.
    pub(super) const fn is_near_their_queen(self) -> bool {
        self.to_theirs() == Self::NEAR
    }

    /// Whether its next move can fill a liberty of their queen or climb onto her.
    pub(super) const fn attacks(self) -> bool {
        self.to_theirs() == Self::ATTACKS
    }

    pub(super) const fn is_covered_by_them(self) -> bool {
        self.is(Condition::Covered) && self.to_ours() == Self::NEAR
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

#[inline(always)]
pub(super) fn piece_states(info: &EvalInfo) -> [PieceState; Piece::COUNT] {
    const WHITE: u32 = (1 << Piece::PER_PLAYER) - 1;
    let EvalInfo { in_hand, on_table, covered, pinned, atop, .. } = *info;
    let free = on_table & !(covered | pinned | atop);
    let hemmed = free & !info.slides;
    let slides = free & info.slides;
    // For each color, its own pieces from the first set and the others from the second.
    let own = |sets: [u32; 2]| sets[0] & WHITE | sets[1] & !WHITE;
    let [white, black] = [Color::White, Color::Black];
    let sets = |of: &ByColor<u32>| [of[white], of[black]];
    let swapped = |of: &ByColor<u32>| [of[black], of[white]];
    let attackers = info.mobility[white].attackers | info.mobility[black].attackers;
    let beside = [own(sets(&info.beside_queen)), own(swapped(&info.beside_queen))];
    let near = [own(sets(&info.near_queen)), own(swapped(&info.near_queen))];
    // The bits of the states, each for all pieces.
    let bits = [
        in_hand | pinned | hemmed,
        covered | pinned | slides,
        atop | hemmed | slides,
        near[0] & !beside[0] | own(swapped(&info.covered_by)),
        beside[0],
        near[1] & !beside[1] | attackers,
        beside[1] | attackers,
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
    use crate::eval::Mobility;

    #[test]
    fn states_are_assembled_from_sets() {
        let queen = Piece::queen(Color::Black).index();
        let info = EvalInfo {
            on_table: 0b0111_1110 | 1 << queen,
            in_hand: 1,
            covered: 0b0000_1000,
            atop: 0b0001_0000,
            pinned: 0b0000_0010,
            slides: 0b0010_0110,
            beside_queen: ByColor { white: 0b100 | 1 << queen, black: 0b010 },
            near_queen: ByColor { white: 0b110_0110 | 1 << queen, black: 0b10_0010 },
            covered_by: ByColor { white: 0, black: 0b1000 },
            mobility: ByColor {
                white: Mobility { attackers: 0b10_0000, ..Mobility::default() },
                ..ByColor::default()
            },
        };
        let states = piece_states(&info);
        let conditions = [
            Condition::InHand,
            Condition::Pinned,
            Condition::Free,
            Condition::Covered,
            Condition::Atop,
            Condition::Free,
            Condition::Hemmed,
        ];
        for (index, (state, condition)) in states.into_iter().zip(conditions).enumerate() {
            assert!(state.is(condition), "{index}: {state:?}");
            assert_eq!(state.is_beside_our_queen(), index == 2);
            assert_eq!(state.is_near_our_queen(), [1, 3, 5, 6].contains(&index));
            assert_eq!(state.is_beside_their_queen(), index == 1);
            assert!(!state.is_near_their_queen());
            assert_eq!(state.attacks(), index == 5);
            assert_eq!(state.is_covered_by_them(), index == 3);
        }
        assert_eq!(states[7], PieceState(0));
        assert!(states[queen].is(Condition::Hemmed) && states[queen].is_beside_their_queen());
    }
}
