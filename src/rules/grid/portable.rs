//! A 16 × 16 window in four plain words: four rows of sixteen bits to a word.

use std::ops::{BitAnd, BitOr, BitXor};

use super::{Grid, Words};

/// The first column of every row.
const FIRST_COLUMN: u64 = 0x0001_0001_0001_0001;
/// The last column of every row.
const LAST_COLUMN: u64 = 0x8000_8000_8000_8000;

/// A window's set of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Portable(Words);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }

    #[inline(always)]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(change))
    }
}

impl BitAnd for Portable {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Portable {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Portable {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Grid for Portable {
    type Words = Words;

    const BOUNDED: bool = true;

    #[inline(always)]
    fn empty() -> Self {
        Self([0; 4])
    }

    #[inline(always)]
    fn full() -> Self {
        Self([u64::MAX; 4])
    }

    #[inline(always)]
    fn single(index: usize) -> Self {
        let mut words = [0; 4];
        super::set(&mut words, index);
        Self(words)
    }

    #[inline(always)]
    fn around(index: usize, directions: u8) -> Self {
        let shift = index.wrapping_sub(17) & 0xff;
        let bits = u128::from(super::AROUND_17[directions as usize & 63]) << (shift & 63);
        let mut words = [0; 5];
        words[shift >> 6] = bits as u64;
        words[(shift >> 6) + 1] = (bits >> 64) as u64;
        Self([words[0], words[1], words[2], words[3]])
    }

    #[inline(always)]
    fn from_words(words: Words) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> Words {
        self.0
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn east(self) -> Self {
        self.map(|word| (word & !LAST_COLUMN) << 1)
    }

    #[inline(always)]
    fn west(self) -> Self {
        self.map(|word| (word & !FIRST_COLUMN) >> 1)
    }

    #[inline(always)]
    fn south_east(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48])
    }

    #[inline(always)]
    fn north_west(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16])
    }

    #[inline(always)]
    fn outside(_occupied: Self) -> Self {
        let sides = FIRST_COLUMN | LAST_COLUMN;
        Self([sides | 0xffff, sides, sides, sides | 0xffff << 48])
    }

    #[inline(always)]
    fn outermost(touching: Self) -> Self {
        let words = touching.0;
        let mut columns = words[0] | words[1] | words[2] | words[3];
        columns |= columns >> 32;
        columns |= columns >> 16;
        let columns = columns as u16;
        if columns == 0 {
            return touching;
        }
        let sides = u64::from(columns & columns.wrapping_neg() | 0x8000 >> columns.leading_zeros());
        let sides = sides * FIRST_COLUMN;
        let mut ends = touching.map(|word| word & sides);
        if let Some(first) = words.iter().position(|word| *word != 0) {
            ends.0[first] |= words[first] & 0xffff << (words[first].trailing_zeros() & 0x30);
        }
        if let Some(last) = words.iter().rposition(|word| *word != 0) {
            ends.0[last] |= words[last] & 0xffff << (words[last].ilog2() & 0x30);
        }
        ends
    }
}
