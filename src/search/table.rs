//! The transposition table: what is known of positions that were searched before.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::prefetch::prefetch;
use super::{MemoryError, Score};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is this or less: the node failed low.
    Upper,
    /// The true score is this or more: the node failed high.
    Lower,
    /// This is the score.
    Exact,
}

/// A copy of what is stored of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best or refuting move, a hint to be tried first; 0 if there was none.
    pub(super) move_bits: u16,
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl Entry {
    /// Whether the score is good enough for a node with this window, searched to the
    /// same depth.
    #[inline]
    pub(super) fn cuts(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// One entry as two words that are read and written without a lock.
///
/// Another thread may write between the two, so the first word holds the key combined
/// with the second: a torn entry belongs to no position (Hyatt and Mann, 2002).
#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    key_and_data: AtomicU64,
    data: AtomicU64,
}

/// The entries that a position can be stored in share a cache line.
const BUCKET: usize = 4;
const CACHE_LINE: usize = 64;

const _: () = assert!(BUCKET * size_of::<Slot>() == CACHE_LINE);

/// The bits of an entry's second word, from the lowest: move 16, score 16, unused
/// 16, depth 8, bound 2, generation 6.
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

    /// How much the entry is worth keeping: deep ones, and those of recent searches.
    fn worth(&self, generation: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        let age = generation.wrapping_sub((self.0 >> 58) as u8) & 63;
        self.depth() - 4 * i32::from(age)
    }
}

/// The table, shared by all threads of a search.
pub(super) struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line, and with it the first bucket. The slots
    /// themselves are not aligned: memory for such types is not had zeroed but cleared.
    first: usize,
    buckets: usize,
    generation: u8,
}

impl Table {
    /// An empty table of this size, at least one MiB.
    pub(super) fn new(mib: usize) -> Result<Self, MemoryError> {
        let error = MemoryError::Table { mib };
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error)?;
        let buckets = bytes / CACHE_LINE;
        let slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box(buckets * BUCKET + BUCKET - 1)
                .map_err(|()| error)?;
        advise_huge_pages(&slots);
        let first = slots.as_ptr().align_offset(CACHE_LINE).min(BUCKET - 1);
        Ok(Self { slots, first, buckets, generation: 0 })
    }

    /// Empties the table, which is then as a new one. Cheaper than that: pages once had
    /// are kept, and lines that are empty already are only looked at.
    pub(super) fn clear(&mut self) {
        for Slot { key_and_data, data } in &mut self.slots {
            if *data.get_mut() != 0 {
                *key_and_data.get_mut() = 0;
                *data.get_mut() = 0;
            }
        }
        self.generation = 0;
    }

    /// Begins a new search: what is stored from now on is worth more than what was.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = u128::from(key) * self.buckets as u128 >> 64;
        &self.slots[self.first + BUCKET * index as usize..][..BUCKET]
    }

    /// Asks for the entries of a position, which will be probed soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// What is stored of a position, seen from `ply` plies after the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.key_and_data.load(Ordering::Relaxed) ^ data == key {
                return Packed(data).entry(ply);
            }
        }
        None
    }

    /// Stores what has been found of a position `ply` plies after the root.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry, ply: usize) {
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in self.bucket(key) {
            let packed = Packed(slot.data.load(Ordering::Relaxed));
            if slot.key_and_data.load(Ordering::Relaxed) ^ packed.0 == key {
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

/// Asks the system for large pages, since nearly every probe is at a page of its own.
fn advise_huge_pages(slots: &[Slot]) {
    #[cfg(target_os = "linux")]
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
        // SAFETY: the pages lie within `slots`, and the advice changes nothing that a
        // program can see. Measured: see ARCHITECTURE.md.
        if let Err(error) = unsafe { madvise(address, length, MmapAdvise::MADV_HUGEPAGE) } {
            log::debug!("no large pages for the table: {error}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slots;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { move_bits: 0x1234, score: Score::new(-321), depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1).unwrap();
        table.store(42, entry(7), 3);
        assert_eq!(table.probe(42, 3), Some(entry(7)));
        assert_eq!(table.probe(43, 3), None);
    }

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        let mut table = Table::new(1).unwrap();
        let keys = || (0..100_000_u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.store(key, entry(7), 3));
        table.age();
        assert!(keys().any(|key| table.probe(key, 3).is_some()));
        table.clear();
        assert!(keys().all(|key| table.probe(key, 3).is_none()));
        assert_eq!(table.generation, 0);
    }

    #[test]
    fn a_win_is_as_far_away_as_where_it_is_seen_from() {
        let table = Table::new(1).unwrap();
        let won = Entry { score: Score::win_in(9), bound: Bound::Exact, ..entry(5) };
        table.store(1, won, 4);
        assert_eq!(table.probe(1, 0).unwrap().score, Score::win_in(5));
    }

    #[test]
    fn shallow_entries_of_older_searches_give_way_first() {
        let mut table = Table::new(1).unwrap();
        // All of these keys fall into the first bucket.
        for key in 1..=4 {
            table.store(key, entry(20 - key as i32), 0);
        }
        table.age();
        table.store(5, entry(1), 0);
        assert_eq!(table.probe(4, 0), None);
        assert!(table.probe(1, 0).is_some());
        assert!(table.probe(5, 0).is_some());
    }

    #[test]
    fn a_size_beyond_all_memory_is_an_error() {
        let error = Table::new(usize::MAX / 2).err().unwrap();
        assert!(error.to_string().contains("does not fit into memory"));
    }
}
