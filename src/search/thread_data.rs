//! What a thread remembers.

use bytemuck::Zeroable;

use super::eval_cache::EvalCache;
use super::history::{ContinuationHistory, CounterMoves, History};

/// What a thread has learned. All but the evaluations is kept from move to move.
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) continuation_history: ContinuationHistory,
    pub(super) counter_moves: CounterMoves,
    pub(super) eval_cache: EvalCache,
}

impl ThreadData {
    /// Nothing learned yet; `None` if there is no room for more.
    pub(super) fn try_new() -> Option<Self> {
        Some(Self {
            history: History::try_new()?,
            continuation_history: ContinuationHistory::try_new()?,
            counter_moves: CounterMoves::try_new()?,
            eval_cache: EvalCache::try_new()?,
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.continuation_history.clear();
        self.counter_moves.clear();
        self.eval_cache.clear();
    }

    /// Begins a new search. What moves have earned still helps, but counts for less; what
    /// positions are worth may be seen in another way.
    pub(super) fn age(&mut self) {
        self.history.decay();
        self.continuation_history.decay();
        self.eval_cache.clear();
    }
}

/// So many zeros, if there is room for them.
pub(super) fn zeros<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    bytemuck::allocation::try_zeroed_slice_box(count).ok()
}
