//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::prefetch::prefetch;
use super::{MemoryError, Score};

/// The bound type of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this: the node failed low.
    Upper,
    /// The true score is at least this: the node failed high.
    Lower,
    /// This is the true score.
    Exact,
}

/// A copy of the entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best or refutation move; 0 for none.
    pub(super) move_bits: u16,
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl Entry {
    /// Whether the score causes a cutoff with this window, given enough depth.
    #[inline]
    pub(super) fn cuts(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// An entry as two words that are read and written without a lock.
///
/// Another thread may write between the two, so the first word is the key XOR the second: a torn
/// entry matches no position (Hyatt and Mann, 2002).
///
/// Aligned to its size, so that one slot in four begins a cache line, even with an allocator that
/// aligns to eight bytes, as in WebAssembly.
#[derive(Zeroable)]
#[repr(C, align(16))]
struct Slot {
    key_and_data: AtomicU64,
    data: AtomicU64,
}

/// Slots per bucket; a bucket is a cache line.
const BUCKET: usize = 4;
const CACHE_LINE: usize = 64;
/// An entry this many plies deeper than a new bound for the same position is kept.
const KEPT_IF_DEEPER_BY: i32 = 4;

const _: () = assert!(BUCKET * size_of::<Slot>() == CACHE_LINE);
const _: () = assert!(align_of::<Slot>() == size_of::<Slot>());

/// The second word of an entry, from the lowest bits: move 16, score 16, unused 16, depth 8,
/// bound 2, generation 6.
struct Packed(u64);

impl Packed {
    fn new(entry: &Entry, ply: usize, generation: u8) -> Self {
        Self(
            u64::from(entry.move_bits)
                | u64::from(entry.score.to_table(ply) as u16) << 16
                | (entry.depth.clamp(0, 255) as u64) << 48
                | (entry.bound as u64 + 1) << 56
                | u64::from(generation) << 58,
        )
    }

    fn entry(&self, ply: usize) -> Option<Entry> {
        let bound = match self.0 >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            move_bits: self.0 as u16,
            score: Score::from_table((self.0 >> 16) as i16, ply),
            depth: self.depth(),
            bound,
        })
    }

    fn depth(&self) -> i32 {
        (self.0 >> 48 & 0xff) as i32
    }

    /// Whether the entry is worth more than a new one for the same position: it is of the same
    /// search and much deeper. Its bound did not cut off this time, but may with another window.
    fn is_better_than(&self, new: &Entry, generation: u8) -> bool {
        new.bound != Bound::Exact
            && self.age(generation) == 0
            && self.depth() >= new.depth + KEPT_IF_DEEPER_BY
    }

    fn age(&self, generation: u8) -> i32 {
        i32::from(generation.wrapping_sub((self.0 >> 58) as u8) & 63)
    }

    /// The replacement value: highest for deep entries of recent searches.
    fn worth(&self, generation: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        self.depth() - 4 * self.age(generation)
    }
}

/// The table, shared by all threads of a search.
pub(super) struct TranspositionTable {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line: the first bucket. Slots are not aligned to cache
    /// lines, because then the system could not provide zeroed memory.
    first: usize,
    buckets: usize,
    generation: u8,
    /// Which scores are found: those of searches with the same, as given to [`Self::age`].
    salt: u16,
}

impl TranspositionTable {
    /// An empty table of this size, at least one MiB.
    pub(super) fn new(mib: usize) -> Result<Self, MemoryError> {
        let bytes = mib.max(1).checked_mul(1 << 20);
        let table = bytes.and_then(|bytes| Self::with_buckets(bytes / CACHE_LINE));
        table.ok_or(MemoryError::TranspositionTable { mib })
    }

