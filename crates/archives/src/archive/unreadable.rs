//! What of an archive cannot be read.

use std::fmt;
use std::io;
use std::sync::Arc;

use waggle_hive_core::games::{FormatError, GameError};

/// A game or a file that cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// The name of the file, as messages give it.
    pub file: Arc<str>,
    /// What is wrong.
    pub fault: Fault,
}

/// Why it cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A game is malformed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The file is in none of the formats.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file cannot be opened, or ends in an error.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.fault)
    }
}
