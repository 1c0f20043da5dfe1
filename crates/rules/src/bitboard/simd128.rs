//! A 16 × 16 window in two 128-bit registers of WebAssembly: each lane of sixteen bits is a row.
//!
//! Compiled only if the whole program is compiled for SIMD, so there is no check at run time.

use std::arch::wasm32::{
    i8x16_bitmask, i8x16_eq, i8x16_swizzle, i16x8_shl, i16x8_shuffle, u8x16, u8x16_shr,
    u8x16_splat, u8x16_sub, u16x8_shr, u64x2, u64x2_extract_lane, u64x2_splat, v128, v128_and,
    v128_andnot, v128_any_true, v128_or, v128_xor,
};
use std::ops::{BitAnd, BitOr, BitXor};

use super::{Bitboard, Spots, Words};

/// A set of hexes of the window: the upper eight rows and the lower eight.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(v128, v128);

impl Simd128 {
    /// Maps both halves.
    #[inline(always)]
    fn map(self, change: impl Fn(v128) -> v128) -> Self {
        Self(change(self.0), change(self.1))
    }
}

/// The set of each single hex.
static SINGLES: [Words; 256] = {
    let mut singles = [[0; 4]; 256];
    let mut index = 0;
    while index < 256 {
        singles[index][index >> 6] = 1 << (index & 63);
        index += 1;
    }
    singles
};

impl BitAnd for Simd128 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0), v128_and(self.1, other.1))
    }
}

impl BitOr for Simd128 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0), v128_or(self.1, other.1))
    }
}

impl BitXor for Simd128 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0), v128_xor(self.1, other.1))
    }
}

impl Bitboard for Simd128 {
    type Words = Words;

    const BOUNDED: bool = true;

    #[inline(always)]
    fn empty() -> Self {
        Self(u64x2_splat(0), u64x2_splat(0))
    }

    #[inline(always)]
    fn holds(self, spots: &Spots) -> u32 {
        /// Bit `n` in byte `n`, for each eight bytes.
        const BITS: u64 = 0x8040_2010_0804_0201;
        let held = |first: usize| {
            let word = |at: usize| {
                let bytes = std::array::from_fn(|index| spots[first + at + index]);
                u64::from_le_bytes(bytes)
            };
            let spots = u64x2(word(0), word(8));
            let bit = i8x16_swizzle(u64x2_splat(BITS), v128_and(spots, u8x16_splat(7)));
            // A byte index beyond the register's sixteen selects nothing.
            let byte = u8x16_shr(spots, 3);
            let chosen = v128_or(
                i8x16_swizzle(self.0, byte),
                i8x16_swizzle(self.1, u8x16_sub(byte, u8x16_splat(16))),
            );
            u32::from(i8x16_bitmask(i8x16_eq(v128_and(chosen, bit), bit)))
        };
        held(0) | held(16) << 16
    }

    #[inline(always)]
    fn single(index: usize) -> Self {
        Self::from_words(SINGLES[index & 0xff])
    }

    #[inline(always)]
    fn around(index: usize, directions: u8) -> Self {
        let first = index.wrapping_sub(17);
        let rows = u64x2(super::AROUND_17[directions as usize & 63], 0);
        let rows = i16x8_shl(rows, first as u32 & 15);
        // Each byte comes from `down` bytes before; a byte index beyond the register's sixteen
        // selects nothing.
        let down = u8x16_splat((first >> 4 << 1) as u8 & 31);
        let from = |bytes| i8x16_swizzle(rows, u8x16_sub(bytes, down));
        Self(
            from(u8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
            from(u8x16(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)),
        )
    }

    #[inline(always)]
    fn from_words(words: Words) -> Self {
        Self(u64x2(words[0], words[1]), u64x2(words[2], words[3]))
    }

    #[inline(always)]
    fn words(self) -> Words {
        [
            u64x2_extract_lane::<0>(self.0),
            u64x2_extract_lane::<1>(self.0),
            u64x2_extract_lane::<0>(self.1),
            u64x2_extract_lane::<1>(self.1),
        ]
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(v128_andnot(self.0, other.0), v128_andnot(self.1, other.1))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(v128_or(self.0, self.1))
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn east(self) -> Self {
        self.map(|rows| i16x8_shl(rows, 1))
    }

    #[inline(always)]
    fn west(self) -> Self {
        self.map(|rows| u16x8_shr(rows, 1))
    }

    #[inline(always)]
    fn south_east(self) -> Self {
        let none = u64x2_splat(0);
        Self(
            i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(none, self.0),
            i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(self.0, self.1),
        )
    }

    #[inline(always)]
    fn north_west(self) -> Self {
        let none = u64x2_splat(0);
        Self(
            i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(self.0, self.1),
            i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(self.1, none),
        )
    }

    #[inline(always)]
    fn outermost(touching: Self, occupied: Self) -> Self {
        let mut in_the_east = (occupied | occupied.south_east()).west();
        let mut in_the_west = (occupied | occupied.north_west()).east();
        for shift in [1, 2, 4, 8] {
            in_the_east = in_the_east | in_the_east.map(|rows| u16x8_shr(rows, shift));
            in_the_west = in_the_west | in_the_west.map(|rows| i16x8_shl(rows, shift));
        }
        touching.without(in_the_east & in_the_west)
    }

    #[inline(always)]
    fn ring(words: &Words, index: usize) -> u8 {
        super::words::Portable::ring(words, index)
    }
}
