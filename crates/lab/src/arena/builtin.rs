//! The built-in engine, in this process.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use waggle_hive_core::rules::{Game, Move, Position};
use waggle_hive_engine::levels::{Level, Skill};
use waggle_hive_engine::search::{Limits, NEVER, Purpose, Report, Score, Searcher, Settings};

use super::Termination;
use super::limit::share;
use super::player::{Budget, Choice, Player, PlayerFault};

/// The built-in engine as a player.
pub struct BuiltIn {
    searcher: Searcher,
    skill: Skill,
    /// Whether it gets a fixed share of a clock, as engines do that do not know clocks.
    gets_share: bool,
    /// How many of 100 moves are picked at random.
    random_moves: u8,
}

impl BuiltIn {
    /// An engine with these settings that picks so many of 100 moves at random. The first position of a
    /// game seeds these and the errors below full strength, so matches are reproducible.
    pub fn start(
        settings: &Settings,
        level: Level,
        gets_share: bool,
        random_moves: u8,
    ) -> Result<Self, PlayerFault> {
        let searcher = Searcher::new(settings)
            .map_err(|error| PlayerFault::new(Termination::StartFailure, error.to_string()))?;
        Ok(Self { searcher, skill: Skill { level, seed: 0 }, gets_share, random_moves })
    }

    /// A legal move at random, or `None` if this one shall be searched.
    fn random_move(&self, game: &Game) -> Option<Choice> {
        if self.random_moves == 0 {
            return None;
        }
        let ply = u64::from(game.position().ply());
        let mut random = ChaCha8Rng::seed_from_u64(self.skill.seed ^ ply);
        let is_random = random.random_range(0..100) < self.random_moves;
        let mv = *game.position().legal_moves().choose(&mut random).filter(|_| is_random)?;
        Some(Choice { mv, score: None, depth: None, took: None, nodes: None })
    }
}

impl Player for BuiltIn {
    fn set_up(&mut self, game: &Game, _stop: &AtomicBool) -> Result<(), PlayerFault> {
        self.skill.seed = game.position().key();
        self.searcher.clear();
        Ok(())
    }

    fn observe(&mut self, _: &Position, _: Move, _: &AtomicBool) -> Result<(), PlayerFault> {
        // `choose` gets the whole game.
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        budget: Budget,
        _patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerFault> {
        if let Some(choice) = self.random_move(game) {
            return Ok(choice);
        }
        let limits = match budget {
            // A forced move needs no search, but adjudication needs its score.
            Budget::Time(_) | Budget::Clock(_) if game.position().legal_moves().len() == 1 => {
                Limits::depth(1)
            }
            Budget::Depth(depth) => Limits::depth(depth),
            Budget::Nodes(nodes) => Limits::nodes(nodes),
            Budget::Time(time) => Limits::time(time),
            Budget::Clock(clock) if !self.gets_share => Limits::clock(clock),
            Budget::Clock(clock) => match clock.nodes_per_ms {
                Some(nodes_per_ms) => Limits::nodes(nodes_in(share(&clock), nodes_per_ms)),
                None => Limits::time(share(&clock)),
            },
        };
        // A panic in the search loses the game, not the match; the engine is then discarded.
        let search =
            || self.searcher.search_at(self.skill, game, Purpose::Play, &limits, stop, &mut ());
        let report = panic::catch_unwind(AssertUnwindSafe(search))
            .map_err(|_| PlayerFault::new(Termination::Crash, "the built-in engine panicked"))?;
        if stop.load(Ordering::Relaxed) {
            return Err(PlayerFault::new(Termination::Interrupted, "the match was stopped"));
        }
        let Report { best, score, depth, nodes, .. } = report;
        let mv =
            best.ok_or_else(|| PlayerFault::new(Termination::Refusal, "the search found no move"))?;
        Ok(Choice {
            mv,
            score: Some(in_liberties(score)),
            depth: Some(u32::from(depth)),
            took: None,
            nodes: Some(nodes),
        })
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }

    fn retire(self: Box<Self>) {}
}

/// A time in nodes, at least one.
fn nodes_in(time: Duration, nodes_per_ms: u32) -> u64 {
    ((time.as_secs_f64() * 1000.0 * f64::from(nodes_per_ms)) as u64).max(1)
}

/// Scores positions, for engines that do not report scores and for balanced openings.
pub struct Judge {
    searcher: Option<Searcher>,
    limits: Limits,
}

impl Judge {
    /// A judge that searches this number of nodes per position.
    pub fn new(nodes: u64) -> Self {
        // A small table is quick to allocate and to clear. If even that fails, there are no scores.
        let settings = Settings { threads: 1, table_mib: 1, ..Settings::default() };
        Self { searcher: Searcher::new(&settings).ok(), limits: Limits::nodes(nodes) }
    }

