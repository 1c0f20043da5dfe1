//! Taking the best of the listed moves, one after the other.

use super::ordering::Ordered;

/// Moves the best of `rest` to its front and returns it.
///
/// The first of those listed is looked for, since most nodes need no more; then the rest is
/// sorted. `taken` says how many there have been.
pub(super) fn pick<M: Copy>(rest: &mut [Ordered<M>], taken: &mut usize) -> Option<Ordered<M>> {
    match *taken {
        0 => {
            let best = (0..rest.len()).reduce(|best, index| {
                if rest[index].score > rest[best].score { index } else { best }
            })?;
            rest.swap(0, best);
        }
        1 => rest.sort_unstable_by_key(|ordered| (-ordered.score, ordered.bits)),
        _ => {}
    }
    *taken += 1;
    rest.first().copied()
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
        let mut taken = 0;
        let picked: Vec<_> =
            (0..moves.len()).map(|n| pick(&mut moves[n..], &mut taken).unwrap().score).collect();
        let mut expected = scores.to_vec();
        expected.sort_unstable_by_key(|score| -score);
        assert_eq!(picked, expected);
        assert!(pick::<u8>(&mut [], &mut 3).is_none());
    }
}
