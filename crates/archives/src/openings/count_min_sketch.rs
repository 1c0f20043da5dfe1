//! A count-min sketch, which finds the positions too rare to keep.

/// A count-min sketch with two rows: counts keys in a fixed amount of memory. It may overestimate
/// a count, but never underestimates it.
#[derive(Clone, Debug)]
pub struct CountMinSketch {
    rows: [Vec<u8>; 2],
}

/// Counters per row: 16 MiB.
const COUNTERS: usize = 1 << 24;

impl Default for CountMinSketch {
    fn default() -> Self {
        Self { rows: [vec![0; COUNTERS], vec![0; COUNTERS]] }
    }
}

impl CountMinSketch {
    /// Counts a key.
    pub fn add(&mut self, key: u64) {
        for (row, place) in self.rows.iter_mut().zip(places(key)) {
            row[place] = row[place].saturating_add(1);
        }
    }

    /// Whether a key may have been added this often.
    pub fn may_have(&self, key: u64, times: u32) -> bool {
        let least = times.min(u8::MAX.into()) as u8;
        self.rows.iter().zip(places(key)).all(|(row, place)| row[place] >= least)
    }
}

/// The index of a key's counter in each row.
const fn places(key: u64) -> [usize; 2] {
    [key as usize % COUNTERS, (key >> 40) as usize % COUNTERS]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_never_underestimated() {
        let mut sketch = CountMinSketch::default();
        let key = |index: u64| (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for index in 0..1000 {
            (0..=index % 5).for_each(|_| sketch.add(key(index)));
        }
        assert!((0..1000).all(|index| sketch.may_have(key(index), (index % 5) as u32 + 1)));
        let wrong = (0..1000).filter(|&index| sketch.may_have(key(index), (index % 5) as u32 + 2));
        assert!(wrong.count() < 5);
        (0..300).for_each(|_| sketch.add(7));
        assert!(sketch.may_have(7, 100_000), "a full counter allows any number");
    }
}