    /// An empty table of this many buckets; `None` if allocation fails.
    fn with_buckets(buckets: usize) -> Option<Self> {
        let slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box(buckets * BUCKET + BUCKET - 1).ok()?;
        advise_huge_pages(&slots);
        let first = slots.as_ptr().align_offset(CACHE_LINE).min(BUCKET - 1);
        Some(Self { slots, first, buckets, generation: 0, salt: 0 })
    }

    /// Clears the table. Cheaper than a new one: touched pages are kept, empty slots only read.
    pub(super) fn clear(&mut self) {
        for Slot { key_and_data, data } in &mut self.slots {
            if *data.get_mut() != 0 {
                *key_and_data.get_mut() = 0;
                *data.get_mut() = 0;
            }
        }
        self.generation = 0;
    }

    /// Starts a new generation: entries of earlier searches lose value. Those with another salt,
    /// in which scores mean something else, are not found.
    pub(super) fn age(&mut self, salt: u16) {
        self.generation = (self.generation + 1) & 63;
        self.salt = salt;
    }

    /// The key under which a position is stored, in the same bucket with any salt.
    #[inline]
    fn salted(&self, key: u64) -> u64 {
        key ^ u64::from(self.salt)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = upper_product(key, self.buckets);
        &self.slots[self.first + BUCKET * index..][..BUCKET]
    }

    /// Prefetches the bucket of a position that will be probed soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let key = self.salted(key);
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.key_and_data.load(Ordering::Relaxed) ^ data == key {
                return Packed(data).entry(ply);
            }
        }
        None
    }

    /// Stores the result of a position at this ply.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry, ply: usize) {
        let key = self.salted(key);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in self.bucket(key) {
            let packed = Packed(slot.data.load(Ordering::Relaxed));
            if slot.key_and_data.load(Ordering::Relaxed) ^ packed.0 == key {
                if packed.is_better_than(&entry, self.generation) {
                    return;
                }
                if entry.move_bits == 0 {
                    entry.move_bits = packed.0 as u16;
                }
                worst = Some((slot, 0));
                break;
            }
            let worth = packed.worth(self.generation);
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = worst {
            let data = Packed::new(&entry, ply, self.generation).0;
            slot.key_and_data.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }
}

/// Asks the system for huge pages, since nearly every probe touches a different page.
fn advise_huge_pages(slots: &[Slot]) {
    // Miri does not support madvise.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        const PAGE: usize = 2 << 20;
        let bytes = std::mem::size_of_val(slots);
        let start = slots.as_ptr().cast::<u8>();
        let offset = start.align_offset(PAGE);
        let Some(length) = bytes.checked_sub(offset).map(|rest| rest / PAGE * PAGE) else { return };
        let Some(address) = std::ptr::NonNull::new(start.wrapping_add(offset).cast_mut().cast())
        else {
            return;
        };
        // SAFETY: the pages are within `slots`, and the advice has no observable effect. See
        // docs/decisions/unsafe.md.
        if let Err(error) = unsafe { madvise(address, length, MmapAdvise::MADV_HUGEPAGE) } {
            log::debug!("no large pages for the table: {error}");
        }
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = slots;
}