    /// The score for the player to move, in liberties. Depends on the game alone.
    pub fn score(&mut self, game: &Game) -> Option<f64> {
        let searcher = self.searcher.as_mut()?;
        searcher.clear();
        let report = searcher.search_game(game, Purpose::SCORE, &self.limits, &NEVER, &mut ());
        Some(in_liberties(report.score))
    }
}

/// The score in liberties; infinite if decisive.
fn in_liberties(score: Score) -> f64 {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => f64::INFINITY,
        Some(_) => f64::NEG_INFINITY,
        None => f64::from(score.value()) / 100.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_core::rules::GameType;
    use waggle_hive_engine::search::Params;

    fn engine() -> BuiltIn {
        BuiltIn::start(&Settings { table_mib: 1, ..Settings::default() }, Level::FULL, false, 0)
            .unwrap()
    }

    #[test]
    fn a_stopped_match_interrupts_the_search() {
        let stop = AtomicBool::new(true);
        let game = Game::new(GameType::BASE);
        let forever = Budget::Time(Duration::from_secs(600));
        let fault = engine().choose(&game, forever, Duration::ZERO, &stop).unwrap_err();
        assert_eq!(fault.termination, Termination::Interrupted);
    }

    #[test]
    fn so_many_moves_are_picked_at_random_and_the_same_again() {
        let game = Game::new(GameType::MLP);
        let picked = |random_moves| {
            let settings = Settings { table_mib: 1, ..Settings::default() };
            let mut engine = BuiltIn::start(&settings, Level::FULL, false, random_moves).unwrap();
            let seeds = 0..200;
            let moves = seeds.map(|seed| {
                engine.skill.seed = seed;
                engine.random_move(&game).map(|choice| choice.mv)
            });
            moves.collect::<Vec<_>>()
        };
        for (share, expected) in [(0, 0..=0), (50, 70..=130), (100, 200..=200)] {
            let moves = picked(share);
            assert!(expected.contains(&moves.iter().flatten().count()), "{share}");
            assert_eq!(moves, picked(share));
        }
    }

    #[test]
    fn the_judge_scores_for_the_player_to_move() {
        let mut judge = Judge::new(500);
        // As the engine does without contempt.
        let start = Game::new(GameType::MLP);
        let settings = Settings {
            threads: 1,
            table_mib: 1,
            params: Params { contempt: 0, ..Params::default() },
            ..Settings::default()
        };
        let mut engine = BuiltIn::start(&settings, Level::FULL, false, 0).unwrap();
        let stop = AtomicBool::new(false);
        let choice = engine.choose(&start, Budget::Nodes(500), Duration::ZERO, &stop).unwrap();
        assert_eq!(judge.score(&start), choice.score);
        assert!(choice.score.is_some_and(f64::is_finite));
        for (line, expected) in [("win 1 ", f64::INFINITY), ("loss 2 ", f64::NEG_INFINITY)] {
            let puzzles = include_str!("../../../../tests/data/puzzles.txt").lines();
            for game in puzzles.filter_map(|it| it.strip_prefix(line)).take(4) {
                let score = judge.score(&parse_game(game).unwrap()).unwrap();
                assert!(score.total_cmp(&expected).is_eq(), "{score}: {game}");
            }
        }
    }
}
