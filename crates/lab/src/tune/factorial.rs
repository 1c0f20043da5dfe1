//! Measures many changes of search parameters with the same games: a two-level factorial design
//! (Plackett and Burman, 1946).
//!
//! In each pair of games, the first player has the candidates with a plus in a row of a Hadamard
//! matrix, the second player the others. So each game measures every candidate; over all rows, the
//! other candidates and interactions between two of them cancel out.

use std::str::FromStr;

use rayon::prelude::*;
use thiserror::Error;

use super::pair::{openings, play_pair};
use crate::arena::Estimate;
use waggle_hive_engine::search::{MemoryError, Params, Tunable};

/// A parameter value to measure against the default.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    tunable: &'static Tunable,
    value: f64,
}

/// Why a text is not a [`Candidate`].
#[derive(Clone, Debug, Error, PartialEq)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum CandidateError {
    #[error("expected NAME=VALUE, such as reverse_futility_margin=24")]
    Form,
    #[error("no tunable parameter is called '{name}'; expected one of {}", names())]
    Name { name: String },
    #[error("expected a value of {name} from {least} to {greatest}")]
    Range { name: &'static str, least: f64, greatest: f64 },
    #[error("{value} is the default of {name}: expected another value")]
    Default { name: &'static str, value: f64 },
}

fn names() -> String {
    Params::TUNABLE.iter().map(|tunable| tunable.name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Candidate {
    type Err = CandidateError;

    /// Parses `NAME=VALUE`; the value of an integer parameter is rounded.
    fn from_str(text: &str) -> Result<Self, CandidateError> {
        let (name, value) = text.split_once('=').ok_or(CandidateError::Form)?;
        let value: f64 = value.trim().parse().map_err(|_| CandidateError::Form)?;
        let tunable = Params::TUNABLE.iter().find(|tunable| tunable.name == name.trim());
        let tunable =
            tunable.ok_or_else(|| CandidateError::Name { name: name.trim().to_owned() })?;
        let (name, (least, greatest)) = (tunable.name, tunable.range);
        if !(least..=greatest).contains(&value) {
            return Err(CandidateError::Range { name, least, greatest });
        }
        let mut params = Params::default();
        (tunable.set)(&mut params, value);
        let value = (tunable.get)(&params);
        if params == Params::default() {
            return Err(CandidateError::Default { name, value });
        }
        Ok(Self { tunable, value })
    }
}

impl Candidate {
    /// The parameter's name.
    pub fn name(&self) -> &'static str {
        self.tunable.name
    }

    /// The value to measure.
    pub fn value(&self) -> f64 {
        self.value
    }
}

/// How to measure.
#[derive(Clone, Debug)]
pub struct Factorial {
    /// Pairs of games, rounded up to whole rounds of all rows.
    pub pairs: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
}

/// The maximum number of candidates of a design, which then has 64 rows.
pub const MAX_CANDIDATES: usize = 63;
/// The minimum number of pairs played at a time.
const AT_A_TIME: usize = 16;

/// Plays with all threads. After each round of all rows, calls `observe` with the number of pairs
/// and the gain of each candidate over the default; returns the last gains. The result does not
/// depend on the number of threads.
///
/// # Panics
///
/// If there are more than [`MAX_CANDIDATES`].
pub fn factorial(
    settings: &Factorial,
    candidates: &[Candidate],
    observe: &mut dyn FnMut(u32, &[Estimate]),
) -> Result<Vec<Estimate>, MemoryError> {
    assert!(candidates.len() <= MAX_CANDIDATES, "{} candidates", candidates.len());
    let rows = (candidates.len() + 1).next_power_of_two();
    let at_a_time = rows.max(AT_A_TIME) as u32;
    let openings = openings(settings.seed);
    let mut tally = Scores { pairs: 0, results: vec![[0; 5]; candidates.len()] };
    while tally.pairs < settings.pairs {
        let next = tally.pairs..tally.pairs + at_a_time;
        let leads: Result<Vec<i32>, MemoryError> = next
            .clone()
            .into_par_iter()
            .map(|pair| {
                let players = players(pair as usize % rows, candidates);
                play_pair(settings.nodes, &openings, pair, &players)
            })
            .collect();
        for (pair, lead) in next.zip(leads?) {
            tally.count(pair as usize % rows, lead);
        }
        observe(tally.pairs, &tally.effects());
    }
    Ok(tally.effects())
}

/// Whether the first player has the candidate in this row: a Hadamard matrix by Sylvester's
/// construction, without its first column.
fn first_has(row: usize, candidate: usize) -> bool {
    (row & (candidate + 1)).count_ones().is_multiple_of(2)
}

fn players(row: usize, candidates: &[Candidate]) -> [Params; 2] {
    let mut players = [Params::default(), Params::default()];
    for (index, candidate) in candidates.iter().enumerate() {
        let player = usize::from(!first_has(row, index));
        (candidate.tunable.set)(&mut players[player], candidate.value);
    }
    players
}

/// The results so far.
struct Scores {
    pairs: u32,
    /// For each candidate, the pairs by the points of the player who had it.
    results: Vec<[u32; 5]>,
}

impl Scores {
    fn count(&mut self, row: usize, lead: i32) {
        self.pairs += 1;
        for (index, counts) in self.results.iter_mut().enumerate() {
            let lead = if first_has(row, index) { lead } else { -lead };
            counts[(lead + 2) as usize] += 1;
        }
    }

    fn effects(&self) -> Vec<Estimate> {
        self.results.iter().filter_map(|counts| Estimate::from_counts(counts, 2.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(texts: &[&str]) -> Vec<Candidate> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn the_rows_are_balanced_and_orthogonal() {
        for rows in [2_usize, 4, 16, 64] {
            for first in 0..rows - 1 {
                let with = (0..rows).filter(|&row| first_has(row, first)).count();
                assert_eq!(with, rows / 2, "candidate {first} of {rows} rows");
                for second in 0..first {
                    let together = |row: &usize| first_has(*row, first) == first_has(*row, second);
                    assert_eq!((0..rows).filter(together).count(), rows / 2);
                }
            }
        }
        let candidates = candidates(&["late_move_base=9", "razoring_base=70"]);
        for row in 0..4 {
            let players = players(row, &candidates);
            let values = |get: fn(&Params) -> i32| players.each_ref().map(get);
            let default = Params::default();
            for (values, default, value, index) in [
                (values(|params| params.late_move_base), default.late_move_base, 9, 0),
                (values(|params| params.razoring_base), default.razoring_base, 70, 1),
            ] {
                let expected =
                    if first_has(row, index) { [value, default] } else { [default, value] };
                assert_eq!(values, expected, "row {row}");
            }
        }
    }

    #[test]
    fn effects_are_distinguished() {
        // The first candidate leads by one point, and every other time the third adds one.
        let mut tally = Scores { pairs: 0, results: vec![[0; 5]; 3] };
        for pair in 0..800 {
            let row = pair % 4;
            let worth = |index| if first_has(row, index) { 1 } else { -1 };
            tally.count(row, worth(0) + worth(2) * i32::from(pair % 8 < 4));
        }
        let effects = tally.effects();
        assert_eq!(effects.len(), 3);
        for (effect, lead) in effects.iter().zip([1.0, 0.0, 0.5]) {
            assert!((effect.score - (0.5 + lead / 4.0)).abs() < 1e-9, "{effects:?}");
            assert!(effect.elo_error() > 0.0 && effect.elo_error() < 21.0, "{effects:?}");
        }
    }

    #[test]
    fn a_measurement_is_the_same_with_any_number_of_threads() {
        let candidates = candidates(&["late_move_base=20", "reduction_base=2"]);
        let settings = Factorial { pairs: 17, nodes: 20, seed: 3 };
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut observed = vec![];
            let last = pool
                .install(|| factorial(&settings, &candidates, &mut |pairs, _| observed.push(pairs)))
                .unwrap();
            assert_eq!(observed, [16, 32], "whole designs");
            last
        };
        let effects = run(1);
        assert_eq!(effects, run(3));
        assert!(effects.iter().all(|effect| effect.elo.is_finite() && effect.elo_error() > 0.0));
    }
}
