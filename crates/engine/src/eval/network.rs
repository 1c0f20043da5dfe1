//! The evaluation's network: one hidden layer over the features of both players, and a
//! linear part beside it.
//!
//! Each feature of each player has a column of weights, one for each lane, which are added up
//! for all features of a position. The sums of all lanes but the last are the hidden units,
//! clipped to the range from 0 to [`CLIP`], and the last is the linear part.

use super::features::Feature;
use super::learned::LANES;

/// Hidden units.
pub const HIDDEN: usize = LANES - 1;

/// The hidden units, and the linear part in the last lane.
pub(super) type Lanes = [i16; LANES];

/// A hidden unit that is fully on. It is a power of two, so that dividing is shifting.
pub const CLIP: i16 = 2048;

/// Steps of the output in a hundredth of a liberty.
pub const SCALE: i32 = 16;

/// The weights of a network with one hidden unit less than it has lanes. Aligned so that no
/// column of whole cache lines crosses one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Weights<const LANES: usize> {
    /// The initial sums; in the last lane, the value of being to move.
    pub bias: [i16; LANES],
    /// The columns of the features of the player to move, and those of the opponent's.
    pub columns: [[[i16; LANES]; Feature::COUNT]; 2],
    /// The value of each hidden unit that is fully on; in the last lane, [`CLIP`].
    pub output: [i16; LANES],
}

const _: () = assert!(LANES.is_multiple_of(16), "the lanes must fill whole vector registers");

/// The sums of all lanes. Additions saturate, far beyond [`CLIP`]; in actual play the sums
/// stay well within the range.
///
/// The loops over the lanes are plain so that the compiler makes of them what the processor
/// has: see `dispatch`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums(Lanes);

impl Sums {
    #[inline(always)]
    pub(super) fn new(bias: &Lanes) -> Self {
        Self(*bias)
    }

    /// Adds a column.
    #[inline(always)]
    pub(super) fn add(&mut self, column: &Lanes) {
        for (sum, weight) in self.0.iter_mut().zip(column) {
            *sum = sum.saturating_add(*weight);
        }
    }

    /// Adds a column `times` times. The product fits: see the check of the learned columns
    /// in `value`.
    #[inline(always)]
    pub(super) fn add_times(&mut self, column: &Lanes, times: u8) {
        let times = i16::from(times);
        for (sum, weight) in self.0.iter_mut().zip(column) {
            *sum = sum.saturating_add(weight.wrapping_mul(times));
        }
    }

    /// The value of the hidden units and of the linear part, which is not clipped, in steps.
    #[inline(always)]
    pub(super) fn output(&self, output: &Lanes) -> i32 {
        const LOW: Lanes = lanes(0, i16::MIN);
        const HIGH: Lanes = lanes(CLIP, i16::MAX);
        let mut sum = 0;
        for lane in 0..LANES {
            let unit = self.0[lane].max(LOW[lane]).min(HIGH[lane]);
            sum += i32::from(unit) * i32::from(output[lane]);
        }
        sum / i32::from(CLIP)
    }
}

const fn lanes(hidden: i16, linear: i16) -> Lanes {
    let mut lanes = [hidden; LANES];
    lanes[HIDDEN] = linear;
    lanes
}
