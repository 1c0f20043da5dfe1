//! What the threads of a search have learned about the order of moves.

use super::game_position::HistorySizes;
use super::history::{ContinuationHistory, CounterMoves, History};

/// The histories, shared by the threads and kept between searches. When two threads change a score
/// at the same time, one of the changes may be lost.
pub(super) struct Histories {
    pub(super) main: History,
    pub(super) continuation: ContinuationHistory,
    pub(super) counter_moves: CounterMoves,
}

impl Histories {
    /// Empty histories of these sizes; `None` if allocation fails.
    pub(super) fn try_new(sizes: HistorySizes) -> Option<Self> {
        Some(Self {
            main: History::try_new(sizes.main)?,
            continuation: ContinuationHistory::try_new(sizes.context, sizes.continuation)?,
            counter_moves: CounterMoves::try_new(sizes.main)?,
        })
    }

    pub(super) fn clear(&mut self) {
        self.main.clear();
        self.continuation.clear();
        self.counter_moves.clear();
    }

    /// Halves all scores, before another search.
    pub(super) fn decay(&mut self) {
        self.main.decay();
        self.continuation.decay();
    }
}
