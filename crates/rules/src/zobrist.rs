//! Zobrist keys: a random number for each feature of a position.
//!
//! The numbers are computed by a mixing function instead of being looked up: two multiplications
//! cost less than a cache miss in a table of 16 × 1,024 × 7 entries.

use super::{Bug, GameType, Hex, Piece};

pub(super) const BLACK_TO_MOVE: u64 = mix(1 << 60);

/// A piece of this kind is on this hex with `height` pieces below it.
///
/// Pieces of a kind are interchangeable, so their numbers are ignored.
#[inline]
pub(super) const fn piece_on(piece: Piece, hex: Hex, height: u8) -> u64 {
    mix(KIND[piece.index() & 31] | (height as u64) << 10 | hex.index() as u64)
}

/// The color and kind of each piece, in the bits that [`piece_on`] uses.
static KIND: [u64; 32] = {
    assert!(Bug::COUNT <= 8, "a kind has three bits");
    let mut kinds = [0; 32];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        let kind = (piece.color() as u64) << 3 | piece.bug() as u64;
        kinds[index] = 1 << 56 | kind << 16;
        index += 1;
    }
    kinds
};

/// This piece was moved on the previous ply and rests.
#[inline]
pub(super) const fn resting(piece: Piece, hex: Hex) -> u64 {
    mix(2 << 56 | (piece.color() as u64) << 10 | hex.index() as u64)
}

/// A queen is still in hand at this ply, which decides when she must be placed.
#[inline]
pub(super) const fn queen_in_hand(ply: u16) -> u64 {
    mix(3 << 56 | ply as u64)
}

/// These bugs are in play.
#[inline]
pub(super) const fn game_type(game_type: GameType) -> u64 {
    let GameType { mosquito, ladybug, pillbug } = game_type;
    mix(4 << 56 | (mosquito as u64) << 2 | (ladybug as u64) << 1 | pillbug as u64)
}

/// The finalizer of the `SplitMix64` generator (Steele, Lea and Flood, 2014).
#[inline]
const fn mix(fact: u64) -> u64 {
    let mut z = fact.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Color;

    #[test]
    fn every_feature_has_its_own_number() {
        let mut keys = HashSet::from([BLACK_TO_MOVE]);
        let mut facts = 1;
        for hex in (0..Hex::COUNT).map(Hex::from_index) {
            for piece in Piece::all().filter(|piece| piece.number() == 1) {
                for height in 0..7 {
                    keys.insert(piece_on(piece, hex, height));
                    facts += 1;
                }
            }
            for color in Color::ALL {
                keys.insert(resting(Piece::queen(color), hex));
                facts += 1;
            }
        }
        keys.extend((0..9).map(queen_in_hand));
        keys.extend(GameType::ALL.map(game_type));
        assert_eq!(keys.len(), facts + 9 + 8);
    }

    #[test]
    fn pieces_of_a_kind_are_interchangeable() {
        for piece in Piece::all() {
            let first = Piece::new(piece.color(), piece.bug(), 1).unwrap();
            assert_eq!(piece_on(piece, Hex::CENTER, 2), piece_on(first, Hex::CENTER, 2));
        }
    }
}
