//! When a search has to stop.

use std::time::Duration;

/// The limits of a search; with none of them it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations of deepening, in plies. With 0 no line is searched at all.
    pub depth: Option<u8>,
    /// Positions entered, by all threads together.
    pub nodes: Option<u64>,
    /// Wall time for everything from the call to the answer.
    pub time: Option<Duration>,
}

impl Limits {
    /// Up to this depth in plies.
    #[must_use]
    pub fn depth(depth: u8) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// This many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// This long.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}
