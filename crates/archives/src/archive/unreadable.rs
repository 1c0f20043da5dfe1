//! Games and files that cannot be read.

use std::fmt;
use std::io;
use std::sync::Arc;

use waggle_hive_core::games::{FormatError, GameError};

/// A game or a file that cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// The name of the file, as shown in messages.
    pub file: Arc<str>,
    /// What is wrong.
    pub fault: ReadFault,
}

/// Why it cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadFault {
    /// A game is malformed.
    #[error(transparent)]
    Game(#[from] Box<GameError>),
    /// The format of the file is unknown.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file cannot be opened or read to its end.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.fault)
    }
}
