//! Tuning search parameters by playing: simultaneous perturbation stochastic approximation (Spall,
//! 1992).
//!
//! All parameters are perturbed at once, each up or down at random; the engine with these changes
//! plays a pair of games against the engine with the opposite ones, and all parameters move a
//! little towards the winner's values. Pairs are played in batches with the same values.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::pair::{openings, play_pair};
use waggle_hive_engine::search::{MemoryError, Params, Tunable};

/// How to tune.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// Pairs of games.
    pub pairs: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed of openings and perturbations.
    pub seed: u64,
    /// The initial learning rate: each parameter's change, in its steps, for a lead of one game.
    pub rate: f64,
}

/// Pairs in a batch, whatever the number of threads, so that the result does not depend on it.
const AT_A_TIME: u32 = 16;
const TUNABLE: &[Tunable] = Params::TUNABLE;

/// How each parameter was changed for the first player of a pair, and the result.
struct Perturbation {
    pair: u32,
    signs: Vec<f64>,
    players: [Params; 2],
}

/// Tunes the parameters from `start` on, with all threads. After each batch, `observe` gets the
/// number of pairs and the values. The result does not depend on the number of threads.
pub fn spsa(
    settings: &Spsa,
    start: &Params,
    observe: &mut dyn FnMut(u32, &[f64]),
) -> Result<Params, MemoryError> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut values: Vec<f64> = TUNABLE.iter().map(|tunable| (tunable.get)(start)).collect();
    let openings = openings(settings.seed);
    let mut next = 0;
    while next < settings.pairs {
        let end = settings.pairs.min(next.saturating_add(AT_A_TIME));
        let perturbations: Vec<Perturbation> =
            (next..end).map(|pair| Perturbation::new(pair, start, &values, &mut random)).collect();
        let leads: Result<Vec<i32>, MemoryError> = perturbations
            .par_iter()
            .map(|one| play_pair(settings.nodes, &openings, one.pair, &one.players))
            .collect();
        for (perturbation, lead) in perturbations.iter().zip(leads?) {
            perturbation.learn(settings.gain(perturbation.pair) * f64::from(lead), &mut values);
        }
        next = end;
        observe(next, &values);
    }
    let mut tuned = start.clone();
    for (tunable, value) in TUNABLE.iter().zip(&values) {
        (tunable.set)(&mut tuned, *value);
    }
    Ok(tuned)
}

impl Spsa {
    /// The learning rate after this pair, which falls with Spall's exponent.
    fn gain(&self, pair: u32) -> f64 {
        let stability = f64::from(self.pairs) / 10.0 + 1.0;
        self.rate * (stability / (f64::from(pair) + stability)).powf(0.602)
    }
}

impl Perturbation {
    fn new(pair: u32, start: &Params, values: &[f64], random: &mut ChaCha8Rng) -> Self {
        // Perturbations shrink more slowly than the learning rate, with Spall's exponent.
        let shrink = f64::from(pair + 1).powf(-0.101);
        let signs: Vec<f64> =
            TUNABLE.iter().map(|_| if random.random() { 1.0 } else { -1.0 }).collect();
        let mut players = [start.clone(), start.clone()];
        for ((tunable, &value), &sign) in TUNABLE.iter().zip(values).zip(&signs) {
            let [down, up] = perturbed(tunable, value, tunable.step * shrink);
            let [first, second] = if sign > 0.0 { [up, down] } else { [down, up] };
            (tunable.set)(&mut players[0], first);
            (tunable.set)(&mut players[1], second);
        }
        Self { pair, signs, players }
    }

    /// Moves the values this many steps towards those of the first player, or away from them.
    fn learn(&self, steps: f64, values: &mut [f64]) {
        for ((tunable, value), sign) in TUNABLE.iter().zip(values).zip(&self.signs) {
            let (low, high) = tunable.range;
            *value = (*value + steps * sign * tunable.step).clamp(low, high);
        }
    }
}

/// A step below and above the value, within the range. For an integer, a step is at least one half,
/// so that the two differ after rounding: otherwise only noise would move the parameter.
fn perturbed(tunable: &Tunable, value: f64, step: f64) -> [f64; 2] {
    let (low, high) = tunable.range;
    let (step, center) = if is_whole(tunable) {
        (step.max(0.5), value.clamp(low + 0.5, high - 0.5))
    } else {
        (step, value)
    };
    [(center - step).max(low), (center + step).min(high)]
}

/// Whether the parameter is an integer.
fn is_whole(tunable: &Tunable) -> bool {
    let between = tunable.range.0.floor() + 0.25;
    let mut params = Params::default();
    (tunable.set)(&mut params, between);
    ((tunable.get)(&params) - between).abs() > 0.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_always_differ_in_every_parameter() {
        for tunable in TUNABLE {
            let (low, high) = tunable.range;
            let middle = f64::midpoint(low, high);
            for value in [low, low + 0.5, middle, middle + 0.3, high - 0.5, high] {
                for shrink in [1.0, 0.4, 0.01] {
                    let [down, up] =
                        perturbed(tunable, value, tunable.step * shrink).map(|value| {
                            assert!((low..=high).contains(&value), "{} {value}", tunable.name);
                            let mut params = Params::default();
                            (tunable.set)(&mut params, value);
                            (tunable.get)(&params)
                        });
                    assert!(down < up, "{} at {value}: {down} and {up}", tunable.name);
                }
            }
        }
    }

    #[test]
    fn values_move_towards_the_winner_and_stay_in_range() {
        let start = Params::default();
        let values: Vec<f64> = TUNABLE.iter().map(|tunable| (tunable.get)(&start)).collect();
        let perturbation = Perturbation::new(0, &start, &values, &mut ChaCha8Rng::seed_from_u64(1));
        let mut learned = [values.clone(), values.clone()];
        perturbation.learn(0.5, &mut learned[0]);
        perturbation.learn(-0.5, &mut learned[1]);
        for (index, tunable) in TUNABLE.iter().enumerate() {
            let [first, second] = [0, 1].map(|player| (tunable.get)(&perturbation.players[player]));
            let moved = learned[0][index] - learned[1][index];
            assert!(moved * (first - second) > 0.0, "{} by {moved}", tunable.name);
        }
        perturbation.learn(1e6, &mut learned[0]);
        for (tunable, value) in TUNABLE.iter().zip(&learned[0]) {
            assert!((tunable.range.0..=tunable.range.1).contains(value), "{}", tunable.name);
        }
    }

    #[test]
    fn tuning_is_the_same_with_any_number_of_threads() {
        let tuned = |seed, threads, seen: &mut Vec<f64>| {
            let settings = Spsa { pairs: 4, nodes: 100, seed, rate: 0.5 };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                spsa(&settings, &Params::default(), &mut |_, values| *seen = values.to_vec())
            })
            .unwrap()
        };
        // Pairs may be even, all four of them.
        let mut last = vec![];
        let (seed, first) = (1..20)
            .map(|seed| (seed, tuned(seed, 1, &mut last)))
            .find(|(_, tuned)| *tuned != Params::default())
            .expect("a pair that is not even");
        let mut of_three = vec![];
        assert_eq!(first, tuned(seed, 3, &mut of_three));
        assert_eq!(last, of_three);
    }
}
