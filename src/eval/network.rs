//! The evaluation's network: one hidden layer over the features of both players, and a
//! linear part beside it.
//!
//! Each feature of each player has a column of sixteen weights. The columns of all that
//! is counted are added up; the first fifteen sums are the hidden units, of which only
//! the part from 0 to [`CLIP`] counts, and the last is the linear part.

use wide::i16x16;

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

impl Weights {
    /// What the sums are worth, in steps.
    #[inline]
    pub(super) fn output(&self, sums: &Sums) -> i32 {
        sums.clipped().dot(i16x16::new(self.output)).reduce_add() / i32::from(CLIP)
    }
}

/// The sums of all lanes on the way, in the processor's vector registers. A sum that is
/// too large stays at the largest number, far beyond [`CLIP`]: in lines of actual play
/// the sums keep well within the range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums(i16x16);

impl Sums {
    #[inline(always)]
    pub(super) fn new(bias: Lanes) -> Self {
        Self(i16x16::new(bias))
    }

    /// Adds a column.
    #[inline(always)]
    pub(super) fn add(&mut self, column: &Lanes) {
        self.0 = self.0.saturating_add(i16x16::new(*column));
    }

    /// Adds a column so many times. The product fits: see the check of the learned
    /// columns in `value`.
    #[inline(always)]
    pub(super) fn add_times(&mut self, column: &Lanes, times: u8) {
        let product = i16x16::new(*column) * i16x16::splat(i16::from(times));
        self.0 = self.0.saturating_add(product);
    }

    /// The hidden units; the linear part is not clipped.
    #[inline(always)]
    fn clipped(self) -> i16x16 {
        self.0.max(i16x16::new(lanes(0, i16::MIN))).min(i16x16::new(lanes(CLIP, i16::MAX)))
    }
}

const fn lanes(hidden: i16, linear: i16) -> Lanes {
    let mut lanes = [hidden; HIDDEN + 1];
    lanes[HIDDEN] = linear;
    lanes
}
