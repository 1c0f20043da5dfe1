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
    /// The clock of the side to move: how long to think is then for the search to decide.
    pub clock: Option<Clock>,
}

/// What the side to move has left on its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time until the flag falls.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// The moves until time is added; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Nodes as time: the clock counts this many nodes as a millisecond. With one thread such a
    /// search is deterministic.
    pub nodes_per_ms: Option<u32>,
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

    /// A clock.
    #[must_use]
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }
}
