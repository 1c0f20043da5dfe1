//! What the bot takes in and what it wants.

use std::time::{Duration, Instant};

use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{Limits, Score};

use crate::frames::{Message, Request};
use crate::settings::BotSettings;
use crate::stamp::Stamp;

/// The present: for waiting, and by the clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// For waiting.
    pub at: Instant,
    /// By the clock on the wall.
    pub wall: Stamp,
}

/// How long the bot waits.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// For the answer to a request.
    pub answer: Duration,
    /// Before all games are asked for again, since frames can be lost.
    pub check: Duration,
    /// For a score before an offer of a draw is answered without one.
    pub offer: Duration,
}

impl Pace {
    /// The usual one, with the check of the settings.
    #[must_use]
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
    /// We have this id, where the site gives no names.
    Identified {
        /// Our id.
        uid: String,
    },
    /// The connection is lost.
    Disconnected {
        /// Why.
        reason: String,
    },
    /// The site has said something.
    Message(Message),
    /// A search has finished an iteration.
    Thought {
        /// The search.
        ticket: u64,
        /// The score for us.
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
    /// The bot is asked to leave.
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

/// What is to be done.
#[derive(Debug)]
pub enum Action {
    /// Send this.
    Send(Request),
    /// Have an engine do this for a game, instead of what it does.
    Order {
        /// The game.
        game_id: String,
        /// What to do.
        order: Order,
    },
    /// Tell the operator.
    Log(String),
    /// The bot has left.
    Finished,
}

/// What the engine of a game is to do.
#[derive(Debug)]
pub enum Order {
    /// Find a move.
    Think(Box<Task>),
    /// Search in the opponent's time.
    Ponder(Box<Task>),
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
    /// When to stop.
    pub limits: Limits,
    /// How many threads it may use.
    pub threads: usize,
    /// How strong to be, and which errors to make.
    pub skill: Skill,
}
