//! The engine behind a session.

use std::sync::atomic::AtomicBool;

use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{
    GameSearcher, Limits, MemoryError, Observer, Purpose, Report, Settings,
};

use super::options::Options;
use super::session_game::SessionGame;

/// Finds moves in games of type `G`: the search, or a scripted engine in tests.
pub trait Engine<G: SessionGame> {
    /// Applies the engine's options. This may clear the transposition table.
    ///
    /// # Errors
    ///
    /// If allocation fails; nothing changes then.
    fn configure(&mut self, options: &Options) -> Result<(), MemoryError>;

    /// Clears the transposition table and histories of the previous game.
    fn new_game(&mut self);

    /// Searches an unfinished game at this skill.
    fn search(
        &mut self,
        skill: Skill,
        game: &G,
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>;
}

impl<G: SessionGame> Engine<G> for GameSearcher<G::Position> {
    fn configure(&mut self, options: &Options) -> Result<(), MemoryError> {
        let (threads, table_mib) = (options.threads, options.table_mib);
        let network = options.network();
        let settings = Settings { threads, table_mib, network, ..self.settings().clone() };
        GameSearcher::configure(self, &settings)
    }

    fn new_game(&mut self) {
        self.clear();
    }

    fn search(
        &mut self,
        skill: Skill,
        game: &G,
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        game.search(self, skill, purpose, limits, stop, observer)
    }
}
