//! How hard the first move of a puzzle is to find.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Move, Position};
use waggle_hive_engine::levels::{Level, Skill};
use waggle_hive_engine::search::MemoryError;

use super::Puzzle;
use super::rating::{TRIES, finds};

/// How many of the tries must succeed.
const SUCCESSES: usize = 3;

/// The lowest level of the engine that finds the first move in most of five tries; the highest
/// one if none does. `None` if it was stopped.
pub fn difficulty(puzzle: &Puzzle, stop: &AtomicBool) -> Result<Option<Level>, MemoryError> {
    for level in Level::all().filter(|level| !level.is_full()) {
        if usually_finds(level, &puzzle.position, puzzle.solution.mv, stop)? {
            return Ok((!stop.load(Ordering::Relaxed)).then_some(level));
        }
    }
    Ok((!stop.load(Ordering::Relaxed)).then_some(Level::FULL))
}

/// Whether a level plays this move in most of the tries.
fn usually_finds(
    level: Level,
    position: &Position,
    mv: Move,
    stop: &AtomicBool,
) -> Result<bool, MemoryError> {
    let (mut found, mut missed) = (0, 0);
    for seed in 0..TRIES {
        if finds(Skill { level, seed }, position, mv, stop)? {
            found += 1;
        } else {
            missed += 1;
        }
        if found == SUCCESSES || missed > TRIES as usize - SUCCESSES {
            break;
        }
    }
    Ok(found == SUCCESSES)
}

#[cfg(test)]
mod tests {
    use super::super::tests::easy_puzzle;
    use super::*;
    use waggle_hive_engine::search::NEVER;

    #[test]
    fn the_difficulty_is_reproducible_and_none_if_stopped() {
        let puzzle = easy_puzzle();
        let level = difficulty(&puzzle, &NEVER).unwrap().unwrap();
        assert!(level.number() <= 9, "{level:?}");
        assert_eq!(difficulty(&puzzle, &NEVER).unwrap(), Some(level));
        assert_eq!(difficulty(&puzzle, &AtomicBool::new(true)).unwrap(), None);
    }
}
