//! Openings: from a file, or balanced random moves.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use waggle_hive_core::rules::{Game, GameType};

/// How many random openings to try for a balanced one.
const TRIES: usize = 64;

/// The openings of a match, one for each round.
#[derive(Clone, Debug)]
pub enum Openings {
    /// These, in turn.
    Listed(Vec<Game>),
    /// Random legal moves from the start.
    Random {
        /// The number of plies.
        plies: u32,
        /// The game types, in turn.
        game_types: Vec<GameType>,
        /// The random seed.
        seed: u64,
        /// The maximum imbalance, as a score; `None` accepts every opening.
        balance: Option<f64>,
    },
}

impl Openings {
    /// The opening of a round; depends only on the settings and the round. `judge` scores a
    /// position for either player.
    ///
    /// # Panics
    ///
    /// If there are no openings or no game types.
    pub fn opening(&self, round: u32, judge: &mut dyn FnMut(&Game) -> Option<f64>) -> Game {
        match self {
            Self::Listed(games) => games[round as usize % games.len()].clone(),
            Self::Random { plies, game_types, seed, balance } => {
                let game_type = game_types[round as usize % game_types.len()];
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                // A random stream per round: openings do not depend on the order of play.
                rng.set_stream(u64::from(round));
                match balance {
                    Some(limit) if *plies > 0 => {
                        balanced(|| random_game(game_type, *plies, &mut rng), *limit, judge)
                    }
                    _ => random_game(game_type, *plies, &mut rng),
                }
            }
        }
    }
}

/// The first game with a score within `limit` of 0; if there is none, the most balanced one.
fn balanced(
    mut next: impl FnMut() -> Game,
    limit: f64,
    judge: &mut dyn FnMut(&Game) -> Option<f64>,
) -> Game {
    let mut best = next();
    let mut best_score = judge(&best).map_or(0.0, f64::abs);
    for _ in 1..TRIES {
        if best_score <= limit {
            break;
        }
        let game = next();
        let score = judge(&game).map_or(0.0, f64::abs);
        if score < best_score {
            (best, best_score) = (game, score);
        }
    }
    best
}

/// A game of random moves that is not over.
pub(crate) fn random_game(game_type: GameType, plies: u32, rng: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new(game_type);
    while game.moves().len() < plies as usize {
        match game.position().legal_moves().choose(rng) {
            Some(&mv) => game.play(mv).expect("a legal move can be played"),
            None => game = Game::new(game_type),
        }
    }
    // The last move may have ended it.
    if game.outcome().is_some() { random_game(game_type, plies, rng) } else { game }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::game_string;

    fn random(seed: u64, balance: Option<f64>) -> Openings {
        let game_types = vec![GameType::MLP, GameType::BASE];
        Openings::Random { plies: 6, game_types, seed, balance }
    }

    #[test]
    fn an_opening_depends_on_seed_and_round_only() {
        let opening = |seed, round| random(seed, None).opening(round, &mut |_| None);
        assert_eq!(game_string(&opening(1, 4)), game_string(&opening(1, 4)));
        assert_ne!(game_string(&opening(1, 4)), game_string(&opening(1, 6)));
        assert_ne!(game_string(&opening(1, 4)), game_string(&opening(2, 4)));
        assert_eq!(opening(1, 4).moves().len(), 6);
        assert_eq!(opening(1, 4).game_type(), GameType::MLP);
        assert_eq!(opening(1, 5).game_type(), GameType::BASE);
    }

    #[test]
    fn unbalanced_openings_are_passed_over() {
        let mut scores = [300.0, -200.0, 40.0].into_iter();
        let mut asked = 0;
        let mut judge = |_: &Game| {
            asked += 1;
            scores.next()
        };
        let _ = random(1, Some(50.0)).opening(0, &mut judge);
        assert_eq!(asked, 3);
    }

    #[test]
    fn the_least_uneven_opening_is_taken_if_all_are_uneven() {
        let mut seen: Vec<Game> = Vec::new();
        let mut judge = |game: &Game| {
            seen.push(game.clone());
            Some(if seen.len() == 7 { 100.0 } else { 200.0 })
        };
        let taken = random(1, Some(50.0)).opening(0, &mut judge);
        assert_eq!(seen.len(), TRIES);
        assert_eq!(game_string(&taken), game_string(&seen[6]));
    }
}
