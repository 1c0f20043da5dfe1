//! A 16 × 16 window in four plain words: four rows of sixteen bits to a word.

use super::{Grid, Words};

/// The first column of every row.
const FIRST_COLUMN: u64 = 0x0001_0001_0001_0001;
/// The last column of every row.
const LAST_COLUMN: u64 = 0x8000_8000_8000_8000;

/// A window's set of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable(Words);

impl Portable {
    #[inline(always)]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(change))
    }
}

bit_operators_word_by_word!(Portable);

impl Grid for Portable {
    type Words = Words;

    const BOUNDED: bool = true;

    #[inline(always)]
    fn empty() -> Self {
        Self([0; 4])
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
    fn outermost(touching: Self, occupied: Self) -> Self {
        let mut in_the_east = (occupied | occupied.south_east()).west();
        let mut in_the_west = (occupied | occupied.north_west()).east();
        for (shift, columns) in [(1, 0x7fff), (2, 0x3fff), (4, 0x0fff), (8, 0x00ff)] {
            let kept = columns * FIRST_COLUMN;
            in_the_east = in_the_east | in_the_east.map(|word| word >> shift & kept);
            in_the_west = in_the_west | in_the_west.map(|word| (word & kept) << shift);
        }
        touching.without(in_the_east & in_the_west)
    }

    #[inline(always)]
    fn ring(words: &Words, index: usize) -> u8 {
        let first = index.wrapping_sub(17) & 0xff;
        let word = first >> 6;
        let two = u128::from(words[word + 1 & 3]) << 64 | u128::from(words[word]);
        let bits = (two >> (first & 63)) as u64;
        (bits >> 1 & 0b11
            | bits >> 16 & 0b100
            | bits >> 30 & 0b1000
            | bits >> 28 & 0b1_0000
            | bits >> 11 & 0b10_0000) as u8
    }
}
