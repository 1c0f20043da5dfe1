//! The order in which moves are tried: table move, noisy moves, killers, the
//! counter-move, and all others by their history.

use super::game_state::{GameState, NOISY};
use super::history::{History, Replies};

const TABLE_MOVE: i32 = 1 << 30;
const KILLERS: [i32; 2] = [NOISY - 1, NOISY - 2];
const COUNTER_MOVE: i32 = NOISY - 3;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordered<M> {
    pub(super) mv: M,
    pub(super) bits: u16,
    /// What the game says at first sight.
    pub(super) hint: i32,
    score: i32,
}

impl<M> Ordered<M> {
    pub(super) fn is_noisy(&self) -> bool {
        self.hint >= NOISY
    }
}

/// What a node knows that helps to order its moves.
pub(super) struct Clues<'a> {
    pub(super) table_move: u16,
    pub(super) killers: [u16; 2],
    /// The move that led here.
    pub(super) last_move: Option<u16>,
    pub(super) history: &'a History,
    pub(super) replies: &'a Replies,
}

/// Appends the moves with their scores to `ordered`.
pub(super) fn order<G: GameState>(
    position: &G,
    moves: &[G::Move],
    clues: &Clues<'_>,
    ordered: &mut Vec<Ordered<G::Move>>,
) {
    let counter_move = clues.last_move.map_or(0, |last| clues.replies.to(last));
    ordered.extend(moves.iter().map(|&mv| {
        let bits = G::move_bits(mv);
        let hint = position.order_hint(mv);
        let score = if bits == clues.table_move && bits != 0 {
            TABLE_MOVE
        } else if hint >= NOISY {
            hint + clues.history.of(bits)
        } else if bits == clues.killers[0] {
            KILLERS[0]
        } else if bits == clues.killers[1] {
            KILLERS[1]
        } else if bits == counter_move {
            COUNTER_MOVE
        } else {
            hint + clues.history.of(bits)
        };
        Ordered { mv, bits, hint, score }
    }));
}

/// Moves the best of `rest` to its front and returns it.
///
/// The first few are selected one by one, since most nodes need no more; then the rest
/// is sorted.
pub(super) fn pick<M: Copy>(rest: &mut [Ordered<M>], picked_before: usize) -> Option<Ordered<M>> {
    const SELECTED: usize = 6;
    if picked_before < SELECTED {
        let best = (0..rest.len()).reduce(|best, index| {
            if rest[index].score > rest[best].score { index } else { best }
        })?;
        rest.swap(0, best);
    } else if picked_before == SELECTED {
        rest.sort_unstable_by_key(|ordered| (-ordered.score, ordered.bits));
    }
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
            .map(|(mv, score)| Ordered { mv, bits: mv as u16, hint: 0, score })
            .collect();
        let picked: Vec<_> =
            (0..moves.len()).map(|n| pick(&mut moves[n..], n).unwrap().score).collect();
        let mut sorted = scores.to_vec();
        sorted.sort_unstable_by_key(|score| -score);
        assert_eq!(picked, sorted);
        assert!(pick::<u8>(&mut [], 3).is_none());
    }
}
