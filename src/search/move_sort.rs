//! Picking the best of the generated moves, one after the other.

use super::ordering::ScoredMove;

/// Moves the best of `rest` to its front and returns it.
///
/// Only the first pick searches for the maximum, since most nodes need no more; the second
/// sorts the rest. `taken` counts the picks.
pub(super) fn pick<M: Copy>(
    rest: &mut [ScoredMove<M>],
    taken: &mut usize,
    sorter: &mut MoveSorter<M>,
) -> Option<ScoredMove<M>> {
    match *taken {
        0 => {
            let best = (0..rest.len()).reduce(|best, index| {
                if rest[index].score > rest[best].score { index } else { best }
            })?;
            rest.swap(0, best);
        }
        1 => sorter.sort(rest),
        _ => {}
    }
    *taken += 1;
    rest.first().copied()
}

/// Buffers for sorting, reused by all nodes.
pub(super) struct MoveSorter<M> {
    keys: Vec<u64>,
    unsorted: Vec<ScoredMove<M>>,
}

impl<M: Copy> MoveSorter<M> {
    pub(super) fn new() -> Self {
        Self { keys: vec![], unsorted: vec![] }
    }

    /// Sorts moves from the best to the worst, equal ones by their bits. Sorting packed keys
    /// is faster than sorting moves.
    fn sort(&mut self, moves: &mut [ScoredMove<M>]) {
        self.keys.clear();
        self.keys.extend(moves.iter().enumerate().map(|(index, scored)| {
            let best_first = (i64::from(i32::MAX) - i64::from(scored.score)) as u64;
            best_first << 32 | u64::from(scored.bits) << 16 | index as u64
        }));
        self.keys.sort_unstable();
        self.unsorted.clear();
        self.unsorted.extend_from_slice(moves);
        for (scored, key) in moves.iter_mut().zip(&self.keys) {
            *scored = self.unsorted[usize::from(*key as u16)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_from_the_best_to_the_worst() {
        let scores = [3, 9, -4, 7, 7, 0, 12, -9, 5, 1, 8];
        let mut moves: Vec<_> = scores
            .into_iter()
            .enumerate()
            .map(|(mv, score)| ScoredMove {
                mv,
                bits: mv as u16,
                static_score: 0,
                history: 0,
                score,
            })
            .collect();
        let (mut taken, mut sorter) = (0, MoveSorter::new());
        let picked: Vec<_> = (0..moves.len())
            .map(|n| pick(&mut moves[n..], &mut taken, &mut sorter).unwrap().score)
            .collect();
        let mut expected = scores.to_vec();
        expected.sort_unstable_by_key(|score| -score);
        assert_eq!(picked, expected);
        assert!(pick::<u8>(&mut [], &mut 3, &mut MoveSorter::new()).is_none());
    }
}
