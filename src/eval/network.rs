//! The evaluation's network: one hidden layer over the features of both players, and a
//! linear part beside it.
//!
//! Each feature of each player has a column of sixteen weights. The columns of all that
//! is counted are added up; the first fifteen sums are the hidden units, of which only
//! the part from 0 to [`CLIP`] counts, and the last is the linear part.

use super::features::Feature;

/// Hidden units.
pub const HIDDEN: usize = 15;

/// The hidden units, and the linear part in the last lane.
pub(super) type Lanes = [i16; HIDDEN + 1];

/// A hidden unit that is fully on. It is a power of two, so that dividing is shifting.
pub const CLIP: i16 = 2048;

/// Steps of the linear part and of what the hidden units add to a hundredth of a
/// liberty.
pub const SCALE: i32 = 16;

/// The weights of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What every sum begins with; in the last lane, the worth of being to move.
    pub bias: [i16; HIDDEN + 1],
    /// The columns of the features of the player to move, and those of the opponent's.
    pub columns: [[[i16; HIDDEN + 1]; Feature::COUNT]; 2],
    /// What a hidden unit is worth that is fully on; in the last lane, [`CLIP`].
    pub output: [i16; HIDDEN + 1],
}

/// Where the lanes are clipped; the linear part is not. All lanes are treated alike, so
/// that they stay together in the registers.
const LOWEST: Lanes = lanes(0, i16::MIN);
const HIGHEST: Lanes = lanes(CLIP, i16::MAX);

const fn lanes(hidden: i16, linear: i16) -> Lanes {
    let mut lanes = [hidden; HIDDEN + 1];
    lanes[HIDDEN] = linear;
    lanes
}

impl Weights {
    /// What the sums are worth, in steps.
    #[inline]
    pub(super) fn output(&self, sums: &Lanes) -> i32 {
        let mut steps = 0;
        for lane in 0..sums.len() {
            let clipped = sums[lane].max(LOWEST[lane]).min(HIGHEST[lane]);
            steps += i32::from(clipped) * i32::from(self.output[lane]);
        }
        steps / i32::from(CLIP)
    }
}

/// Adds a column. A sum that is too large stays at the largest number, far beyond
/// [`CLIP`]: in lines of actual play the sums keep well within the range.
#[inline(always)]
pub(super) fn add(sums: &mut Lanes, column: &Lanes) {
    for (sum, weight) in sums.iter_mut().zip(column) {
        *sum = sum.saturating_add(*weight);
    }
}

/// Adds a column so many times. The product fits: see the check of the learned columns in
/// `value`.
#[inline(always)]
pub(super) fn add_times(sums: &mut Lanes, column: &Lanes, times: u8) {
    let times = i16::from(times);
    for (sum, weight) in sums.iter_mut().zip(column) {
        *sum = sum.saturating_add(weight.wrapping_mul(times));
    }
}
