//! What makes up a file format.

use std::fmt;

use crate::text::printable;

use super::incremental::Boundary;
use super::{GameError, GameRecord, WriteError};

/// A format of game files: how to recognise, read and write it.
///
/// Each format is a constant of its module; [`Format::ALL`] lists them.
pub struct Format {
    /// What messages call it, such as `PGN`.
    pub(super) name: &'static str,
    /// What the command line calls it, such as `pgn`.
    pub(super) id: &'static str,
    /// What it holds, for the command line's help.
    pub(super) about: &'static str,
    /// The endings of its files without the dot, in lower case; the usual one first.
    pub(super) endings: &'static [&'static str],
    /// Whether the first line of a text, which is not blank, is of this format.
    pub(super) recognises: fn(&str) -> bool,
    /// Reads all games of a text. A broken game is an error of its own; the others are read.
    pub(super) read: fn(&str) -> Vec<Result<GameRecord, GameError>>,
    /// How a file of many games is cut into pieces that can be read one by one.
    pub(super) boundary: fn() -> Box<dyn Boundary>,
    /// Writes one game so that another may follow.
    pub(super) write: Writer,
}

/// Writes one game so that another may follow.
pub type Writer = fn(&GameRecord) -> Result<String, WriteError>;

impl Format {
    /// What the command line calls it, such as `pgn`.
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// What it holds, in a few words.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// The usual ending of its files, without the dot.
    pub fn ending(&self) -> &'static str {
        self.endings.first().copied().unwrap_or(self.id)
    }

    /// Reads all games of a text. A broken game is an error of its own; the others are read.
    ///
    /// Lines may end in `\n`, `\r\n` or `\r`; what would command a terminal is replaced.
    pub fn read(&self, text: &str) -> Vec<Result<GameRecord, GameError>> {
        let text = printable(text);
        if text.replace("\r\n", "").contains('\r') {
            return (self.read)(&text.replace("\r\n", "\n").replace('\r', "\n"));
        }
        (self.read)(&text)
    }

    /// How a game is written.
    pub const fn writer(&self) -> Writer {
        self.write
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
