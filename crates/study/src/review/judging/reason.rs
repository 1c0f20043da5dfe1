//! A reason for a judgment.

use super::fact::Fact;
use waggle_hive_core::rules::Move;

/// A sentence about a move, and the line that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// What it says.
    pub fact: Fact,
    /// The sentence.
    pub text: String,
    /// Where its line begins.
    pub origin: Origin,
    /// Moves that show it on the board; may be empty.
    pub line: Vec<Move>,
}

/// Where the line of a reason begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the position before the move.
    Before,
    /// In the position after the move.
    After,
}

impl Origin {
    /// The word for it in documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}
