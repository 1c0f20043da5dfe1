//! The limits of a search.

use std::time::Duration;

/// When a search has to stop; without limits it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations of iterative deepening. With 0 only the moves at the root are evaluated.
    pub depth: Option<u8>,
    /// Positions entered, by all threads together.
    pub nodes: Option<u64>,
    /// Wall time from the call to the answer.
    pub time: Option<Duration>,
    /// Whether time that is left over serves later moves, as on a clock: then a move that has
    /// been the best for some iterations is played early.
    pub saves_time: bool,
}

impl Limits {
    /// Only a limit of depth.
    #[must_use]
    pub fn depth(depth: u8) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Only a limit of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Only a limit of time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}
