//! Picks moves in order of their scores.

use super::ordering::ScoredMove;

/// Moves the best of `rest` to its front and returns it. `taken` counts the picks.
///
/// The first pick searches for the maximum, since most nodes need only one; the second sorts the
/// rest.
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

    /// Sorts moves from best to worst, ties by their bits. Packed keys sort faster than moves.
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

    /// The bits of moves with these scores and bits, in the order of picking.
    fn picked(moves: &[(i32, u16)]) -> Vec<u16> {
        let mut moves: Vec<_> = moves
            .iter()
            .map(|&(score, bits)| ScoredMove { mv: bits, bits, static_score: 0, history: 0, score })
            .collect();
        let (mut taken, mut sorter) = (0, MoveSorter::new());
        (0..moves.len())
            .map(|n| {
                let next = pick(&mut moves[n..], &mut taken, &mut sorter).unwrap();
                assert_eq!(taken, n + 1);
                assert_eq!(next.mv, next.bits, "a move keeps its bits");
                next.bits
            })
            .collect()
    }

    #[test]
    fn moves_are_picked_from_best_to_worst() {
        let moves = [(3, 1), (-4, 2), (7, 3), (0, 4), (1 << 30, 5), (-9, 6), (1 << 16, 7)];
        assert_eq!(picked(&moves), [5, 7, 3, 1, 4, 2, 6]);
    }

    #[test]
    fn ties_take_the_first_move_and_then_the_lowest_bits() {
        let moves = [(0, 9), (5, 8), (5, 0xffff), (5, 3), (5, 1), (0, 2)];
        assert_eq!(picked(&moves), [8, 1, 3, 0xffff, 2, 9]);
    }

    #[test]
    fn an_empty_list_has_no_pick() {
        assert!(pick::<u8>(&mut [], &mut 0, &mut MoveSorter::new()).is_none());
        assert!(pick::<u8>(&mut [], &mut 3, &mut MoveSorter::new()).is_none());
    }
}
