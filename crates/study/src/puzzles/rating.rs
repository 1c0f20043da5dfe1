//! Measures how hard a puzzle is by which levels of the engine find its whole solution.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Game, Move, Position};
use waggle_hive_engine::levels::{self, Level, Skill};
use waggle_hive_engine::search::{Limits, MemoryError};

use super::Entry;

/// The number of tries of a level, each with its own seed.
pub(super) const TRIES: u64 = 5;
/// From this level on, play is deterministic: one try stands for all.
const FIRST_CERTAIN: usize = 9;
/// The nodes per move at full strength, in the first and the second try: about one second and five.
const FULL_NODES: [u64; 2] = [1_000_000, 5_000_000];
/// The strength of the levels from 1 on, the last with both numbers of nodes: level 1 has 600, and
/// the steps are those of the matches in `docs/strength.md`, the mean of Base and Base+MLP. Those of
/// the last two are estimates: 110 for each doubling of the nodes, and 70 beyond a million.
const STRENGTHS: [f64; 14] = [
    600.0, 754.0, 956.0, 1210.0, 1468.0, 1642.0, 1826.0, 2015.0, 2211.0, 2418.0, 2646.0, 2814.0,
    2994.0, 3156.0,
];
/// The lowest and the highest rating.
const RANGE: (f64, f64) = (300.0, 3200.0);

/// How often each level solved a puzzle in five tries; the highest level with two node limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempts([u8; STRENGTHS.len()]);

impl Attempts {
    /// Lets all levels try a puzzle; `None` if stopped.
    ///
    /// A level solves a puzzle if it plays every move of the winner, while the opponent follows
    /// the solution.
    pub fn at(entry: &Entry, stop: &AtomicBool) -> Result<Option<Self>, MemoryError> {
        let mut solved = [TRIES as u8; STRENGTHS.len()];
        for level in Level::all() {
            let index = level.number() - 1;
            let certain = level.number() >= FIRST_CERTAIN;
            let tries = if certain { 1 } else { TRIES };
            let nodes = if level.is_full() { &FULL_NODES[..] } else { &[u64::MAX] };
            for (more, nodes) in nodes.iter().enumerate() {
                let mut count = 0;
                for seed in 0..tries {
                    let skill = Skill { level, seed };
                    count += u8::from(solves(
                        skill,
                        &Limits::nodes(*nodes),
                        &entry.position,
                        &entry.line,
                        stop,
                    )?);
                }
                solved[index + more] = count * (TRIES / tries) as u8;
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                if count > 0 {
                    break;
                }
            }
        }
        Ok(Some(Self(solved)))
    }

    /// The share of the tries in which a level solved it, from 0 to 1; at full strength with a
    /// million nodes a move.
    pub fn share(&self, level: Level) -> f64 {
        f64::from(self.0[level.number() - 1]) / TRIES as f64
    }

    /// The rating at which these results are most likely: the levels are expected to solve as
    /// many tries as they did.
    pub fn rating(&self) -> u16 {
        let solved: f64 = self.0.iter().map(|&count| f64::from(count)).sum();
        let expected = |rating: f64| -> f64 {
            let chance = |strength: &f64| 1.0 / (1.0 + 10f64.powf((rating - strength) / 400.0));
            TRIES as f64 * STRENGTHS.iter().map(chance).sum::<f64>()
        };
        let (mut low, mut high) = RANGE;
        while high - low > 0.5 {
            let middle = f64::midpoint(low, high);
            if expected(middle) > solved { low = middle } else { high = middle }
        }
        low.round() as u16
    }
}

/// Whether a level finds the first move of a line and every other one after it.
pub(super) fn solves(
    skill: Skill,
    limits: &Limits,
    position: &Position,
    line: &[Move],
    stop: &AtomicBool,
) -> Result<bool, MemoryError> {
    let mut game = Game::from_position(position.clone());
    let limits = skill.level.within(limits);
    for (index, &mv) in line.iter().enumerate() {
        if index.is_multiple_of(2) {
            let report = levels::search(skill, &game, &limits, stop, &mut ())?;
            if report.best != Some(mv) {
                return Ok(false);
            }
        }
        if game.play(mv).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::super::tests::easy_puzzle;
    use super::*;
    use waggle_hive_engine::search::NEVER;

    #[test]
    fn the_more_levels_solve_a_puzzle_the_lower_its_rating() {
        let all = [TRIES as u8; STRENGTHS.len()];
        let mut ratings = vec![Attempts(all).rating()];
        for missed in 1..=all.len() {
            let mut solved = all;
            solved[..missed].fill(0);
            ratings.push(Attempts(solved).rating());
        }
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert_eq!((ratings[0], ratings[all.len()]), (300, 3200));
    }

    #[test]
    fn the_rating_is_reproducible_and_none_if_stopped() {
        let entry = Entry::of(&easy_puzzle());
        let attempts = Attempts::at(&entry, &NEVER).unwrap().unwrap();
        assert!(attempts.share(Level::FULL) > 0.99);
        assert!(attempts.rating() < 2000, "{attempts:?}");
        assert_eq!(Attempts::at(&entry, &NEVER).unwrap(), Some(attempts));
        assert_eq!(Attempts::at(&entry, &AtomicBool::new(true)).unwrap(), None);
    }
}
