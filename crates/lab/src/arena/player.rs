//! The interface of an engine in a match, external or built in.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waggle_hive_core::rules::{Game, Move, Position};
use waggle_hive_engine::search::Clock;

use super::Termination;

/// An engine that plays games.
///
/// It gets the position by [`set_up`](Player::set_up), and then every move, including its own.
pub trait Player {
    /// Begins a game that may already have moves.
    fn set_up(&mut self, game: &Game, stop: &AtomicBool) -> Result<(), PlayerFault>;

    /// Passes on a move that was played in `position`.
    fn observe(
        &mut self,
        position: &Position,
        mv: Move,
        stop: &AtomicBool,
    ) -> Result<(), PlayerFault>;

    /// Asks for a move in the current position of `game`.
    fn choose(
        &mut self,
        game: &Game,
        budget: Budget,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerFault>;

    /// The last lines of the conversation: `>` sent, `<` received, `!` error output.
    fn last_lines(&self) -> Vec<String>;

    /// Shuts down the engine.
    fn retire(self: Box<Self>);
}

/// The limit of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A search depth in plies.
    Depth(u8),
    /// A number of nodes.
    Nodes(u64),
    /// Wall time.
    Time(Duration),
    /// What a clock shows.
    Clock(Clock),
}

/// A move with the score and the depth of its search.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move; not necessarily legal.
    pub mv: Move,
    /// The score for the player to move, in the engine's unit; infinite for a forced win or loss.
    pub score: Option<f64>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// How long it took, where the player knows better than who waited for it.
    pub took: Option<Duration>,
    /// The nodes of the search, which are what it takes if clocks count nodes.
    pub nodes: Option<u64>,
}

/// The fault by which an engine lost a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFault {
    /// The kind of fault.
    pub termination: Termination,
    /// What happened, in words.
    pub detail: String,
    /// See [`Player::last_lines`].
    pub last_lines: Vec<String>,
}

impl PlayerFault {
    /// A fault without a conversation.
    pub fn new(termination: Termination, detail: impl Into<String>) -> Self {
        Self { termination, detail: detail.into(), last_lines: Vec::new() }
    }
}
