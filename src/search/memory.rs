//! What a thread remembers.

use bytemuck::Zeroable;

use super::evaluations::Evaluations;
use super::history::{Continuation, History, Replies};

/// What a thread has learned. All but the evaluations is kept from move to move.
pub(super) struct Memory {
    pub(super) history: History,
    pub(super) continuation: Continuation,
    pub(super) replies: Replies,
    pub(super) evaluations: Evaluations,
}

impl Memory {
    /// Nothing learned yet; `None` if there is no room for more.
    pub(super) fn try_new() -> Option<Self> {
        Some(Self {
            history: History::try_new()?,
            continuation: Continuation::try_new()?,
            replies: Replies::try_new()?,
            evaluations: Evaluations::try_new()?,
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.continuation.clear();
        self.replies.clear();
        self.evaluations.clear();
    }

    /// Begins a new search. What moves have earned still helps, but counts for less; what
    /// positions are worth may be seen in another way.
    pub(super) fn age(&mut self) {
        self.history.fade();
        self.continuation.fade();
        self.evaluations.clear();
    }
}

/// So many zeros, if there is room for them.
pub(super) fn zeros<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    bytemuck::allocation::try_zeroed_slice_box(count).ok()
}
