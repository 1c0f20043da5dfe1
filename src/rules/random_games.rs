//! Games of random moves, for tests of every room.

use super::{Game, GameType};

/// Plays `games` games of random moves, the game types in turn, and shows `visit` each game
/// before every move, until it is over or `plies` moves long. The same every time.
pub(crate) fn visit_random_games(games: usize, plies: u16, mut visit: impl FnMut(&Game)) {
    for (seed, game_type) in GameType::ALL.into_iter().cycle().take(games).enumerate() {
        let mut game = Game::new(game_type);
        // A linear congruential generator with Knuth's factor; its high bits are random enough.
        let mut state = seed as u64 + 1;
        while game.outcome().is_none() && game.position().ply() < plies {
            visit(&game);
            let moves = game.position().legal_moves();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            game.play(moves[(state >> 33) as usize % moves.len()]).expect("the move is legal");
        }
    }
}
