//! The engine behind a session.

use std::sync::atomic::AtomicBool;

use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{
    GameSearcher, Limits, MemoryError, Observer, Params, Report, Settings,
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

    /// Searches an unfinished game for the best move at this skill.
    fn search(
        &mut self,
        skill: Skill,
        game: &G,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>;

    /// Searches for the best `lines` lines (`MultiPV`) at full strength and without contempt.
    fn analyze(
        &mut self,
        game: &G,
        lines: usize,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>;
}

impl<G: SessionGame> Engine<G> for GameSearcher<G::Position> {
    fn configure(&mut self, options: &Options) -> Result<(), MemoryError> {
        let (threads, table_mib) = (options.threads, options.table_mib);
        let settings = Settings { threads, table_mib, ..self.settings().clone() };
        GameSearcher::configure(self, &settings)
    }

    fn new_game(&mut self) {
        self.clear();
    }

    fn search(
        &mut self,
        skill: Skill,
        game: &G,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let mut limits = *limits;
        if !skill.level.is_full() {
            match game.search_below_full_strength(skill, &limits, stop, observer) {
                Some(Ok(report)) => return report,
                Some(Err(error)) => {
                    log::warn!("searching with the large table: {error}");
                    limits = skill.level.within(&limits);
                }
                None => {}
            }
        }
        GameSearcher::search(self, game.position(), &game.past_keys(), &limits, stop, observer)
    }

    fn analyze(
        &mut self,
        game: &G,
        lines: usize,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let usual = self.settings().clone();
        let params = Params { contempt: 0, ..usual.params.clone() };
        let settings = Settings { lines, params, ..usual.clone() };
        // Threads and table keep their size, so neither call can fail.
        let changed = GameSearcher::configure(self, &settings);
        let (position, past) = (game.position(), game.past_keys());
        let report = GameSearcher::search(self, position, &past, limits, stop, observer);
        let restored = GameSearcher::configure(self, &usual);
        debug_assert!(changed.is_ok() && restored.is_ok());
        report
    }
}
