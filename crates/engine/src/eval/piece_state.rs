//! The state of a piece: its freedom to move, its distance to the queens, and what it touches.

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
    /// It is pinned, and touches a piece of the opponent's that touches nothing else.
    Held,
}

/// The state of a piece as two bytes, each the index of a column: its standing and its
/// surroundings.
///
/// The standing is a [`Condition`] in the low three bits, or 0 for a piece that is not in play;
/// then two bits for the distance to its own queen, and three for the opponent's. For a covered
/// piece, the first of these means that the opponent's piece is on top. The surroundings are
/// zero for a piece that is covered or in hand: three bits for the number of own pieces that it
/// touches, three for the opponent's, then [`HELD_BY_OWN`](Self::HELD_BY_OWN) and
/// [`KEPT_FREE`](Self::KEPT_FREE).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceState {
    standing: u8,
    surroundings: u8,
}

impl PieceState {
    /// The number of values of the standing.
    pub(super) const STANDINGS: usize = 256;
    /// The number of values of the surroundings.
    pub(super) const SURROUNDINGS: usize = 256;
    const CONDITION: u8 = 0b111;
    const NEAR: u8 = 1;
    const BESIDE: u8 = 2;
    const THREE_STEPS_FROM_OURS: u8 = 3;
    const ATTACKS: u8 = 3;
    const THREE_STEPS_FROM_THEIRS: u8 = 4;
    const HELD_BY_OWN: u8 = 1 << 6;
    const KEPT_FREE: u8 = 1 << 7;

    /// Only the standing: no surroundings.
    pub(super) fn from_standing(index: usize) -> Self {
        Self { standing: index as u8, surroundings: 0 }
    }

    /// Only the surroundings: a piece of no standing.
    pub(super) fn from_surroundings(index: usize) -> Self {
        Self { standing: 0, surroundings: index as u8 }
    }

    pub(super) const fn is(self, condition: Condition) -> bool {
        self.standing & Self::CONDITION == condition as u8
    }

    /// Whether the One Hive rule forbids moving it.
    pub(super) const fn is_pinned(self) -> bool {
        self.is(Condition::Pinned) || self.is(Condition::Held)
    }

    /// Whether it is on the ground and not pinned.
    pub(super) const fn is_loose(self) -> bool {
        self.is(Condition::Hemmed) || self.is(Condition::Free)
    }

    const fn to_ours(self) -> u8 {
        self.standing >> 3 & 3
    }

    const fn to_theirs(self) -> u8 {
        self.standing >> 5
    }

    pub(super) const fn is_beside_our_queen(self) -> bool {
        self.to_ours() == Self::BESIDE
    }

    pub(super) const fn is_near_our_queen(self) -> bool {
        self.to_ours() == Self::NEAR
    }

    pub(super) const fn is_three_steps_from_ours(self) -> bool {
        self.to_ours() == Self::THREE_STEPS_FROM_OURS
    }

    /// Next to her, and its next move cannot attack her.
    pub(super) const fn is_beside_their_queen(self) -> bool {
        self.to_theirs() == Self::BESIDE
    }

    /// Two steps away from her, and its next move cannot attack her.
    pub(super) const fn is_near_their_queen(self) -> bool {
        self.to_theirs() == Self::NEAR
    }

    /// Three steps away from her, and its next move cannot attack her.
    pub(super) const fn is_three_steps_from_theirs(self) -> bool {
        self.to_theirs() == Self::THREE_STEPS_FROM_THEIRS
    }

    /// Whether its next move can fill a liberty of their queen or climb onto her.
    pub(super) const fn attacks(self) -> bool {
        self.to_theirs() == Self::ATTACKS
    }

    pub(super) const fn is_covered_by_them(self) -> bool {
        self.is(Condition::Covered) && self.to_ours() == Self::NEAR
    }

    /// The number of own pieces that it touches.
    pub(super) const fn touched_ours(self) -> u8 {
        self.surroundings & 7
    }

    /// The number of the opponent's pieces that it touches.
    pub(super) const fn touched_theirs(self) -> u8 {
        self.surroundings >> 3 & 7
    }

    /// Whether it is pinned, and touches an own piece that touches nothing else.
    pub(super) const fn is_held_by_own(self) -> bool {
        self.surroundings & Self::HELD_BY_OWN != 0
    }

    /// Whether it is not pinned, but would be if another piece left: see
    /// [`EvalInfo::kept_free`].
    pub(super) const fn is_kept_free(self) -> bool {
        self.surroundings & Self::KEPT_FREE != 0
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

/// The states of all pieces, by index: the bytes of the standings, and those of the surroundings.
/// Behind the last piece there are zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceStates {
    pub(super) standings: [u8; Self::LENGTH],
    pub(super) surroundings: [u8; Self::LENGTH],
}

impl PieceStates {
    /// The pieces, rounded up to whole registers.
    pub(super) const LENGTH: usize = 32;

