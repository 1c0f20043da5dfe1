//! The limits of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::report::Report;

/// For a search that nobody stops.
pub static NEVER: AtomicBool = AtomicBool::new(false);

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
    /// Whether only an interrupt ends the search.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Searches within these limits and, if they do not suffice for a first iteration, to depth 1.
    pub fn with_a_first_ply<M>(
        &self,
        stop: &AtomicBool,
        mut search: impl FnMut(&Self) -> Report<M>,
    ) -> Report<M> {
        let report = search(self);
        let is_over = report.best.is_none();
        if report.depth > 0 || is_over || stop.load(Ordering::Relaxed) {
            return report;
        }
        search(&Self::depth(1))
    }

    /// The transposition table in MiB that a search within these limits can fill, with as much room
    /// again so that few entries are lost: at most `most`.
    pub fn table_mib(&self, most: usize) -> usize {
        const BYTES_FOR_A_NODE: u64 = 32;
        let Some(nodes) = self.nodes else { return most };
        let used = (nodes.saturating_mul(BYTES_FOR_A_NODE) >> 20) + 1;
        most.min(usize::try_from(used).unwrap_or(usize::MAX))
    }

    /// A depth limit.
    pub fn depth(depth: u8) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A node limit.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A time limit.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A clock.
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }
}
