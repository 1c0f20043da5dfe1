//! Tuning the search's parameters by playing: simultaneous perturbation stochastic
//! approximation (Spall, 1992).
//!
//! All parameters are perturbed at once, each up or down at random; the engine with these
//! changes plays a pair of games against the engine with the opposite ones, and all
//! parameters move a little the winner's way.

use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::rules::{Color, Game, GameType, Outcome};
use crate::search::{Limits, MemoryError, Params, Searcher, Settings, Tunable};

/// How to tune.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// Pairs of games.
    pub pairs: u32,
    /// Positions searched for a move.
    pub nodes: u64,
    /// The seed of openings and perturbations.
    pub seed: u64,
    /// How far a lead of one game moves each parameter at first, in its steps.
    pub rate: f64,
}

/// A game that has not ended by then is a draw.
const LONGEST_GAME: u16 = 160;
const TUNABLE: &[Tunable] = Params::TUNABLE;

/// Tunes the parameters from `start` on. After each pair `observe` gets its number and the
/// values of the parameters.
///
/// # Errors
///
/// If there is not enough memory for the searches.
pub fn spsa(
    settings: &Spsa,
    start: &Params,
    observe: &mut dyn FnMut(u32, &[f64]),
) -> Result<Params, MemoryError> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut values: Vec<f64> = TUNABLE.iter().map(|tunable| (tunable.get)(start)).collect();
    for pair in 0..settings.pairs {
        // Perturbations shrink slowly and gains faster, with Spall's exponents.
        let shrink = f64::from(pair + 1).powf(-0.101);
        let stability = f64::from(settings.pairs) / 10.0 + 1.0;
        let gain = settings.rate * (stability / (f64::from(pair) + stability)).powf(0.602);
        let signs: Vec<f64> =
            TUNABLE.iter().map(|_| if random.random() { 1.0 } else { -1.0 }).collect();
        let mut players = [start.clone(), start.clone()];
        for ((tunable, &value), &sign) in TUNABLE.iter().zip(&values).zip(&signs) {
            let [down, up] = perturbed(tunable, value, tunable.step * shrink);
            let [first, second] = if sign > 0.0 { [up, down] } else { [down, up] };
            (tunable.set)(&mut players[0], first);
            (tunable.set)(&mut players[1], second);
        }
        let game_type = GameType::ALL[pair as usize % GameType::ALL.len()];
        let lead = play_pair(settings, game_type, players, &mut random)?;
        for ((tunable, value), sign) in TUNABLE.iter().zip(&mut values).zip(&signs) {
            *value += gain * lead * sign * tunable.step;
            *value = value.clamp(tunable.range.0, tunable.range.1);
        }
        observe(pair + 1, &values);
    }
    let mut tuned = start.clone();
    for (tunable, value) in TUNABLE.iter().zip(&values) {
        (tunable.set)(&mut tuned, *value);
    }
    Ok(tuned)
}

/// A step below and above the value, within the range. For a whole number the step is at
/// least one half, so that the two differ after rounding: otherwise the parameter would
/// move by nothing but the noise of the others.
fn perturbed(tunable: &Tunable, value: f64, step: f64) -> [f64; 2] {
    let (low, high) = tunable.range;
    let (step, center) = if is_whole(tunable) {
        (step.max(0.5), value.clamp(low + 0.5, high - 0.5))
    } else {
        (step, value)
    };
    [(center - step).max(low), (center + step).min(high)]
}

/// Whether the parameter is rounded to a whole number.
fn is_whole(tunable: &Tunable) -> bool {
    let between = tunable.range.0.floor() + 0.25;
    let mut params = Params::default();
    (tunable.set)(&mut params, between);
    ((tunable.get)(&params) - between).abs() > 0.1
}

/// Two games from the same opening, colors swapped: by how many points the first of the
/// players leads.
fn play_pair(
    settings: &Spsa,
    game_type: GameType,
    players: [Params; 2],
    random: &mut ChaCha8Rng,
) -> Result<f64, MemoryError> {
    let mut opening = Game::new(game_type);
    for _ in 0..random.random_range(4..=8) {
        let moves = opening.position().legal_moves();
        if let Some(&mv) = moves.choose(random)
            && opening.play(mv).is_err()
        {
            break;
        }
    }
    let mut searchers = vec![];
    for params in players {
        searchers.push(Searcher::new(&Settings { table_mib: 4, params, ..Settings::default() })?);
    }
    let mut lead = 0.0;
    for first_is in Color::ALL {
        for searcher in &mut searchers {
            searcher.forget();
        }
        lead += match play(settings, opening.clone(), &mut searchers, first_is) {
            Some(winner) if winner == first_is => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
    }
    Ok(lead)
}

/// One game; the winner, if there is one.
fn play(
    settings: &Spsa,
    mut game: Game,
    searchers: &mut [Searcher],
    first_is: Color,
) -> Option<Color> {
    let never = AtomicBool::new(false);
    while game.outcome().is_none() && game.repetitions() < 3 && game.position().ply() < LONGEST_GAME
    {
        let player = usize::from(game.position().side_to_move() != first_is);
        let limits = Limits::nodes(settings.nodes);
        let report = searchers[player].search_game(&game, &limits, &never, &mut ());
        game.play(report.best?).ok()?;
    }
    match game.outcome()? {
        Outcome::Win(color) => Some(color),
        Outcome::Draw => None,
    }
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
    fn tuning_repeats_itself_and_stays_in_range() {
        let settings = Spsa { pairs: 2, nodes: 40, seed: 3, rate: 0.2 };
        let mut last = vec![];
        let first = spsa(&settings, &Params::default(), &mut |_, values| last = values.to_vec());
        let again = spsa(&settings, &Params::default(), &mut |_, _| ());
        assert_eq!(first.unwrap(), again.unwrap());
        for (tunable, value) in TUNABLE.iter().zip(last) {
            assert!((tunable.range.0..=tunable.range.1).contains(&value), "{}", tunable.name);
        }
    }
}