    pub(super) const fn of_piece(&self, piece: Piece) -> PieceState {
        let index = piece.index();
        PieceState { standing: self.standings[index], surroundings: self.surroundings[index] }
    }
}

const _: () = assert!(Piece::COUNT <= PieceStates::LENGTH, "the states of a piece are missing");

#[inline(always)]
pub(super) fn piece_states(info: &EvalInfo) -> PieceStates {
    const WHITE: u32 = (1 << Piece::PER_PLAYER) - 1;
    // For each color, its own pieces from the first set and the others from the second.
    let own = |sets: [u32; 2]| sets[0] & WHITE | sets[1] & !WHITE;
    let EvalInfo { in_hand, on_table, covered, pinned, atop, .. } = *info;
    let held = own([info.held_by.black, info.held_by.white]);
    let held_by_own = own([info.held_by.white, info.held_by.black]);
    let free = on_table & !(covered | pinned | atop);
    let hemmed = free & !info.slides;
    let slides = free & info.slides;
    let [white, black] = [Color::White, Color::Black];
    let sets = |of: &ByColor<u32>| [of[white], of[black]];
    let swapped = |of: &ByColor<u32>| [of[black], of[white]];
    let attackers = info.mobility[white].attackers | info.mobility[black].attackers;
    let beside = [own(sets(&info.beside_queen)), own(swapped(&info.beside_queen))];
    let near = [own(sets(&info.near_queen)), own(swapped(&info.near_queen))];
    let three = [own(sets(&info.three_steps)), own(swapped(&info.three_steps))];
    let (three_from_ours, three_from_theirs) =
        (three[0] & !near[0], three[1] & !near[1] & !attackers);
    // The bits of both bytes, each for all pieces.
    let standing = [
        in_hand | pinned | hemmed,
        covered | pinned | slides,
        atop | hemmed | slides | held,
        near[0] & !beside[0] | three_from_ours | own(swapped(&info.covered_by)),
        beside[0] | three_from_ours,
        near[1] & !beside[1] | attackers,
        beside[1] | attackers,
        three_from_theirs,
    ];
    let touched = &info.touched;
    let [t0, t1, t2] = [0, 1, 2].map(|bit| own([touched.white[bit], touched.black[bit]]));
    let [o0, o1, o2] = [0, 1, 2].map(|bit| own([touched.black[bit], touched.white[bit]]));
    let surroundings = [t0, t1, t2, o0, o1, o2, held_by_own, info.kept_free];
    PieceStates { standings: transposed(&standing), surroundings: transposed(&surroundings) }
}

/// The bytes of all pieces, from one set of pieces for each bit.
#[inline(always)]
fn transposed(bits: &[u32]) -> [u8; PieceStates::LENGTH] {
    let mut bytes = [0; PieceStates::LENGTH];
    for (eight, bytes) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
        let mut word = 0;
        for (bit, pieces) in bits.iter().enumerate() {
            word |= SPREAD[(pieces >> (8 * eight) & 0xff) as usize] << bit;
        }
        *bytes = u64::to_le_bytes(word);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Mobility;

    #[test]
    fn states_are_assembled_from_sets() {
        let queen = Piece::queen(Color::Black);
        let of_queen = 1 << queen.index();
        let info = EvalInfo {
            on_table: 0b1111_1110 | of_queen,
            in_hand: 1,
            covered: 0b0000_1000,
            atop: 0b0001_0000,
            pinned: 0b1000_0010,
            slides: 0b0010_0110,
            beside_queen: ByColor { white: 0b100 | of_queen, black: 0b010 },
            near_queen: ByColor { white: 0b110_0110 | of_queen, black: 0b10_0010 },
            three_steps: ByColor { white: 0b111_0110 | of_queen, black: 0b1011_0110 },
            held_by: ByColor { white: 0b10, black: 0b1000_0000 },
            touched: ByColor {
                white: [0b10_0000, 0b10_0000, of_queen],
                black: [0b01_0000, of_queen, 0b10_0000],
            },
            covered_by: ByColor { white: 0, black: 0b1000 },
            kept_free: of_queen,
            mobility: ByColor {
                white: Mobility { attackers: 0b10_0000, ..Mobility::default() },
                ..ByColor::default()
            },
        };
        let states = piece_states(&info);
        let state = |index| states.of_piece(Piece::from_index(index));
        let conditions = [
            Condition::InHand,
            Condition::Pinned,
            Condition::Free,
            Condition::Covered,
            Condition::Atop,
            Condition::Free,
            Condition::Hemmed,
            Condition::Held,
        ];
        for (index, condition) in conditions.into_iter().enumerate() {
            let state = state(index);
            assert!(state.is(condition), "{index}: {state:?}");
            assert_eq!(state.is_pinned(), [1, 7].contains(&index));
            assert_eq!(state.is_loose(), [2, 5, 6].contains(&index));
            assert_eq!(state.is_beside_our_queen(), index == 2);
            assert_eq!(state.is_near_our_queen(), [1, 3, 5, 6].contains(&index));
            assert_eq!(state.is_three_steps_from_ours(), index == 4);
            assert_eq!(state.is_beside_their_queen(), index == 1);
            assert!(!state.is_near_their_queen());
            assert_eq!(state.is_three_steps_from_theirs(), [2, 4, 7].contains(&index));
            assert_eq!(state.attacks(), index == 5);
            assert_eq!(state.is_covered_by_them(), index == 3);
            assert_eq!(state.is_held_by_own(), index == 1);
            assert!(!state.is_kept_free());
            assert_eq!(state.touched_ours(), if index == 5 { 3 } else { 0 });
            let touched_theirs = [0, 0, 0, 0, 1, 4, 0, 0];
            assert_eq!(state.touched_theirs(), touched_theirs[index]);
        }
        assert_eq!(state(8), PieceState::default());
        let state = states.of_piece(queen);
        assert!(
            state.is(Condition::Hemmed) && state.is_beside_their_queen() && state.is_kept_free()
        );
        assert_eq!((state.touched_ours(), state.touched_theirs()), (2, 4));
    }
}
