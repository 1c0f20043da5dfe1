//! What a session needs of an engine.

use std::sync::atomic::AtomicBool;

use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{
    GameSearcher, Limits, MemoryError, Observer, Params, Report, Settings,
};

use super::options::Options;
use super::session_game::SessionGame;

/// Something that finds moves in games of type `G`: the search, or a scripted engine in tests.
pub trait Engine<G: SessionGame> {
    /// Applies the options that concern the engine. What has been learned may be lost.
    ///
    /// # Errors
    ///
    /// If there is not enough memory; then nothing has changed.
    fn configure(&mut self, options: &Options) -> Result<(), MemoryError>;

    /// Forgets what has been learned in the previous game.
    fn new_game(&mut self);

    /// Finds the best move of a game that is not over, playing no better than `skill` says.
    fn search(
        &mut self,
        skill: Skill,
        game: &G,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>;

    /// Finds this many best lines at full strength. Scores take no side in a draw.
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
        // The threads and the table stay as they are, so neither change can fail.
        let changed = GameSearcher::configure(self, &settings);
        let (position, past) = (game.position(), game.past_keys());
        let report = GameSearcher::search(self, position, &past, limits, stop, observer);
        let restored = GameSearcher::configure(self, &usual);
        debug_assert!(changed.is_ok() && restored.is_ok());
        report
    }
}
