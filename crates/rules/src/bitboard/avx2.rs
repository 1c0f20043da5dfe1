//! A 16 × 16 window in one 256-bit register: each lane of sixteen bits is a row.
//!
//! Every function is `#[inline(always)]` and consists of a few AVX2 intrinsics. They become
//! single instructions because all callers are compiled with
//! `#[target_feature(enable = "avx2,...")]` and run only after a check of the processor
//! (see `dispatch`).

use std::arch::x86_64::{
    __m256i, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_sllv_epi64,
    _mm256_srli_epi16, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_sub_epi64,
    _mm256_testz_si256, _mm256_xor_si256, _pext_u64,
};
use std::ops::{BitAnd, BitOr, BitXor};

use super::{Bitboard, Spots, Words};

/// A set of hexes of the window.
///
/// A value of this type proves that the processor has AVX2 and BMI2: only functions that
/// `dispatch` guards make one.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i);

/// Wraps intrinsics of AVX2 and BMI2 without side effects or memory access.
macro_rules! avx2 {
    ($body:expr) => {
        // SAFETY: needs AVX2 and BMI2, which the existence of an `Avx2` value proves.
        unsafe { $body }
    };
}

impl Avx2 {
    /// The 64 bits, shifted left by `shift` within the register.
    #[inline(always)]
    fn shifted(bits: u64, shift: usize) -> Self {
        Self(avx2!({
            // A count that is negative or too large shifts everything out.
            let bits = _mm256_set1_epi64x(bits as i64);
            let word_starts = _mm256_set_epi64x(192, 128, 64, 0);
            let left = _mm256_sub_epi64(_mm256_set1_epi64x(shift as i64), word_starts);
            let right = _mm256_sub_epi64(_mm256_setzero_si256(), left);
            _mm256_or_si256(_mm256_sllv_epi64(bits, left), _mm256_srlv_epi64(bits, right))
        }))
    }
}

impl BitAnd for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(avx2!(_mm256_and_si256(self.0, other.0)))
    }
}

impl BitOr for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(avx2!(_mm256_or_si256(self.0, other.0)))
    }
}

impl BitXor for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(avx2!(_mm256_xor_si256(self.0, other.0)))
    }
}

impl Bitboard for Avx2 {
    type Words = Words;

    const BOUNDED: bool = true;

    #[inline(always)]
    fn empty() -> Self {
        Self(avx2!(_mm256_setzero_si256()))
    }

    #[inline(always)]
    fn holds(self, spots: &Spots) -> u32 {
        /// Bit `n` in byte `n`, for each eight bytes.
        const BITS: i64 = 0x8040_2010_0804_0201_u64 as i64;
        // SAFETY: `spots` is 32 bytes long, and the load needs no alignment.
        let spots = unsafe { _mm256_loadu_si256(spots.as_ptr().cast()) };
        avx2!({
            let bit = _mm256_shuffle_epi8(
                _mm256_set1_epi64x(BITS),
                _mm256_and_si256(spots, _mm256_set1_epi8(7)),
            );
            // Four bits choose one byte of sixteen, and the highest one chooses the half.
            let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(spots), _mm256_set1_epi8(15));
            let lower = _mm256_permute2x128_si256::<0x00>(self.0, self.0);
            let upper = _mm256_permute2x128_si256::<0x11>(self.0, self.0);
            let chosen = _mm256_blendv_epi8(
                _mm256_shuffle_epi8(lower, byte),
                _mm256_shuffle_epi8(upper, byte),
                spots,
            );
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(chosen, bit), bit)) as u32
        })
    }

    #[inline(always)]
    fn single(index: usize) -> Self {
        Self::shifted(1, index & 0xff)
    }

    #[inline(always)]
    fn around(index: usize, directions: u8) -> Self {
        Self::shifted(super::AROUND_17[directions as usize & 63], index.wrapping_sub(17) & 0xff)
    }

    #[inline(always)]
    fn from_words(words: Words) -> Self {
        // SAFETY: `words` is 32 bytes long, and the load needs no alignment.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn words(self) -> Words {
        let mut words = [0; 4];
        // SAFETY: `words` is 32 bytes long, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(avx2!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        avx2!(_mm256_testz_si256(self.0, self.0)) != 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn east(self) -> Self {
        Self(avx2!(_mm256_slli_epi16::<1>(self.0)))
    }

    #[inline(always)]
    fn west(self) -> Self {
        Self(avx2!(_mm256_srli_epi16::<1>(self.0)))
    }

    #[inline(always)]
    fn south_east(self) -> Self {
        Self(avx2!({
            let low_to_high = _mm256_permute2x128_si256::<0x08>(self.0, self.0);
            _mm256_alignr_epi8::<14>(self.0, low_to_high)
        }))
    }

    #[inline(always)]
    fn north_west(self) -> Self {
        Self(avx2!({
            let high_to_low = _mm256_permute2x128_si256::<0x81>(self.0, self.0);
            _mm256_alignr_epi8::<2>(high_to_low, self.0)
        }))
    }

    #[inline(always)]
    fn outermost(touching: Self, occupied: Self) -> Self {
        let in_the_east = (occupied | occupied.south_east()).west();
        let in_the_west = (occupied | occupied.north_west()).east();
        let behind = Self(avx2!({
            let mut east = in_the_east.0;
            east = _mm256_or_si256(east, _mm256_srli_epi16::<1>(east));
            east = _mm256_or_si256(east, _mm256_srli_epi16::<2>(east));
            east = _mm256_or_si256(east, _mm256_srli_epi16::<4>(east));
            east = _mm256_or_si256(east, _mm256_srli_epi16::<8>(east));
            let mut west = in_the_west.0;
            west = _mm256_or_si256(west, _mm256_slli_epi16::<1>(west));
            west = _mm256_or_si256(west, _mm256_slli_epi16::<2>(west));
            west = _mm256_or_si256(west, _mm256_slli_epi16::<4>(west));
            west = _mm256_or_si256(west, _mm256_slli_epi16::<8>(west));
            _mm256_and_si256(east, west)
        }));
        touching.without(behind)
    }

    #[inline(always)]
    fn ring(words: &Words, index: usize) -> u8 {
        /// From row order to clockwise order: west comes before east and south.
        const CLOCKWISE: [u8; 64] = {
            let mut table = [0; 64];
            let mut bits = 0;
            while bits < 64 {
                let (upper, west, east) = (bits & 0b11, bits >> 2 & 1, bits >> 3 & 1);
                let (south_west, south_east) = (bits >> 4 & 1, bits >> 5 & 1);
                table[bits as usize] =
                    upper | east << 2 | south_east << 3 | south_west << 4 | west << 5;
                bits += 1;
            }
            table
        };
        // Relative to the hex one row and one column before.
        const NEIGHBORS: u64 = super::AROUND_17[0x3f];
        let first = index.wrapping_sub(17) & 0xff;
        let byte = (first >> 3).min(24);
        // SAFETY: the eight bytes end at most with the last of the 32 bytes of `words`.
        let bytes = unsafe { words.as_ptr().cast::<u8>().add(byte).cast::<u64>().read_unaligned() };
        let bits = bytes >> (first - 8 * byte);
        CLOCKWISE[avx2!(_pext_u64(bits, NEIGHBORS)) as usize & 63]
    }
}
