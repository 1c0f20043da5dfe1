//! A 16 × 16 window in one 256-bit register: a lane of sixteen bits is a row.
//!
//! Every function here is `#[inline(always)]` and consists of a few AVX2 intrinsics.
//! They become single instructions because their only caller is compiled with
//! `#[target_feature(enable = "avx2,...")]` and runs only where the processor has
//! been asked (see `movegen::dispatch`).

use std::arch::x86_64::{
    __m256i, _mm_extract_epi64, _mm_or_si128, _mm256_alignr_epi8, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi16, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_set_epi64x, _mm256_set1_epi16, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi16, _mm256_sllv_epi64, _mm256_srli_epi16, _mm256_srlv_epi64,
    _mm256_storeu_si256, _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256,
};
use std::ops::{BitAnd, BitOr, BitXor};

use super::{Grid, Words};

/// A window's set of hexes.
///
/// A value of this type exists only where AVX2 does: nothing outside the functions
/// that `movegen::dispatch` guards makes one.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Avx2(__m256i);

/// Wraps intrinsics, all of them free of side effects and memory access.
macro_rules! avx2 {
    ($body:expr) => {
        // SAFETY: needs AVX2, which the holder of an `Avx2` value has; see the type.
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

impl Grid for Avx2 {
    type Words = Words;

    const BOUNDED: bool = true;

    #[inline(always)]
    fn empty() -> Self {
        Self(avx2!(_mm256_setzero_si256()))
    }

    #[inline(always)]
    fn full() -> Self {
        Self(avx2!(_mm256_set1_epi16(-1)))
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
    fn outside(_occupied: Self) -> Self {
        const SIDES: u64 = 0x8001_8001_8001_8001;
        Self::from_words([SIDES | 0xffff, SIDES, SIDES, SIDES | 0xffff << 48])
    }

    #[inline(always)]
    fn outermost(touching: Self) -> Self {
        let (bytes_in_use, mut columns) = avx2!({
            let empty_rows = _mm256_cmpeq_epi16(touching.0, _mm256_setzero_si256());
            let halves = _mm_or_si128(
                _mm256_castsi256_si128(touching.0),
                _mm256_extracti128_si256::<1>(touching.0),
            );
            let columns = _mm_extract_epi64::<0>(halves) | _mm_extract_epi64::<1>(halves);
            (!(_mm256_movemask_epi8(empty_rows) as u32), columns as u64)
        });
        if bytes_in_use == 0 {
            return touching;
        }
        columns |= columns >> 32;
        columns |= columns >> 16;
        let columns = columns as u16;
        let sides = columns & columns.wrapping_neg() | 0x8000 >> columns.leading_zeros();
        let sides = Self(avx2!(_mm256_set1_epi16(sides as i16)));
        let row_of = |byte: u32| {
            let mut rows = [0u64; 4];
            rows[(byte >> 3 & 3) as usize] = 0xffff << ((byte & 6) * 8);
            Self::from_words(rows)
        };
        let first = row_of(bytes_in_use.trailing_zeros());
        let last = row_of(bytes_in_use.ilog2());
        touching & (sides | first | last)
    }
}
