//! A queen and her liberties.

use waggle_hive_core::rules::bit_hive::BitHive;
use waggle_hive_core::rules::bitboard::{Bitboard, Spots};

/// The index offsets of the neighbors of a hex in a window, clockwise.
const STEPS: [i8; 6] = [-16, -15, 1, 16, 15, -1];

/// The direction bit by index offset.
const DIRECTION_OF_STEP: [u8; 256] = {
    let mut table = [0; 256];
    let mut direction = 0;
    while direction < 6 {
        table[STEPS[direction] as u8 as usize] = 1 << direction;
        direction += 1;
    }
    table
};

/// A queen on the table and the hexes around her.
pub(super) struct QueenZone<B: Bitboard> {
    /// The index of her hex.
    pub(super) queen: usize,
    pub(super) liberties: B,
    /// The indices of the hexes around her, clockwise, if the bitboard is a window.
    around: Spots,
    pub(super) free_directions: u8,
}

impl<B: Bitboard> QueenZone<B> {
    #[inline(always)]
    pub(super) fn new(bits: &BitHive<B>, queen: usize, liberties: B) -> Self {
        let mut around = [0; 32];
        for (spot, step) in around.iter_mut().zip(STEPS) {
            *spot = (queen as u8).wrapping_add_signed(step);
        }
        Self { queen, liberties, around, free_directions: !bits.ring(queen) & 0x3f }
    }

    /// The direction bit from the queen to the hex `steps` steps from another in a straight line;
    /// 0 if that is not next to her. For windows only.
    #[inline(always)]
    pub(super) fn direction_of(&self, from: usize, direction: usize, steps: u32) -> u8 {
        let step = i32::from(STEPS[direction]) as u32;
        let goal = (from as u32).wrapping_add(step.wrapping_mul(steps));
        DIRECTION_OF_STEP[goal.wrapping_sub(self.queen as u32) as usize & 0xff]
    }

    /// The directions from the queen to those of her liberties that are in the set.
    #[inline(always)]
    pub(super) fn directions(&self, set: B) -> u8 {
        if B::BOUNDED {
            set.holds(&self.around) as u8 & self.free_directions
        } else {
            B::ring(&set.words(), self.queen) & self.free_directions
        }
    }
}
