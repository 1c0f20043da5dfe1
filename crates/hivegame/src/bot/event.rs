//! The bot's input (events) and output (actions).

use std::time::{Duration, Instant};

use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{Limits, Purpose, Score};

use crate::frames::{Message, Request};
use crate::settings::BotSettings;
use crate::stamp::Stamp;

/// The current time, by both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// Monotonic, for timeouts.
    pub at: Instant,
    /// Wall-clock time.
    pub wall: Stamp,
}

/// Timeouts.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// For the answer to a request.
    pub answer: Duration,
    /// Until all games are requested again, since frames can be lost.
    pub check: Duration,
    /// For a score, before a draw offer is answered without one.
    pub offer: Duration,
}

impl Pace {
    /// The defaults, with `check_seconds` of the settings.
    pub fn of(settings: &BotSettings) -> Self {
        Self {
            answer: Duration::from_secs(6),
            check: Duration::from_secs_f64(settings.check_seconds),
            offer: Duration::from_millis(1500),
        }
    }
}

/// What has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// We are signed in under this name.
    Connected {
        /// Our name.
        username: String,
    },
    /// Our id, where the site sends no names.
    Identified {
        /// Our id.
        uid: String,
    },
    /// The connection was lost.
    Disconnected {
        /// Why.
        reason: String,
    },
    /// A message from the site.
    Message(Message),
    /// A position is scored.
    Judged {
        /// The search.
        ticket: u64,
        /// The score for the side to move.
        score: Score,
    },
    /// A search has a move.
    Decided {
        /// The search.
        ticket: u64,
        /// What it found.
        decision: Decision,
    },
    /// Some time has passed.
    Tick,
    /// The bot is asked to stop.
    Leave,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// The best line, beginning with it.
    pub line: Vec<Move>,
    /// The score for us; `None` for a book move or the only one.
    pub score: Option<Score>,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// How long it took.
    pub elapsed: Duration,
}

/// An action.
#[derive(Debug)]
pub enum Action {
    /// Send this.
    Send(Request),
    /// Give the engine of a game this order, which replaces its current one, except for `Judge`.
    Order {
        /// The game.
        game_id: String,
        /// What to do.
        order: Order,
    },
    /// Log this for the operator.
    Log(String),
    /// The bot has stopped.
    Finished,
}

/// An order to the engine of a game.
#[derive(Debug)]
pub enum Order {
    /// Find a move.
    Think(Box<Task>),
    /// Ponder.
    Ponder(Box<Task>),
    /// Score a position, beside what the engine is doing.
    Judge(Box<Task>),
    /// Stop.
    Rest,
    /// Stop for good: the game is over.
    Dismiss,
}

/// A search.
#[derive(Debug)]
pub struct Task {
    /// Its number.
    pub ticket: u64,
    /// The game to search.
    pub game: Game,
    /// What the search is for.
    pub purpose: Purpose,
    /// When to stop.
    pub limits: Limits,
    /// How many threads it may use.
    pub threads: usize,
    /// The level, and the seed of its errors.
    pub skill: Skill,
}
