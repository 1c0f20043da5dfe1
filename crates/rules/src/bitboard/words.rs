//! Sets in plain words, for every processor: the 16 × 16 window and the 32 × 32 torus.

use std::ops::{BitAnd, BitOr, BitXor};

use super::Bitboard;
use crate::{Direction, Hex};

/// A set of hexes of a square, row by row: [`Portable`] or [`Torus`], by the number of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordBitboard<const WORDS: usize>([u64; WORDS]);

/// The 16 × 16 window: four rows of 16 bits per word.
pub type Portable = WordBitboard<4>;
/// The whole 32 × 32 torus, which fits every hive, but is slower: two rows of 32 bits per word.
pub type Torus = WordBitboard<16>;

impl<const WORDS: usize> WordBitboard<WORDS> {
    /// Hexes per row.
    const SIDE: usize = (64 * WORDS).isqrt();
    /// Whether the edges wrap around.
    const WRAPS: bool = Self::SIDE == Hex::SIDE as usize;
    const FIRST_COLUMN: u64 = u64::MAX / ((1 << Self::SIDE) - 1);
    const LAST_COLUMN: u64 = Self::FIRST_COLUMN << (Self::SIDE - 1);

    #[inline(always)]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self::once(|| Self(self.0.map(change)))
    }

    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self::once(|| Self(std::array::from_fn(|word| combine(self.0[word], other.0[word]))))
    }

    /// Runs an operation, on the torus without inlining it: the torus is so large, and so rarely
    /// needed, that one copy of each operation is enough.
    #[inline(always)]
    fn once(operation: impl FnOnce() -> Self) -> Self {
        if Self::WRAPS { apart(operation) } else { operation() }
    }

    /// The previous word; before the first comes the last, if the edges wrap.
    #[inline(always)]
    fn before(&self, word: usize) -> u64 {
        if word > 0 || Self::WRAPS { self.0[(word + WORDS - 1) % WORDS] } else { 0 }
    }

    /// The next word, likewise.
    #[inline(always)]
    fn after(&self, word: usize) -> u64 {
        if word < WORDS - 1 || Self::WRAPS { self.0[(word + 1) % WORDS] } else { 0 }
    }
}

/// Keeps an operation from being inlined.
#[inline(never)]
fn apart<T>(operation: impl FnOnce() -> T) -> T {
    operation()
}

impl<const WORDS: usize> BitAnd for WordBitboard<WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const WORDS: usize> BitOr for WordBitboard<WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> BitXor for WordBitboard<WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const WORDS: usize> Bitboard for WordBitboard<WORDS> {
    type Words = [u64; WORDS];

    const BOUNDED: bool = !Self::WRAPS;

    #[inline(always)]
    fn empty() -> Self {
        Self([0; WORDS])
    }

    #[inline(always)]
    fn single(index: usize) -> Self {
        let mut words = [0; WORDS];
        words[(index >> 6) % WORDS] = 1 << (index & 63);
        Self(words)
    }

    #[inline(always)]
    fn around(index: usize, directions: u8) -> Self {
        let mut words = [0; WORDS];
        if Self::WRAPS {
            for direction in Direction::ALL {
                if directions >> direction as u8 & 1 != 0 {
                    let neighbor = Hex::from_index(index).neighbor(direction).index();
                    words[neighbor >> 6] |= 1 << (neighbor & 63);
                }
            }
        } else {
            let shift = index.wrapping_sub(17) & 0xff;
            let bits = super::AROUND_17[directions as usize & 63];
            let (lower, upper) = super::shifted(bits, shift & 63);
            words[shift >> 6] = lower;
            if let Some(next) = words.get_mut((shift >> 6) + 1) {
                *next = upper;
            }
        }
        Self(words)
    }

    #[inline(always)]
    fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; WORDS] {
        self.0
    }

    #[inline(always)]
    fn toggle(&mut self, index: usize) {
        self.0[(index >> 6) % WORDS] ^= 1 << (index & 63);
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn east(self) -> Self {
        self.map(|word| {
            let around = if Self::WRAPS { word & Self::LAST_COLUMN } else { 0 };
            (word & !Self::LAST_COLUMN) << 1 | around >> (Self::SIDE - 1)
        })
    }

    #[inline(always)]
    fn west(self) -> Self {
        self.map(|word| {
            let around = if Self::WRAPS { word & Self::FIRST_COLUMN } else { 0 };
            (word & !Self::FIRST_COLUMN) >> 1 | around << (Self::SIDE - 1)
        })
    }

    #[inline(always)]
    fn south_east(self) -> Self {
        Self::once(|| {
            Self(std::array::from_fn(|word| {
                self.0[word] << Self::SIDE | self.before(word) >> (64 - Self::SIDE)
            }))
        })
    }

    #[inline(always)]
    fn north_west(self) -> Self {
        Self::once(|| {
            Self(std::array::from_fn(|word| {
                self.0[word] >> Self::SIDE | self.after(word) << (64 - Self::SIDE)
            }))
        })
    }

    #[inline(always)]
    fn outermost(touching: Self, occupied: Self) -> Self {
        if Self::WRAPS {
            let row = (1 << Self::SIDE) - 1;
            return touching.zip(occupied, |touching, occupied| {
                let lower = if occupied & row != 0 { row } else { 0 };
                let upper = if occupied & !row != 0 { !row } else { 0 };
                touching & !(lower | upper)
            });
        }
        let mut in_the_east = (occupied | occupied.south_east()).west();
        let mut in_the_west = (occupied | occupied.north_west()).east();
        for (shift, columns) in [(1, 0x7fff), (2, 0x3fff), (4, 0x0fff), (8, 0x00ff)] {
            let kept = columns * Self::FIRST_COLUMN;
            in_the_east = in_the_east | in_the_east.map(|word| word >> shift & kept);
            in_the_west = in_the_west | in_the_west.map(|word| (word & kept) << shift);
        }
        touching.without(in_the_east & in_the_west)
    }

    #[inline(always)]
    fn ring(words: &[u64; WORDS], index: usize) -> u8 {
        if Self::WRAPS {
            let hex = Hex::from_index(index);
            return Direction::ALL.into_iter().fold(0, |ring, direction| {
                let neighbor = hex.neighbor(direction).index();
                ring | u8::from(super::contains(words, neighbor)) << direction as u8
            });
        }
        let first = index.wrapping_sub(17) & 0xff;
        let word = first >> 6;
        // In two steps, because a shift by 64 overflows.
        let (shift, next) = (first & 63, words[(word + 1) % WORDS]);
        let bits = words[word] >> shift | next << 1 << (63 - shift);
        (bits >> 1 & 0b11
            | bits >> 16 & 0b100
            | bits >> 30 & 0b1000
            | bits >> 28 & 0b1_0000
            | bits >> 11 & 0b10_0000) as u8
    }
}
