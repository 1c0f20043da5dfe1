//! What the session needs of a search.

use std::sync::atomic::AtomicBool;

use crate::levels::{self, Skill};
use crate::rules::{Game, Move};
use crate::search::{Limits, MemoryError, Observer, Report, Searcher, Settings};

/// Something that finds moves: the real search, or a scripted one in tests.
pub trait Brain {
    /// Takes over new settings; what has been learned may be lost.
    ///
    /// # Errors
    ///
    /// If there is no room for so many threads or a table of this size; nothing has changed
    /// then.
    fn configure(&mut self, threads: usize, table_mib: usize) -> Result<(), MemoryError>;

    /// Forgets what has been learned about the game before.
    fn new_game(&mut self);

    /// Finds the best move of a game that is not over, at this skill.
    fn search(
        &mut self,
        skill: Skill,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move>;
}

impl Brain for Searcher {
    fn configure(&mut self, threads: usize, table_mib: usize) -> Result<(), MemoryError> {
        let settings = Settings { threads, table_mib, ..self.settings().clone() };
        Searcher::configure(self, &settings)
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn search(
        &mut self,
        skill: Skill,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        if skill.level.is_full() {
            return self.search_game(game, limits, stop, observer);
        }
        match levels::search(skill, game, limits, stop, observer) {
            Ok(report) => report,
            Err(error) => {
                log::warn!("thinking with the large table: {error}");
                self.search_game(game, &skill.level.within(limits), stop, observer)
            }
        }
    }
}
