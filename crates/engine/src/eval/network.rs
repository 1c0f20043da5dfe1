//! The network: one hidden layer over the features of both players, and a linear part in parallel.
//!
//! Each feature of each player has a column of weights, one per lane; the columns of all features
//! of a position are summed. All lanes but the last are hidden units, clipped from 0 to
//! [`CLIP`]; the last lane is the linear part.

use super::learned::LANES;
use super::weights::PackedColumn;

/// Hidden units.
pub const HIDDEN: usize = LANES - 1;

/// The hidden units, and the linear part in the last lane.
pub(super) type Lanes = [i16; LANES];

/// The maximum of a hidden unit, a power of two so that division is a shift.
pub const CLIP: i16 = 2048;

/// Output steps per hundredth of a liberty.
pub const SCALE: i32 = 16;

/// Steps of the second output, which says how likely a draw is, per unit.
pub const DRAW_SCALE: i32 = 256;

const _: () = assert!(LANES.is_multiple_of(16), "the lanes must fill whole vector registers");

/// The weights of one input, aligned so that they cross no cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Column(pub(super) Lanes);

impl Column {
    /// Adds these weights `times` times.
    pub(super) fn add_times(&mut self, weights: &Lanes, times: u8) {
        for (sum, weight) in self.0.iter_mut().zip(weights) {
            *sum = sum.saturating_add(weight.saturating_mul(times.into()));
        }
    }
}

/// The hidden units and the linear part, from the sums of the columns' least multiples and the bias:
/// clipped in the hidden units, and not in the linear part.
#[inline(always)]
pub(super) fn units(sums: &Lanes, bias: &Lanes) -> Lanes {
    const LOW: Lanes = lanes(0, i16::MIN);
    const HIGH: Lanes = lanes(CLIP, i16::MAX);
    const SHIFT: u8 = PackedColumn::<LANES>::LEAST_SHIFT;
    const MOST: i16 = i16::MAX >> SHIFT;
    let mut units = *sums;
    for (lane, unit) in units.iter_mut().enumerate() {
        let sum = (*unit).clamp(-MOST, MOST) << SHIFT;
        *unit = sum.saturating_add(bias[lane]).max(LOW[lane]).min(HIGH[lane]);
    }
    units
}

/// An output in steps.
#[inline(always)]
pub(super) fn output(units: &Lanes, weights: &Lanes) -> i32 {
    dot(units, weights) / i32::from(CLIP)
}

/// The chance of a draw, in 1024ths, by the second output in steps: half of 1 + x / (1 + |x|), a
/// sigmoid that needs no exponential function, which would differ between platforms.
#[inline(always)]
pub(super) fn draw_chance(steps: i32) -> i32 {
    512 + 512 * steps / (DRAW_SCALE + steps.abs())
}

/// The dot product.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn dot(one: &Lanes, other: &Lanes) -> i32 {
    one.iter().zip(other).map(|(&one, &other)| i32::from(one) * i32::from(other)).sum()
}

/// The dot product, with the instruction that the compiler does not find by itself.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn dot(one: &Lanes, other: &Lanes) -> i32 {
    use std::arch::wasm32::{
        i16x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane as lane, i32x4_splat,
    };
    let register = |it: &[i16; 8]| i16x8(it[0], it[1], it[2], it[3], it[4], it[5], it[6], it[7]);
    let (some, others) = (one.as_chunks().0, other.as_chunks().0);
    let sums = some.iter().zip(others).fold(i32x4_splat(0), |sums, (some, other)| {
        i32x4_add(sums, i32x4_dot_i16x8(register(some), register(other)))
    });
    lane::<0>(sums) + lane::<1>(sums) + lane::<2>(sums) + lane::<3>(sums)
}

const fn lanes(hidden: i16, linear: i16) -> Lanes {
    let mut lanes = [hidden; LANES];
    lanes[HIDDEN] = linear;
    lanes
}
