//! Move ordering: table move, noisy moves, killers, counter-move, and the rest by history.

use super::game_position::NOISY;

const TABLE_MOVE: i32 = 1 << 30;
const KILLERS: [i32; 2] = [NOISY - 1, NOISY - 2];
const COUNTER_MOVE: i32 = NOISY - 3;

/// The minimum score of a quiet refutation.
pub(super) const MIN_REFUTATION: i32 = COUNTER_MOVE;

#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove<M> {
    pub(super) mv: M,
    pub(super) bits: u16,
    /// See [`static_scores`](super::GamePosition::static_scores).
    pub(super) static_score: i32,
    pub(super) history: i32,
    pub(super) score: i32,
}

impl<M> ScoredMove<M> {
    pub(super) fn is_noisy(&self) -> bool {
        self.static_score >= NOISY
    }
}

/// The moves to try early, by their bits; 0 for none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderingHints {
    pub(super) table_move: u16,
    pub(super) killers: [u16; 2],
    /// The reply that last refuted the previous move.
    pub(super) counter_move: u16,
    /// The continuation history context of the previous move; `None` after a null move.
    pub(super) context: Option<usize>,
}

impl OrderingHints {
    /// The moves to try before all other quiet moves.
    pub(super) fn refutations(&self) -> impl Iterator<Item = u16> {
        let Self { table_move, killers: [first, second], counter_move, .. } = *self;
        [table_move, first, second, counter_move].into_iter().filter(|bits| *bits != 0)
    }

    #[inline]
    pub(super) fn scored<M>(
        &self,
        mv: M,
        bits: u16,
        static_score: i32,
        history: i32,
    ) -> ScoredMove<M> {
        let score = if bits == self.table_move && bits != 0 {
            TABLE_MOVE
        } else if static_score >= NOISY || bits == 0 {
            static_score + history
        } else if bits == self.killers[0] {
            KILLERS[0]
        } else if bits == self.killers[1] {
            KILLERS[1]
        } else if bits == self.counter_move {
            COUNTER_MOVE
        } else {
            static_score + history
        };
        ScoredMove { mv, bits, static_score, history, score }
    }
}
