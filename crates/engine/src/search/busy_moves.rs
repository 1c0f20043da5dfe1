//! Which moves the threads are searching, so that others search other moves first.

use std::sync::atomic::{AtomicU64, Ordering};

/// The moves that some thread is searching, as in Tom Kerrigan's simplified ABDADA, after
/// Jean-Christophe Weill (1996). Only a hint: a move is forgotten when another one takes its slot.
pub(super) struct BusyMoves(Box<[AtomicU64]>);

/// Many more than the moves on the paths of a few hundred threads.
const SLOTS: usize = 1 << 14;

impl BusyMoves {
    /// The least depth of a node whose moves are put off: nearer to the leaves it gains less
    /// (docs/decisions/threads.md).
    pub(super) const MIN_DEPTH: i32 = 3;

    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether a thread is searching this move in the position with this key.
    pub(super) fn contains(&self, key: u64, move_bits: u16) -> bool {
        let (slot, entry) = self.find(key, move_bits);
        slot.load(Ordering::Relaxed) == entry
    }

    pub(super) fn insert(&self, key: u64, move_bits: u16) {
        let (slot, entry) = self.find(key, move_bits);
        slot.store(entry, Ordering::Relaxed);
    }

    pub(super) fn remove(&self, key: u64, move_bits: u16) {
        let (slot, entry) = self.find(key, move_bits);
        if slot.load(Ordering::Relaxed) == entry {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// The slot of a move in a position, and what stands for it there.
    fn find(&self, key: u64, move_bits: u16) -> (&AtomicU64, u64) {
        /// 2^64 divided by the golden ratio.
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let entry = key ^ u64::from(move_bits).wrapping_mul(SPREAD);
        (&self.0[entry as usize % SLOTS], entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_in_its_position_until_it_is_removed() {
        let busy = BusyMoves::new();
        busy.insert(5, 7);
        assert!(busy.contains(5, 7));
        assert!(!busy.contains(5, 8) && !busy.contains(6, 7));
        busy.insert(5, 8);
        busy.remove(5, 7);
        assert!(busy.contains(5, 8) && !busy.contains(5, 7));
    }

    #[test]
    fn a_move_that_lost_its_slot_leaves_the_other_there() {
        let busy = BusyMoves::new();
        busy.insert(1, 0);
        let same_slot = 1 + SLOTS as u64;
        busy.insert(same_slot, 0);
        assert!(!busy.contains(1, 0));
        busy.remove(1, 0);
        assert!(busy.contains(same_slot, 0));
    }
}
