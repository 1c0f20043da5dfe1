//! Games of the levels against each other, from which a set of puzzles is made.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Game, GameType};
use waggle_hive_engine::levels::{self, Level, Skill};
use waggle_hive_engine::search::{Limits, MemoryError};

/// The levels that play, each against itself and against the next: they see enough to attack, and
/// overlook enough to leave wins on the table.
const LEVELS: [usize; 6] = [2, 3, 4, 5, 6, 7];
/// The ply at which an unfinished game is stopped.
const MAX_PLIES: u16 = 120;

/// The game with this number, which depends only on the number and the seed. `None` if stopped.
///
/// All types are played in turn, each with all pairs of levels.
pub fn level_game(number: u32, seed: u64, stop: &AtomicBool) -> Result<Option<Game>, MemoryError> {
    let types = GameType::ALL.len() as u32;
    let (game_type, round) = (GameType::ALL[(number % types) as usize], number / types);
    let pair = round as usize % (4 * LEVELS.len());
    let (level, is_stronger) = (LEVELS[pair / 4], |bit: usize| pair >> bit & 1);
    let skills = [0, 1].map(|player| {
        let level = Level::new(level + is_stronger(player)).unwrap_or_default();
        let seed = seed.wrapping_mul(1 << 32).wrapping_add(2 * u64::from(number) + player as u64);
        (Skill { level, seed }, level.within(&Limits::default()))
    });
    let mut game = Game::new(game_type);
    while game.outcome().is_none() && !game.is_threefold() && game.position().ply() < MAX_PLIES {
        let (skill, limits) = &skills[game.position().side_to_move() as usize];
        let report = levels::search(*skill, &game, limits, stop, &mut ())?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(mv) = report.best else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    Ok(Some(game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_engine::search::NEVER;

    #[test]
    fn a_game_depends_only_on_its_number_and_the_seed() {
        let play = |number, seed| level_game(number, seed, &NEVER).unwrap().unwrap();
        let moves = |game: &Game| game.moves().collect::<Vec<_>>();
        let first = play(3, 1);
        assert_eq!(moves(&first), moves(&play(3, 1)));
        assert_ne!(moves(&first), moves(&play(3, 2)));
        assert_eq!(first.position().game_type(), GameType::ALL[3]);
        assert!(level_game(3, 1, &AtomicBool::new(true)).unwrap().is_none());
    }
}
