//! The whole 32 × 32 torus: exact for every hive, and slower.

use super::Grid;
use crate::rules::{Direction, Hex};

/// A set of any of the 1,024 hexes: two rows of 32 bits to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Wide([u64; 16]);

/// The first column of both rows of a word.
const FIRST_COLUMN: u64 = 0x0000_0001_0000_0001;
/// The last column of both rows of a word.
const LAST_COLUMN: u64 = 0x8000_0000_8000_0000;

bit_operators_word_by_word!(Wide);

impl Grid for Wide {
    type Words = [u64; 16];

    const BOUNDED: bool = false;

    #[inline(always)]
    fn empty() -> Self {
        Self([0; 16])
    }

    #[inline(always)]
    fn single(index: usize) -> Self {
        let mut words = [0; 16];
        words[index >> 6] = 1 << (index & 63);
        Self(words)
    }

    #[inline(always)]
    fn around(index: usize, directions: u8) -> Self {
        let mut words = [0; 16];
        for direction in Direction::ALL {
            if directions >> direction as u8 & 1 != 0 {
                let neighbor = Hex::from_index(index).neighbor(direction).index();
                words[neighbor >> 6] |= 1 << (neighbor & 63);
            }
        }
        Self(words)
    }

    #[inline(always)]
    fn from_words(words: [u64; 16]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; 16] {
        self.0
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; 16]
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn east(self) -> Self {
        Self(self.0.map(|word| (word & !LAST_COLUMN) << 1 | (word & LAST_COLUMN) >> 31))
    }

    #[inline(always)]
    fn west(self) -> Self {
        Self(self.0.map(|word| (word & !FIRST_COLUMN) >> 1 | (word & FIRST_COLUMN) << 31))
    }

    #[inline(always)]
    fn south_east(self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] << 32 | self.0[(word + 15) & 15] >> 32))
    }

    #[inline(always)]
    fn north_west(self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] >> 32 | self.0[(word + 1) & 15] << 32))
    }

    #[inline(always)]
    fn outermost(touching: Self, occupied: Self) -> Self {
        let mut words = touching.0;
        for (word, bits) in words.iter_mut().zip(occupied.0) {
            if bits as u32 != 0 {
                *word &= !0xffff_ffff;
            }
            if bits >> 32 != 0 {
                *word &= 0xffff_ffff;
            }
        }
        Self(words)
    }

    #[inline(always)]
    fn ring(words: &[u64; 16], index: usize) -> u8 {
        let hex = Hex::from_index(index);
        let mut ring = 0;
        for direction in Direction::ALL {
            let neighbor = hex.neighbor(direction).index();
            ring |= u8::from(super::contains(words, neighbor)) << direction as u8;
        }
        ring
    }
}
