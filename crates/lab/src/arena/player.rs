//! The trait of engines in a match, be they processes or built in.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waggle_hive_core::rules::{Game, Move, Position};

use super::Termination;

/// An engine that plays games.
///
/// It is given the position with [`set_up`](Player::set_up) and then move by move,
/// its own moves included.
pub trait Player {
    /// Begins a game, whose first moves may have been played already.
    ///
    /// # Errors
    ///
    /// If the engine does not accept the game or does not answer.
    fn set_up(&mut self, game: &Game, stop: &AtomicBool) -> Result<(), Fault>;

    /// Passes on a move that was played in `position`.
    ///
    /// # Errors
    ///
    /// If the engine does not accept the move or does not answer.
    fn observe(&mut self, position: &Position, mv: Move, stop: &AtomicBool) -> Result<(), Fault>;

    /// Asks for a move in the position where `game` now stands.
    ///
    /// # Errors
    ///
    /// If there is no answer before `patience` runs out, or it is not a move.
    fn choose(
        &mut self,
        game: &Game,
        budget: Budget,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Choice, Fault>;

    /// The last lines of the protocol: `>` sent, `<` received, `!` error output.
    fn last_lines(&self) -> Vec<String>;

    /// Ends the engine.
    fn retire(self: Box<Self>);
}

/// What may be spent on one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A search depth in plies.
    Depth(u8),
    /// A number of positions.
    Nodes(u64),
    /// Wall time.
    Time(Duration),
    /// Wall time out of a clock, which keeps what is left over.
    Share(Duration),
}

/// A move with the score and the depth of its search.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move, which need not be legal.
    pub mv: Move,
    /// The engine's score from the point of view of the player to move, in the
    /// engine's own unit; infinite for a forced win or loss.
    pub score: Option<f64>,
    /// How deep the engine has searched, in plies.
    pub depth: Option<u32>,
}

/// What an engine did wrong, and lost the game by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault it is.
    pub termination: Termination,
    /// What happened, in words.
    pub detail: String,
    /// See [`Player::last_lines`].
    pub last_lines: Vec<String>,
}

impl Fault {
    /// A fault without lines of the protocol.
    #[must_use]
    pub fn new(termination: Termination, detail: impl Into<String>) -> Self {
        Self { termination, detail: detail.into(), last_lines: Vec::new() }
    }
}
