//! Static evaluations of positions that were met a short while ago.
//!
//! Nearly three in ten positions that are to be evaluated have been before, by another order
//! of the same moves or an iteration earlier, and most of those are not in the transposition
//! table: nothing but their evaluation was ever found out.

use super::memory::zeros;
use super::prefetch::prefetch;

/// The evaluations of one search, as many as stay near to the processor.
///
/// A slot holds the evaluation in its low sixteen bits and the others of the key, inverted,
/// so that an empty slot belongs to no position. The bits that are not held are told by
/// the slot's index.
pub(super) struct Evaluations {
    slots: Box<[u64]>,
}

/// A mebibyte: half as many cost a hundredth of the speed, twice as many gain nothing.
const SLOTS: usize = 1 << 17;
const VALUE: u64 = 0xffff;

impl Evaluations {
    /// None yet; `None` if there is no room for them.
    pub(super) fn try_new() -> Option<Self> {
        Some(Self { slots: zeros(SLOTS)? })
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    #[inline]
    fn index(key: u64) -> usize {
        key as usize % SLOTS
    }

    /// Asks for the evaluation of a position, which will be wanted soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.slots[Self::index(key)]);
    }

    /// The evaluation of a position, if it is known.
    #[inline]
    pub(super) fn of(&self, key: u64) -> Option<i32> {
        let slot = self.slots[Self::index(key)];
        ((slot ^ !key) <= VALUE).then_some(i32::from(slot as i16))
    }

    /// Keeps the evaluation of a position, instead of another's. One that does not fit is
    /// not kept.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, evaluation: i32) {
        if let Ok(value) = i16::try_from(evaluation) {
            self.slots[Self::index(key)] = !key & !VALUE | u64::from(value as u16);
        }
    }
}

const _: () = assert!(SLOTS as u64 > VALUE, "the index tells the bits that a slot does not hold");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_those_of_their_position() {
        let mut evaluations = Evaluations::try_new().unwrap();
        let keys = [0, 1, 0xffff, 1 << 17, 0x9e37_79b9_7f4a_7c15, 0x7fff_ffff_ffff_ffff];
        for key in keys {
            assert_eq!(evaluations.of(key), None, "{key:x}");
            for value in [-32_768, -1, 0, 77, 32_767] {
                evaluations.keep(key, value);
                assert_eq!(evaluations.of(key), Some(value), "{key:x}");
            }
        }
        for bit in 0..64 {
            assert_eq!(evaluations.of(keys[4] ^ 1 << bit), None, "{bit}");
        }
        assert_eq!(evaluations.of(0), None, "its slot was taken");
        evaluations.keep(5, 40_000);
        assert_eq!(evaluations.of(5), None);
        evaluations.clear();
        assert!(keys.into_iter().all(|key| evaluations.of(key).is_none()));
    }
}
