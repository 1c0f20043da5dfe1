//! A stack of pieces in one byte.

use super::Piece;

/// A stack: its top piece in the low five bits, its height in the others. Six bugs climb, so no
/// stack has more than seven pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stack(u8);

const _: () = assert!(Piece::COUNT <= 32, "a piece has five bits");

impl Stack {
    pub(super) const EMPTY: Self = Self(0);
    const ONE_PIECE: u8 = 1 << 5;

    #[inline]
    pub(super) fn height(self) -> u8 {
        self.0 / Self::ONE_PIECE
    }

    #[inline]
    pub(super) fn top(self) -> Option<Piece> {
        (self != Self::EMPTY).then(|| Piece::from_index((self.0 % Self::ONE_PIECE) as usize))
    }

    /// The stack with another piece on top.
    #[inline]
    pub(super) fn with(self, piece: Piece) -> Self {
        Self(self.0 / Self::ONE_PIECE * Self::ONE_PIECE + Self::ONE_PIECE | piece.index() as u8)
    }
}
