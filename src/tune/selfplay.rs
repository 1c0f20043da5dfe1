//! Games of the engine against itself, at a few thousand positions a move.

use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::Sample;
use crate::rules::{Color, Game, GameType, Move, Outcome, Piece, Position};
use crate::search::{Limits, Searcher, Settings, TableError};

/// How the games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How many games, the game types in turns.
    pub games: u32,
    /// Positions searched for a move.
    pub nodes: u64,
    /// What the openings are drawn from.
    pub seed: u64,
}

/// A game that has not ended by then is broken off.
const LONGEST_GAME: u16 = 200;
/// From this ply on, positions are taken: before it most features are at rest.
const FIRST_PLY: u16 = 6;
/// One move in so many is drawn at random, so that games and positions differ.
const RANDOM_MOVE_IN: u32 = 24;

/// Plays the games with all threads and returns their positions.
///
/// `finished` is called after each game.
///
/// # Errors
///
/// If there is no memory for the searches.
pub fn play(settings: &SelfPlay, finished: &(impl Fn() + Sync)) -> Result<Vec<Sample>, TableError> {
    let games: Result<Vec<_>, _> = (0..settings.games)
        .into_par_iter()
        .map(|number| {
            let samples = play_game(settings, number);
            finished();
            samples
        })
        .collect();
    Ok(games?.into_iter().flatten().collect())
}

fn play_game(settings: &SelfPlay, number: u32) -> Result<Vec<Sample>, TableError> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    random.set_stream(u64::from(number));
    let search = Settings { table_mib: 4, ..Settings::default() };
    let mut searcher = Searcher::new(&search)?;
    let mut game = Game::new(GameType::ALL[number as usize % GameType::ALL.len()]);
    let opening = random.random_range(4..=8);
    let never = AtomicBool::new(false);
    let mut samples: Vec<(Sample, Color)> = vec![];
    while game.outcome().is_none() && game.repetitions() < 3 && game.position().ply() < LONGEST_GAME
    {
        let ply = game.position().ply();
        let mv = if ply < opening || random.random_range(0..RANDOM_MOVE_IN) == 0 {
            random_move(game.position(), &mut random)
        } else {
            let limits = Limits::nodes(settings.nodes);
            let report = searcher.search_game(&game, &limits, &never, &mut ());
            if let Some(best) = report.best
                && ply >= FIRST_PLY
                && !report.score.is_decisive()
            {
                let is_quiet = is_quiet(game.position(), best);
                let sample = Sample::of(game.position(), report.score.value(), is_quiet);
                samples.push((sample, game.position().side_to_move()));
            }
            report.best
        };
        let Some(mv) = mv else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    let white_points = match game.outcome() {
        Some(Outcome::Win(Color::White)) => 1.0,
        Some(Outcome::Win(Color::Black)) => 0.0,
        Some(Outcome::Draw) => 0.5,
        None if game.repetitions() >= 3 => 0.5,
        None => return Ok(samples.into_iter().map(|(sample, _)| sample).collect()),
    };
    let with_result = |(sample, color): (Sample, Color)| sample.with_result(white_points, color);
    Ok(samples.into_iter().map(with_result).collect())
}

fn random_move(position: &Position, random: &mut ChaCha8Rng) -> Option<Move> {
    position.legal_moves().choose(random).copied()
}

/// Whether the move leaves the queens' liberties alone.
fn is_quiet(position: &Position, mv: Move) -> bool {
    let Move::To { hex, .. } = mv else { return false };
    Color::ALL
        .into_iter()
        .all(|color| position.hex_of(Piece::queen(color)).is_none_or(|queen| !queen.is_beside(hex)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_samples() {
        let settings = SelfPlay { games: 3, nodes: 60, seed: 5 };
        let first = play(&settings, &|| ()).unwrap();
        assert!(first.len() > 20);
        assert_eq!(first, play(&settings, &|| ()).unwrap());
        assert_ne!(first, play(&SelfPlay { seed: 6, ..settings }, &|| ()).unwrap());
    }
}