/// The upper 64 bits of the product, which map uniform keys to uniform indices below `buckets`.
#[inline]
fn upper_product(key: u64, buckets: usize) -> usize {
    if cfg!(target_pointer_width = "64") {
        return (u128::from(key) * buckets as u128 >> 64) as usize;
    }
    // A product of 128 bits would be a call, and there are fewer buckets than addresses.
    let (upper, lower) = (key >> 32, key & 0xffff_ffff);
    ((upper * buckets as u64 + (lower * buckets as u64 >> 32)) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { move_bits: 0x1234, score: Score::new(-321), depth, bound: Bound::Lower }
    }

    /// Stores entries with these depths in the first bucket, under keys from 1 on, each this many
    /// generations after the one before.
    fn bucket(entries: &[(i32, u32)]) -> TranspositionTable {
        let mut table = TranspositionTable::with_buckets(4).unwrap();
        for (key, &(depth, searches)) in (1..).zip(entries) {
            (0..searches).for_each(|_| table.age(0));
            table.store(key, entry(depth), 0);
        }
        table
    }

    /// The keys among 1 to 5 that are found.
    fn found(table: &TranspositionTable) -> Vec<u64> {
        (1..=5).filter(|key| table.probe(*key, 0).is_some()).collect()
    }

    #[test]
    fn a_stored_entry_is_found_only_by_its_key() {
        let mut table = TranspositionTable::with_buckets(4).unwrap();
        assert_eq!(table.probe(0, 0), None);
        let mut key = 42;
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for (score, depth) in [(-321, 0), (321, 7), (0, 255)] {
                let entry = Entry { move_bits: 0xfedc, score: Score::new(score), depth, bound };
                table.store(key, entry, 3);
                assert_eq!(table.probe(key, 3), Some(entry));
                assert_eq!(table.probe(key + 1, 3), None);
                key += 1;
            }
        }
        table.clear();
        for (key, depth, clamped) in [(42, -3, 0), (43, 300, 255)] {
            table.store(key, entry(depth), 3);
            assert_eq!(table.probe(key, 3), Some(entry(clamped)));
        }
    }

    #[test]
    fn an_entry_is_found_only_with_its_salt() {
        let mut table = TranspositionTable::with_buckets(4).unwrap();
        for salt in [7, 0] {
            table.age(salt);
            assert_eq!(table.probe(42, 0), None);
            table.store(42, entry(5), 0);
            assert_eq!(table.probe(42, 0), Some(entry(5)));
        }
        table.age(7);
        assert_eq!(table.probe(42, 0), Some(entry(5)));
    }

    #[test]
    fn keys_spread_evenly_over_the_table() {
        let table = TranspositionTable::new(0).unwrap();
        assert_eq!(table.buckets, 1 << 14, "at least a MiB");
        let keys = || (0..1 << 14).map(|bucket: u64| bucket << 50);
        keys().for_each(|key| table.store(key, entry(1), 0));
        assert!(keys().all(|key| table.probe(key, 0).is_some()));
        assert!(keys().all(|key| table.bucket(key).as_ptr().addr().is_multiple_of(64)));
        let first = table.bucket(0).as_ptr();
        assert_eq!(table.bucket(u64::MAX).as_ptr().addr() - first.addr(), 64 * ((1 << 14) - 1));
    }

    #[test]
    fn a_bound_cuts_off_the_windows_it_excludes() {
        let cuts = |bound, alpha, beta| {
            let entry = Entry { score: Score::new(10), bound, ..entry(1) };
            entry.cuts(Score::new(alpha), Score::new(beta))
        };
        assert!(cuts(Bound::Exact, 0, 20));
        for (alpha, beta, upper, lower) in [
            (0, 9, false, true),
            (0, 10, false, true),
            (0, 11, false, false),
            (9, 20, false, false),
            (10, 20, true, false),
            (11, 20, true, false),
        ] {
            assert_eq!(cuts(Bound::Upper, alpha, beta), upper, "{alpha} {beta}");
            assert_eq!(cuts(Bound::Lower, alpha, beta), lower, "{alpha} {beta}");
        }
    }

    #[test]
    fn a_new_entry_of_a_position_replaces_the_old_one_but_keeps_its_move() {
        let table = bucket(&[(9, 0), (6, 0), (7, 0), (6, 0)]);
        table.store(2, Entry { move_bits: 0, ..entry(3) }, 0);
        assert_eq!(table.probe(2, 0), Some(entry(3)));
        table.store(2, Entry { move_bits: 5, ..entry(4) }, 0);
        assert_eq!(table.probe(2, 0).unwrap().move_bits, 5);
        assert_eq!(found(&table), [1, 2, 3, 4]);
    }

    #[test]
    fn a_bound_does_not_replace_a_much_deeper_entry_of_the_same_search() {
        let mut table = bucket(&[(9, 0)]);
        table.store(1, entry(5), 0);
        assert_eq!(table.probe(1, 0), Some(entry(9)), "four plies deeper");
        table.store(1, entry(6), 0);
        assert_eq!(table.probe(1, 0), Some(entry(6)), "three plies deeper");
        let exact = Entry { bound: Bound::Exact, ..entry(0) };
        table.store(1, exact, 0);
        assert_eq!(table.probe(1, 0), Some(exact), "a score is more than a bound");
        table.store(1, entry(9), 0);
        table.age(0);
        table.store(1, entry(0), 0);
        assert_eq!(table.probe(1, 0), Some(entry(0)), "of a search before");
    }

    #[test]
    fn a_cleared_table_is_like_a_new_one() {
        let mut table = TranspositionTable::with_buckets(1 << 8).unwrap();
        let keys = || (0..2_000_u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.store(key, entry(7), 3));
        table.age(0);
        assert!(keys().any(|key| table.probe(key, 3).is_some()));
        table.clear();
        assert!(keys().all(|key| table.probe(key, 3).is_none()));
        assert!(table.slots.iter_mut().all(|slot| *slot.key_and_data.get_mut() == 0));
        assert_eq!(table.generation, 0);
    }

    #[test]
    fn a_win_is_counted_from_the_node_where_it_is_probed() {
        let table = TranspositionTable::with_buckets(4).unwrap();
        let won = Entry { score: Score::win_in(9), bound: Bound::Exact, ..entry(5) };
        table.store(1, won, 4);
        assert_eq!(table.probe(1, 0).unwrap().score, Score::win_in(5));
    }

    #[test]
    fn empty_slots_are_filled_first() {
        let table = bucket(&[(0, 9), (0, 9), (0, 9), (0, 9)]);
        assert_eq!(found(&table), [1, 2, 3, 4]);
    }

    #[test]
    fn the_shallowest_entry_of_a_search_is_replaced() {
        assert_eq!(found(&bucket(&[(5, 0), (3, 0), (4, 0), (6, 0), (1, 0)])), [1, 3, 4, 5]);
        assert_eq!(found(&bucket(&[(3, 0), (4, 0), (5, 0), (6, 0), (9, 0)])), [2, 3, 4, 5]);
        assert_eq!(found(&bucket(&[(6, 0), (5, 0), (4, 0), (3, 0), (1, 0)])), [1, 2, 3, 5]);
    }

    #[test]
    fn of_equal_entries_the_first_is_replaced() {
        assert_eq!(found(&bucket(&[(3, 0), (3, 0), (3, 0), (3, 0), (1, 0)])), [2, 3, 4, 5]);
    }

    #[test]
    fn a_generation_counts_for_four_plies() {
        // The first entry is two searches old: 11 - 8 > 2, but 9 - 8 < 2.
        assert_eq!(found(&bucket(&[(11, 0), (2, 2), (5, 0), (6, 0), (1, 0)])), [1, 3, 4, 5]);
        assert_eq!(found(&bucket(&[(9, 0), (2, 2), (5, 0), (6, 0), (1, 0)])), [2, 3, 4, 5]);
        assert_eq!(found(&bucket(&[(100, 0), (2, 40), (5, 0), (6, 0), (1, 0)])), [2, 3, 4, 5]);
        // Generations wrap around.
        assert_eq!(found(&bucket(&[(11, 63), (2, 2), (5, 0), (6, 0), (1, 0)])), [1, 3, 4, 5]);
        assert_eq!(found(&bucket(&[(9, 63), (2, 2), (5, 0), (6, 0), (1, 0)])), [2, 3, 4, 5]);
    }

    #[test]
    fn a_table_that_does_not_fit_into_memory_is_an_error() {
        let error = TranspositionTable::new(usize::MAX / 2).err().unwrap();
        assert!(error.to_string().contains("does not fit into memory"));
    }
}
