//! The limits of a search.

use std::time::Duration;

/// When a search stops; without limits, only when told to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth of iterative deepening. With 0, only the moves at the root are evaluated.
    pub depth: Option<u8>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Wall-clock time from the call to the result.
    pub time: Option<Duration>,
    /// Whether saved time can be used for later moves, as on a clock: if so, a best move that
    /// has been stable for some iterations ends the search early.
    pub saves_time: bool,
}

impl Limits {
    /// A depth limit.
    #[must_use]
    pub fn depth(depth: u8) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A node limit.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A time limit.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}
