//! Taking the best of the listed moves, one after the other.

use super::ordering::Ordered;

/// Moves the best of `rest` to its front and returns it.
///
/// The first of those listed is looked for, since most nodes need no more; then the rest is
/// sorted. `taken` says how many there have been.
pub(super) fn pick<M: Copy>(
    rest: &mut [Ordered<M>],
    taken: &mut usize,
    sorter: &mut Sorter<M>,
) -> Option<Ordered<M>> {
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

/// Room for sorting, kept from one node to the next.
pub(super) struct Sorter<M> {
    keys: Vec<u64>,
    unsorted: Vec<Ordered<M>>,
}

impl<M: Copy> Sorter<M> {
    pub(super) fn new() -> Self {
        Self { keys: vec![], unsorted: vec![] }
    }

    /// Sorts moves from the best to the worst, equal ones by their bits: numbers are sorted
    /// more quickly than moves.
    fn sort(&mut self, moves: &mut [Ordered<M>]) {
        self.keys.clear();
        self.keys.extend(moves.iter().enumerate().map(|(index, ordered)| {
            let best_first = (i64::from(i32::MAX) - i64::from(ordered.score)) as u64;
            best_first << 32 | u64::from(ordered.bits) << 16 | index as u64
        }));
        self.keys.sort_unstable();
        self.unsorted.clear();
        self.unsorted.extend_from_slice(moves);
        for (ordered, key) in moves.iter_mut().zip(&self.keys) {
            *ordered = self.unsorted[usize::from(*key as u16)];
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
            .map(|(mv, score)| Ordered { mv, bits: mv as u16, hint: 0, earned: 0, score })
            .collect();
        let (mut taken, mut sorter) = (0, Sorter::new());
        let picked: Vec<_> = (0..moves.len())
            .map(|n| pick(&mut moves[n..], &mut taken, &mut sorter).unwrap().score)
            .collect();
        let mut expected = scores.to_vec();
        expected.sort_unstable_by_key(|score| -score);
        assert_eq!(picked, expected);
        assert!(pick::<u8>(&mut [], &mut 3, &mut Sorter::new()).is_none());
    }
}
