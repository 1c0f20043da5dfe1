//! Games of random moves, for tests.

use super::{Game, GameType};

/// Plays `games` games of at most `plies` random moves, cycling through the game types, and
/// calls `visit` before every move. Deterministic.
pub fn visit_random_games(games: usize, plies: usize, mut visit: impl FnMut(&Game)) {
    for (seed, game_type) in GameType::ALL.into_iter().cycle().take(games).enumerate() {
        let mut game = Game::new(game_type);
        for choice in choices(seed as u64 + 1).take(plies) {
            if game.outcome().is_some() {
                break;
            }
            visit(&game);
            play(&mut game, choice);
        }
    }
}

/// A game of `plies` random moves, or fewer if it ends.
pub fn random_game(game_type: GameType, plies: usize, seed: u64) -> Game {
    game_of_choices(game_type, choices(seed).take(plies))
}

/// The game in which each number chooses a legal move, until it ends.
pub fn game_of_choices(game_type: GameType, choices: impl IntoIterator<Item = usize>) -> Game {
    let mut game = Game::new(game_type);
    for choice in choices {
        play(&mut game, choice);
    }
    game
}

/// Plays the legal move that a number chooses, if there is one.
fn play(game: &mut Game, choice: usize) {
    let moves = game.position().legal_moves();
    if !moves.is_empty() {
        game.play(moves[choice % moves.len()]).expect("the move is legal");
    }
}

/// The high bits of a linear congruential generator with Knuth's multiplier.
fn choices(seed: u64) -> impl Iterator<Item = usize> {
    let next = |state: u64| state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    std::iter::successors(Some(next(seed)), move |state| Some(next(*state)))
        .map(|state| (state >> 33) as usize)
}
