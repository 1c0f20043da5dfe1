//! What may be wrong with a game of a file, whatever the format.

use crate::notation::{GameTypeError, MoveStringError};
use crate::rules::IllegalMove;

/// A game of a file that cannot be read, and where that shows.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("game {game}, line {line}: {fault}")]
pub struct GameError {
    /// The number of the game in its file, counted from 1.
    pub game: usize,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: GameFault,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GameFault {
    /// A game type that is none.
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    /// A move that cannot be played.
    #[error("move {number}, `{text}`: {reason}")]
    Move {
        /// The number of the move, counted from 1 for the first of White.
        number: usize,
        /// The move as the file has it.
        text: String,
        /// What is wrong with it.
        reason: MoveFault,
    },
    /// A comment without an end.
    #[error("expected a closing brace after the comment, found the end of the text")]
    OpenComment,
    /// A value of an SGF file without an end.
    #[error("expected a closing bracket after the value, found the end of the text")]
    OpenValue,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MoveFault {
    /// The text means no move.
    #[error(transparent)]
    Unreadable(#[from] MoveStringError),
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The goal of a move of an SGF file is a place where nothing lies.
    #[error("expected a piece at {column} {row} to go onto, found none")]
    EmptyPlace {
        /// The letter of the place.
        column: String,
        /// The number of the place.
        row: String,
    },
}
