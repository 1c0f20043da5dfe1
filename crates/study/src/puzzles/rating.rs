//! Measures how hard a puzzle is by how likely people find its moves.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Game, Move, Position};
use waggle_hive_engine::levels::{self, HIGHEST, Level, Skill};
use waggle_hive_engine::people::Model;
use waggle_hive_engine::search::{Limits, MemoryError};

use super::Entry;
use super::finders::{Inputs, chance};

/// The number of tries of a level, each with its own seed.
pub(super) const TRIES: u64 = 5;
/// From this level on, play is deterministic: one try stands for all.
const FIRST_CERTAIN: usize = 9;
/// The nodes per move at full strength: about one second.
const FULL_NODES: u64 = 1_000_000;
/// The rating of a puzzle that people solve as often as not.
const EVEN: f64 = 1200.0;
/// How much each of the inputs of a move counts, by `waggle tune-people --puzzles`.
const WEIGHTS: Inputs = [0.728, 0.652, 1.287, 0.557];

/// A move that wins alone, and what tells how likely people find it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// The winner's moves from here to the end.
    moves: usize,
    /// How likely a person plays it, in the opinion of the model of people's moves.
    habit: f64,
}

impl Task {
    /// Asks the model of people's moves. The moves before are left out, as those of puzzles are not known.
    pub fn of(model: &Model, position: &Position, mv: Move, moves: usize) -> Self {
        let chances = model.probabilities(&Game::from_position(position.clone()));
        let habit = chances.iter().find(|(other, _)| *other == mv).map_or(0.0, |(_, it)| *it);
        Self { moves, habit }
    }

    /// The winner's moves from here to the end.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// What the chance to find it depends on: the habits of people, and the length. Which levels find it
    /// tells nothing more: with that as well, cross-validation predicted what people found no better.
    pub(super) fn inputs(&self) -> Inputs {
        let habit = self.habit.clamp(1e-4, 1.0 - 1e-4);
        let is = |it: bool| f64::from(u8::from(it));
        [1.0, (habit / (1.0 - habit)).ln(), is(self.moves == 2), is(self.moves > 2)]
    }
}

/// How likely people and levels find the moves of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempts {
    tasks: Vec<Task>,
    /// How likely each level finds all of them.
    shares: [f64; HIGHEST],
}

impl Attempts {
    /// Asks the model for each move of the winner, and lets all levels try; `None` if stopped.
    pub fn at(
        model: &Model,
        entry: &Entry,
        stop: &AtomicBool,
    ) -> Result<Option<Self>, MemoryError> {
        let mut position = entry.position.clone();
        let (mut tasks, mut shares) = (vec![], [1.0; HIGHEST]);
        for (index, &mv) in entry.line.iter().enumerate() {
            if index.is_multiple_of(2) {
                let moves = entry.moves() - index / 2;
                tasks.push(Task::of(model, &position, mv, moves));
                for (share, level) in shares.iter_mut().zip(Level::all()) {
                    *share *= share_of_tries(level, &position, mv, stop)?;
                }
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            position = position.after(mv);
        }
        Ok(Some(Self { tasks, shares }))
    }

    /// How likely a level solves it, from 0 to 1; at full strength with a million nodes a move.
    pub fn share(&self, level: Level) -> f64 {
        self.shares[level.number() - 1]
    }

    /// The rating: a player with the same solves it as often as not, and people on the average have 1200.
    pub fn rating(&self) -> u16 {
        let solved: f64 = self.tasks.iter().map(|task| chance(&WEIGHTS, &task.inputs())).product();
        (EVEN + 400.0 * (1.0 / solved - 1.0).log10()).round() as u16
    }
}

/// The share of the tries in which a level plays this move.
fn share_of_tries(
    level: Level,
    position: &Position,
    mv: Move,
    stop: &AtomicBool,
) -> Result<f64, MemoryError> {
    let (tries, mut found) = (if level.number() < FIRST_CERTAIN { TRIES } else { 1 }, 0.0);
    for seed in 0..tries {
        found += f64::from(u8::from(finds(Skill { level, seed }, position, mv, stop)?));
    }
    Ok(found / tries as f64)
}

/// Whether a level plays this move.
pub(super) fn finds(
    skill: Skill,
    position: &Position,
    mv: Move,
    stop: &AtomicBool,
) -> Result<bool, MemoryError> {
    let game = Game::from_position(position.clone());
    let limits = skill.level.within(&Limits::nodes(FULL_NODES));
    Ok(levels::search(skill, &game, &limits, stop, &mut ())?.best == Some(mv))
}

#[cfg(test)]
mod tests {
    use super::super::tests::easy_puzzle;
    use super::*;
    use waggle_hive_engine::search::NEVER;

    #[test]
    fn what_people_find_less_has_a_higher_rating() {
        let rating = |moves, habit| {
            let tasks = (1..=moves).rev().map(|moves| Task { moves, habit }).collect();
            Attempts { tasks, shares: [1.0; HIGHEST] }.rating()
        };
        let easy = rating(1, 0.5);
        assert!(easy < 1200, "{easy}");
        for harder in [rating(1, 0.4), rating(2, 0.5)] {
            assert!(easy < harder && harder < rating(3, 0.01), "{harder}");
        }
        assert!(rating(4, 0.0) > rating(3, 0.0), "no rating is the highest");
    }

    #[test]
    fn the_rating_is_reproducible_and_none_if_stopped() {
        let entry = Entry::of(&easy_puzzle());
        let model = Model::own().unwrap();
        let attempts = Attempts::at(model, &entry, &NEVER).unwrap().unwrap();
        assert!(attempts.share(Level::FULL) > 0.99);
        assert!(attempts.rating() < 2000, "{attempts:?}");
        assert_eq!(Attempts::at(model, &entry, &NEVER).unwrap(), Some(attempts));
        assert_eq!(Attempts::at(model, &entry, &AtomicBool::new(true)).unwrap(), None);
    }
}
