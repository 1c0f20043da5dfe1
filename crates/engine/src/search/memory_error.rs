//! Memory that the system refused.

use thiserror::Error;

/// What did not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The transposition table.
    #[error("a transposition table of {mib} MiB does not fit into memory")]
    TranspositionTable {
        /// The size asked for.
        mib: usize,
    },
    /// The threads, or their histories and caches.
    #[error("{threads} threads do not fit into memory")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
}
