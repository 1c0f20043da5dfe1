//! The evaluation cache: static evaluations of recently visited positions.
//!
//! Nearly three in ten positions have been evaluated before, after a transposition or in an
//! earlier iteration, and most of those are not in the transposition table, which does not store
//! nodes where quiescence stands pat.

use super::prefetch::prefetch;
use super::zeroed::zeros;

/// The evaluations of one search.
///
/// A slot has the evaluation in its low sixteen bits and above them the upper 48 bits of the key,
/// inverted so that an empty slot matches no key. The slot's index determines the low bits of the
/// key.
pub(super) struct EvalCache {
    slots: Box<[u64]>,
}

/// One MiB. Half as many cost 1 % of the speed; twice as many gain nothing.
const SLOTS: usize = 1 << 17;
const VALUE: u64 = 0xffff;

impl EvalCache {
    /// An empty cache; `None` if allocation fails.
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

    /// Prefetches the slot of a position that will be probed soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.slots[Self::index(key)]);
    }

    /// The evaluation of a position, if it is stored.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<i32> {
        let slot = self.slots[Self::index(key)];
        ((slot ^ !key) <= VALUE).then_some(i32::from(slot as i16))
    }

    /// Stores the evaluation of a position, always replacing, unless it exceeds sixteen bits.
    #[inline]
    pub(super) fn store(&mut self, key: u64, evaluation: i32) {
        if let Ok(value) = i16::try_from(evaluation) {
            self.slots[Self::index(key)] = !key & !VALUE | u64::from(value as u16);
        }
    }
}

const _: () = assert!(SLOTS as u64 > VALUE, "the index determines the key bits that a slot lacks");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_finds_only_its_own_evaluation() {
        let mut cache = EvalCache::try_new().unwrap();
        let keys = [0, 1, 0xffff, 1 << 17, 0x9e37_79b9_7f4a_7c15, 0x7fff_ffff_ffff_ffff];
        for key in keys {
            assert_eq!(cache.probe(key), None, "{key:x}");
            for value in [-32_768, -1, 0, 77, 32_767] {
                cache.store(key, value);
                assert_eq!(cache.probe(key), Some(value), "{key:x}");
            }
        }
        for bit in 0..64 {
            assert_eq!(cache.probe(keys[4] ^ 1 << bit), None, "{bit}");
        }
        assert_eq!(cache.probe(0), None, "its slot was taken");
        cache.store(5, 40_000);
        assert_eq!(cache.probe(5), None);
        cache.clear();
        assert!(keys.into_iter().all(|key| cache.probe(key).is_none()));
    }
}
