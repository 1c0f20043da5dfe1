//! Moves: a piece and its destination.

use super::{Hex, Piece};

/// A move.
///
/// As in UHP, a move names a piece and its destination. A piece in hand is placed; a piece on
/// the table walks, climbs, jumps or is thrown. Ways to the same hex are the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece moves to a hex.
    To {
        /// The piece that is placed, moved or thrown.
        piece: Piece,
        /// The destination, on top of any pieces there.
        hex: Hex,
    },
    /// No move; legal only if no other move is.
    Pass,
}

impl Move {
    const PASS_BITS: u16 = u16::MAX;

    /// The move packed into sixteen bits, for tables.
    #[inline]
    pub const fn bits(self) -> u16 {
        match self {
            Self::To { piece, hex } => (piece.index() as u16) << 10 | hex.index() as u16,
            Self::Pass => Self::PASS_BITS,
        }
    }

    /// The move packed by [`bits`](Self::bits); `None` if no move has these bits.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let index = (bits >> 10) as usize;
        if bits == Self::PASS_BITS {
            Some(Self::Pass)
        } else if index < Piece::COUNT {
            Some(Self::To {
                piece: Piece::from_index(index),
                hex: Hex::from_index((bits & 0x3ff) as usize),
            })
        } else {
            None
        }
    }

    /// The piece that moves, `None` for a pass.
    #[inline]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Self::To { piece, .. } => Some(piece),
            Self::Pass => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_packing() {
        assert_eq!(Move::from_bits(Move::Pass.bits()), Some(Move::Pass));
        for piece in Piece::all() {
            for index in 0..Hex::COUNT {
                let mv = Move::To { piece, hex: Hex::from_index(index) };
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            }
        }
        assert_eq!(Move::from_bits(28 << 10), None);
    }
}
