//! Errors in games of a file, in any format.

use crate::notation::{GameTypeError, MoveStringError, SetupTextError};
use crate::rules::IllegalMove;
use crate::text::Quoted;

use super::GameRecord;
use super::result_word::settle;

/// A game of a file that cannot be read, and where the error is.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("game {game}, line {line}: {fault}")]
pub struct GameError {
    /// The number of the game in its file, counted from 1.
    pub game: usize,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The error.
    pub fault: GameFault,
    /// The game up to the error, if it has a move there.
    pub before: Option<Box<GameRecord>>,
}

impl GameError {
    /// The game up to the error, and the error.
    ///
    /// # Errors
    ///
    /// The error itself if nothing comes before it.
    pub fn beginning(mut self) -> Result<(GameRecord, Self), Self> {
        match self.before.take() {
            Some(before) => Ok((*before, self)),
            None => Err(self),
        }
    }
}

/// An error in a game whose number is not yet known.
pub(super) struct Broken {
    line: usize,
    fault: GameFault,
    before: Option<Box<GameRecord>>,
}

impl Broken {
    /// An error after which a game cannot be read on, with its line: `before` is what has been read.
    pub(super) fn after(mut before: GameRecord, (line, fault): (usize, GameFault)) -> Self {
        before.contradictions.clear();
        before.comments.retain(|comment| comment.ply <= before.moves.len());
        let is_begun = !before.moves.is_empty();
        let game = before.replay().ok().filter(|_| is_begun);
        let before = game.map(|game| {
            let result = settle(Some(before.result), &game);
            Box::new(GameRecord { result, ..before })
        });
        Self { line, fault, before }
    }

    /// The same with what is known of the game besides its moves.
    #[cfg(all(feature = "json", not(target_family = "wasm")))]
    pub(super) fn map(mut self, named: impl FnOnce(GameRecord) -> GameRecord) -> Self {
        self.before = self.before.map(|before| Box::new(named(*before)));
        self
    }

    pub(super) fn in_game(self, game: usize) -> GameError {
        let Self { line, fault, before } = self;
        GameError { game, line, fault, before }
    }
}

impl From<(usize, GameFault)> for Broken {
    fn from((line, fault): (usize, GameFault)) -> Self {
        Self { line, fault, before: None }
    }
}

/// An error in a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum GameFault {
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    #[error(transparent)]
    Setup(#[from] SetupTextError),
    #[error("move {number}, `{}`: {reason}", Quoted(.text))]
    Move { number: usize, text: String, reason: MoveFault },
    #[error("expected a game of Hive with `{expected}`, found `{}`", Quoted(.found))]
    OtherGame { expected: &'static str, found: String },
    #[error("expected a closing brace after the comment, found the end of the text")]
    OpenComment,
    #[error("expected a closing parenthesis after the variation, found the end of the game")]
    OpenVariation,
    #[error("expected an opening parenthesis before a closing one, found none")]
    NoVariation,
    #[error("expected variations nested at most {max} deep, found more")]
    DeepVariation { max: usize },
    #[error("expected {expected}: {reason}")]
    Json { expected: &'static str, reason: String },
    #[error("expected a closing bracket or parenthesis, found the end of the text")]
    OpenValue,
}

/// Why a game cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum WriteError {
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("{0} has no place for a game that begins in a position set up")]
    SetUp(&'static str),
    #[error("{0} has no place for a game without moves")]
    Empty(&'static str),
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum MoveFault {
    #[error(transparent)]
    Unreadable(#[from] MoveStringError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("expected a piece at {column} {row} or beside it, found none")]
    EmptyPlace { column: String, row: String },
}
