//! The data that a thread keeps between searches.

use super::eval_cache::EvalCache;
use super::game_position::HistorySizes;
use super::history::{ContinuationHistory, CounterMoves, History};

/// The histories of a thread, kept between searches, and its evaluation cache.
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) continuation_history: ContinuationHistory,
    pub(super) counter_moves: CounterMoves,
    pub(super) eval_cache: EvalCache,
}

impl ThreadData {
    /// Empty histories of these sizes; `None` if allocation fails.
    pub(super) fn try_new(sizes: HistorySizes) -> Option<Self> {
        Some(Self {
            history: History::try_new(sizes.main)?,
            continuation_history: ContinuationHistory::try_new(sizes.context, sizes.continuation)?,
            counter_moves: CounterMoves::try_new(sizes.main)?,
            eval_cache: EvalCache::try_new()?,
        })
    }

    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.continuation_history.clear();
        self.counter_moves.clear();
        self.eval_cache.clear();
    }

    /// Prepares for a new search: ages the histories and clears the evaluation cache, since the
    /// evaluation may have changed.
    pub(super) fn begin_search(&mut self) {
        self.history.decay();
        self.continuation_history.decay();
        self.eval_cache.clear();
    }
}
