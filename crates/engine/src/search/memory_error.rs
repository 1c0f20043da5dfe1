//! Allocation failures.

use thiserror::Error;

/// An allocation that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The transposition table.
    #[error("a transposition table of {mib} MiB does not fit into memory")]
    TranspositionTable {
        /// The requested size.
        mib: usize,
    },
    /// The threads, or their histories and caches.
    #[error("{threads} threads do not fit into memory")]
    Threads {
        /// The requested number.
        threads: usize,
    },
}
