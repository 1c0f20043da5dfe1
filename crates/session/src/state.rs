//! The state of a session between commands, without the engine.

use std::sync::Arc;

use waggle_hive_engine::book::Book;
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::random;

use super::control::Control;
use super::options::Options;
use super::ponder::Ponder;
use super::reply::Reply;
use super::session_game::SessionGame;

/// The error of a command that needs a game.
pub(super) const NO_GAME: &str = "no game in progress; try `newgame`";
/// The error of a command that needs an unfinished game.
pub(super) const GAME_OVER: &str = "the game is over; try `undo` or `newgame`";

/// The game, the options, and the state that depends on them.
#[derive(Debug)]
pub(super) struct State<G: SessionGame> {
    pub(super) options: Options,
    pub(super) control: Arc<Control>,
    /// Replaces the embedded opening book.
    pub(super) book: Option<Book>,
    pub(super) game: Option<G>,
    /// The seed for what a lower level overlooks in this game.
    pub(super) seed: u64,
    /// The engine has searched since its table was last cleared.
    pub(super) has_searched: bool,
    pub(super) ponder: Ponder<G::Move>,
    /// The last principal variation; empty once the position changes.
    pub(super) pv: Vec<String>,
}

impl<G: SessionGame> State<G> {
    pub(super) fn new(options: Options) -> Self {
        Self {
            options,
            control: Arc::default(),
            book: None,
            game: None,
            seed: random(),
            has_searched: false,
            ponder: Ponder::default(),
            pv: Vec::new(),
        }
    }

    pub(super) fn game(&self) -> Result<&G, Reply> {
        self.game.as_ref().ok_or_else(|| Reply::error(NO_GAME))
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut G, Reply> {
        self.game.as_mut().ok_or_else(|| Reply::error(NO_GAME))
    }

    pub(super) fn unfinished_game(&self) -> Result<&G, Reply> {
        let game = self.game()?;
        if game.is_over() { Err(Reply::error(GAME_OVER)) } else { Ok(game) }
    }

    /// The playing strength in this game.
    pub(super) fn skill(&self) -> Skill {
        Skill { level: self.options.level, seed: self.seed }
    }
}
