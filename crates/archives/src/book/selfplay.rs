//! Self-play games from the start, for a book.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::builder::BookGame;
use super::replies::judged;
use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{Color, Game, GameType, Move};
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::search::{Limits, MemoryError, Purpose, Report, Searcher, Settings};

/// How the games are played.
#[derive(Clone, Debug)]
pub struct BookSelfPlay {
    /// The game types, in rotation.
    pub game_types: Vec<GameType>,
    /// Nodes per move.
    pub nodes: u64,
    /// The number of opening plies with random variation.
    pub plies: u16,
    /// The maximum expected score that either player may give up by variation in a whole game,
    /// from 0 to 1, as on a line of the book.
    pub loss: f64,
    /// The seed of the variation.
    pub seed: u64,
}

/// How many moves are considered for variation.
const LINES: usize = 6;
/// The number of plies after which a game is abandoned.
const MAX_PLIES: usize = 120;

impl BookSelfPlay {
    /// A single-threaded searcher for such games, which evaluates with this network.
    ///
    /// # Errors
    ///
    /// If allocation fails.
    pub fn searcher(network: Network) -> Result<Searcher, MemoryError> {
        Searcher::new(&Settings { table_mib: 4, network, ..Settings::default() })
    }

    /// Plays the game with this number, which depends only on the settings; `None` if stopped.
    pub fn play(
        &self,
        number: u32,
        searcher: &mut Searcher,
        stop: &AtomicBool,
    ) -> Option<BookGame> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(number));
        let game_type = self.game_types.get(number as usize % self.game_types.len().max(1))?;
        let mut game = Game::new(*game_type);
        let mut spent = [0.0; 2];
        searcher.clear();
        while game.outcome().is_none() && !game.is_threefold() && game.moves().len() < MAX_PLIES {
            let is_varied = game.position().ply() < self.plies;
            let lines = if is_varied { LINES } else { 1 };
            let nodes = Limits::nodes(if is_varied { 2 * self.nodes } else { self.nodes });
            let report =
                searcher.search_game(&game, Purpose::Score { lines }, &nodes, stop, &mut ());
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mv = if is_varied {
                let us = game.position().side_to_move();
                let left = self.loss - spent[us as usize];
                let (mv, loss) = varied(&report, us, left, &mut random)?;
                spent[us as usize] += loss;
                mv
            } else {
                report.best?
            };
            if game.play(mv).is_err() {
                break;
            }
        }
        let result = match game.outcome() {
            None if game.is_threefold() => GameResult::Draw,
            outcome => outcome.into(),
        };
        Some(BookGame { game_type: *game_type, moves: game.moves().collect(), result })
    }
}

/// A random choice among the moves that lose at most `most`, all equally likely, with its loss.
fn varied(
    report: &Report<Move>,
    us: Color,
    most: f64,
    random: &mut ChaCha8Rng,
) -> Option<(Move, f64)> {
    let chances = judged(report, us);
    let best = chances.first()?.1;
    let losses = chances.into_iter().map(|(mv, chance)| (mv, best - chance));
    // The best one loses nothing.
    let good: Vec<(Move, f64)> = losses.filter(|&(_, loss)| loss <= most.max(0.0)).collect();
    good.get(random.random_range(0..good.len().max(1))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_depends_only_on_its_number_and_the_seed() {
        let never = AtomicBool::new(false);
        let settings = BookSelfPlay {
            game_types: vec![GameType::BASE, GameType::MLP],
            nodes: 40,
            plies: 4,
            loss: 0.2,
            seed: 1,
        };
        let mut searcher = BookSelfPlay::searcher(Network::default()).unwrap();
        let mut play = |number| settings.play(number, &mut searcher, &never).unwrap();
        let (first, second) = (play(0), play(1));
        assert_eq!((first.game_type, second.game_type), (GameType::BASE, GameType::MLP));
        assert_eq!(play(0), first);
        assert_ne!(play(2).moves, first.moves);
        assert_eq!(settings.play(0, &mut searcher, &AtomicBool::new(true)), None);
    }
}
