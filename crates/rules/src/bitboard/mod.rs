//! Bitboards: sets of hexes as bits, with the operations that move generation needs.
//!
//! The rules are generic over the trait [`Bitboard`], which has three implementations:
//!
//! - `avx2`: a 16 × 16 window in one 256-bit register (compiled once more for AVX-512), or in
//!   two registers of WebAssembly;
//! - [`words`]: the same window in four plain words, for every processor;
//! - [`words`] again: the whole 32 × 32 torus, for a hive too long for the window.
//!
//! Code generic over [`Bitboard`] is `#[inline(always)]` and uses no closures over sets: a
//! function that is not inlined is compiled without AVX2, and each of its operations becomes a
//! call.

// Sets are values: every operation returns one.
#![allow(clippy::return_self_not_must_use)]

use std::ops::{BitAnd, BitOr, BitXor};

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod simd128;
pub mod words;

#[cfg(test)]
mod tests;

/// The bits of a 16 × 16 window, row by row.
pub type Words = [u64; 4];

/// Indices of hexes of a window, as many as fit in a register.
pub type Spots = [u8; 32];

/// The neighbors of hex 17 of a window, one row and column from its corner, by direction bits.
const AROUND_17: [u64; 64] = {
    const NEIGHBORS: [u64; 6] = [1 << 1, 1 << 2, 1 << 18, 1 << 33, 1 << 32, 1 << 16];
    let mut table = [0; 64];
    let mut directions = 0;
    while directions < 64 {
        let mut direction = 0;
        while direction < 6 {
            if directions >> direction & 1 != 0 {
                table[directions] |= NEIGHBORS[direction];
            }
            direction += 1;
        }
        directions += 1;
    }
    table
};

/// Bits shifted left by less than 64, in two words. Not a 128-bit integer: shifting one is a
/// call in WebAssembly.
#[inline(always)]
fn shifted(bits: u64, shift: usize) -> (u64, u64) {
    (bits << shift, bits >> 1 >> (63 - shift))
}

/// A set of hexes of a window or of the torus, indexed row by row.
///
/// Shifts move every hex of the set one step. On a window nothing may be shifted out: the hive
/// keeps a margin.
pub trait Bitboard:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The bits as plain words, for looking up single hexes.
    type Words: Copy + AsRef<[u64]>;

    /// Whether this is a window, not the torus.
    const BOUNDED: bool;

    /// No hexes.
    fn empty() -> Self;
    /// The hex with this index.
    fn single(index: usize) -> Self;
    /// The neighbors of a hex in the directions whose bits are set. On a window the hex must not
    /// be on the margin.
    fn around(index: usize, directions: u8) -> Self;
    /// The hexes of these words.
    fn from_words(words: Self::Words) -> Self;
    /// The set as plain words.
    fn words(self) -> Self::Words;
    /// The hexes in `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Whether the set is empty.
    fn is_empty(self) -> bool;
    /// The number of hexes.
    fn len(self) -> u32;
    /// One step to the east.
    fn east(self) -> Self;
    /// One step to the west.
    fn west(self) -> Self;
    /// One step to the south-east: one row down.
    fn south_east(self) -> Self;
    /// One step to the north-west: one row up.
    fn north_west(self) -> Self;
    /// Some hexes of `touching`, a set next to the hive, from which a straight path through no
    /// gate leads out of the window; on the torus, those in empty rows.
    fn outermost(touching: Self, occupied: Self) -> Self;
    /// The neighbors of a hex that are in `words`, one bit per direction. On a window the hex
    /// must not be on the margin.
    fn ring(words: &Self::Words, index: usize) -> u8;

    /// Adds the hex with this index, or removes it.
    #[inline(always)]
    fn toggle(&mut self, index: usize) {
        *self = *self ^ Self::single(index);
    }

    /// Which of these hexes of a window are in the set, one bit each in their order.
    #[inline(always)]
    fn holds(self, spots: &Spots) -> u32 {
        let words = self.words();
        let mut held = 0;
        for (index, &spot) in spots.iter().enumerate() {
            held |= u32::from(contains(&words, spot as usize)) << index;
        }
        held
    }

    /// For each direction, the hexes whose neighbor in it is in the set.
    #[inline(always)]
    fn shifted_to_neighbors(self) -> [Self; 6] {
        let lower = self.south_east();
        let upper = self.north_west();
        [lower, lower.west(), self.west(), upper, upper.east(), self.east()]
    }

    /// All neighbors of the set.
    #[inline(always)]
    fn neighbors(self) -> Self {
        let level = self.east() | self.west();
        level | (self | self.west()).south_east() | (self | self.east()).north_west()
    }

    /// The hex with the lowest index; empty if the set is.
    #[inline(always)]
    fn lowest(self) -> Self {
        let words = self.words();
        for (position, &word) in words.as_ref().iter().enumerate() {
            if word != 0 {
                return Self::single(position << 6 | word.trailing_zeros() as usize);
            }
        }
        Self::empty()
    }
}

/// The indices of the hexes in the words of a bitboard, in ascending order.
#[inline(always)]
pub fn indices(words: &impl AsRef<[u64]>) -> impl Iterator<Item = usize> + '_ {
    words.as_ref().iter().enumerate().flat_map(|(position, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                position << 6 | bit
            })
        })
    })
}

/// Whether the hex with this index is in the words of a bitboard.
#[inline(always)]
pub fn contains(words: &impl AsRef<[u64]>, index: usize) -> bool {
    words.as_ref()[index >> 6] >> (index & 63) & 1 != 0
}
