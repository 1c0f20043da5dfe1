//! Self-play games at a few thousand nodes per move.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::PlayedGame;
use super::played::MoveScore;
use waggle_hive_core::rules::{Game, GameType, Move, Position};
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::search::{Limits, MemoryError, Purpose, Score, Searcher, Settings};

/// The settings of self-play.
#[derive(Clone, Debug, Default)]
pub struct SelfPlay {
    /// Nodes per move: in a third of the games half as many, in a third twice as many.
    pub nodes: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// The type of all games; if `None`, it follows from their numbers.
    pub game_type: Option<GameType>,
    /// What evaluates positions.
    pub network: Network,
}

/// The ply at which unfinished games are stopped.
const MAX_PLIES: u16 = 200;
/// One move in this many is random, for variety.
const RANDOM_MOVE_IN: u32 = 24;

/// The game types in rotation; the most popular ones are more frequent.
pub const TURNS: [GameType; 12] = {
    let mut turns = [GameType::BASE; 12];
    let mut index = 0;
    while index < GameType::ALL.len() {
        turns[index] = GameType::ALL[index];
        index += 1;
    }
    turns[9] = GameType::MLP;
    turns[11] = GameType::MLP;
    turns
};

impl SelfPlay {
    /// The nodes per move in the game with this number.
    ///
    /// Different depths make different mistakes, and give different scores to learn from.
    pub fn nodes_of(&self, number: u32) -> u64 {
        // Each of the types is played with each number of nodes.
        match number as usize / TURNS.len() % 3 {
            0 => self.nodes.div_ceil(2),
            1 => self.nodes,
            _ => self.nodes.saturating_mul(2),
        }
    }

    /// Plays the games with these numbers, with all threads.
    ///
    /// A game depends only on its number and the settings.
    ///
    /// # Errors
    ///
    /// If allocation fails.
    pub fn play(&self, numbers: Range<u32>) -> Result<Vec<PlayedGame>, MemoryError> {
        let never = AtomicBool::new(false);
        numbers.into_par_iter().map(|number| self.play_game(number, &never)).collect()
    }

    /// Plays the game with this number. If stopped, it ends where it is.
    ///
    /// # Errors
    ///
    /// If allocation fails.
    pub fn play_game(&self, number: u32, stop: &AtomicBool) -> Result<PlayedGame, MemoryError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(number));
        let mut searcher = searcher(&self.network)?;
        let in_turn = TURNS[number as usize % TURNS.len()];
        let mut game = Game::new(self.game_type.unwrap_or(in_turn));
        let limits = Limits::nodes(self.nodes_of(number));
        let opening = random.random_range(4..=8);
        let mut scores = vec![];
        while game.outcome().is_none()
            && !stop.load(Ordering::Relaxed)
            && !game.is_threefold()
            && game.position().ply() < MAX_PLIES
        {
            let ply = game.position().ply();
            let (mv, score) = if ply < opening || random.random_range(0..RANDOM_MOVE_IN) == 0 {
                (random_move(game.position(), &mut random), MoveScore::Random)
            } else {
                // What is learned from are scores, in which a draw is even.
                let report = searcher.search_game(&game, Purpose::SCORE, &limits, stop, &mut ());
                (report.best, move_score(report.score))
            };
            let Some(mv) = mv else { break };
            if game.play(mv).is_err() {
                break;
            }
            scores.push(score);
        }
        Ok(PlayedGame::new(game, scores))
    }
}

fn searcher(network: &Network) -> Result<Searcher, MemoryError> {
    let network = network.clone();
    Searcher::new(&Settings { table_mib: 4, network, ..Settings::default() })
}

fn move_score(score: Score) -> MoveScore {
    if !score.is_decisive() {
        MoveScore::Value(score.value())
    } else if score > Score::DRAW {
        MoveScore::Win
    } else {
        MoveScore::Loss
    }
}

fn random_move(position: &Position, random: &mut ChaCha8Rng) -> Option<Move> {
    position.legal_moves().choose(random).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    fn lines(settings: &SelfPlay, numbers: Range<u32>) -> Vec<String> {
        settings.play(numbers).unwrap().iter().map(PlayedGame::to_string).collect()
    }

    #[test]
    fn a_draw_scores_zero_for_both_players() {
        // White can only pass, to a position that has occurred twice.
        let game = include_str!("../../../tests/data/repetition-game.txt").trim();
        let game = parse_game(game.strip_suffix(";pass").unwrap()).unwrap();
        let position = game.position();
        let past = [0, position.key_after(Move::Pass)].repeat(2);
        let never = AtomicBool::new(false);
        let limits = Limits::nodes(500);
        let report = searcher(&Network::default()).unwrap().search(
            position,
            &past,
            Purpose::SCORE,
            &limits,
            &never,
            &mut (),
        );
        assert_eq!(report.score, Score::DRAW);
    }

    #[test]
    fn proven_results_differ_from_values() {
        assert_eq!(move_score(Score::new(-12)), MoveScore::Value(-12));
        assert_eq!(move_score(Score::win_in(3)), MoveScore::Win);
        assert_eq!(move_score(Score::loss_in(2)), MoveScore::Loss);
    }

    #[test]
    fn every_type_is_played_with_each_number_of_nodes() {
        let settings = SelfPlay { nodes: 1001, ..SelfPlay::default() };
        for turn in 0..TURNS.len() as u32 {
            let nodes = [0, 1, 2].map(|round| settings.nodes_of(turn + round * TURNS.len() as u32));
            assert_eq!(nodes, [501, 1001, 2002]);
        }
    }

    #[test]
    fn the_same_seed_and_number_give_the_same_game() {
        let settings = SelfPlay { nodes: 60, seed: 5, ..SelfPlay::default() };
        let games = lines(&settings, 0..3);
        assert_eq!(games[1..], lines(&settings, 1..3));
        assert_ne!(games, lines(&SelfPlay { seed: 6, ..settings.clone() }, 0..3));
        let of_one_type = lines(&SelfPlay { game_type: Some(GameType::MLP), ..settings }, 0..2);
        assert!(of_one_type.iter().all(|line| line.starts_with("Base+MLP;")), "{of_one_type:?}");
    }
}
