//! What is asked of the system and may be refused.

use thiserror::Error;

/// What a search cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The transposition table.
    #[error("a transposition table of {mib} MiB does not fit into memory")]
    Table {
        /// The size asked for.
        mib: usize,
    },
    /// The threads, or what each of them remembers.
    #[error("{threads} threads do not fit into memory")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
}
