//! How well the model of people's moves finds those of other games.

use rayon::prelude::*;

use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::people::{Inputs, Model};

use super::PlayedMoves;

/// How well a model finds the moves of people.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PeopleScore {
    /// Positions with a choice.
    pub positions: usize,
    /// How many had the person's move as the most likely one. Moves that lead to the same position, turned
    /// or reflected, are one; of others that are equally likely, one is picked at random.
    pub first: f64,
    /// How many had it among the three most likely.
    pub among_three: f64,
    /// The same as `first` if all moves are different.
    pub exactly_first: f64,
    /// How many one would find by picking any move.
    pub by_chance: f64,
    /// The sum of the negative logarithms of the probabilities of the person's moves.
    pub log_loss: f64,
}

impl PeopleScore {
    /// Scores a model on every `every`th position of the games.
    pub fn of(model: &Model, games: &[PlayedMoves], every: usize) -> Self {
        let of_game = |(number, game): (usize, &PlayedMoves)| {
            let plies = (number % every..game.moves.len()).step_by(every);
            let choices = plies.filter_map(|ply| game.choice(ply));
            let scores = choices.map(|(game, inputs, played)| {
                Self::of_choice(&game, &inputs, played, &model.chances(&inputs))
            });
            scores.fold(Self::default(), Self::plus)
        };
        let games: Vec<(usize, &PlayedMoves)> = games.iter().enumerate().collect();
        let scores: Vec<Self> = games.into_par_iter().map(of_game).collect();
        scores.into_iter().fold(Self::default(), Self::plus)
    }

    fn of_choice(game: &Game, inputs: &Inputs, played: usize, chances: &[f64]) -> Self {
        /// Sums in another order may differ by so much.
        const EQUAL: f64 = 1e-6;
        let key = |mv: Move| game.position().after(mv).symmetric_key();
        let chance = chances[played];
        let own = key(inputs.moves[played]);
        let (mut likelier, mut equal) = (vec![], vec![]);
        for (&mv, &other) in inputs.moves.iter().zip(chances) {
            if other > chance + EQUAL {
                likelier.push(key(mv));
            } else if other >= chance - EQUAL {
                equal.push(key(mv));
            }
        }
        let all_equal = equal.len() as f64;
        let exactly_first = if likelier.is_empty() { 1.0 / all_equal } else { 0.0 };
        for keys in [&mut likelier, &mut equal] {
            keys.sort_unstable();
            keys.dedup();
        }
        likelier.retain(|other| *other != own);
        let among =
            |most: f64| ((most - likelier.len() as f64) / equal.len() as f64).clamp(0.0, 1.0);
        Self {
            positions: 1,
            first: among(1.0),
            among_three: among(3.0),
            exactly_first,
            by_chance: 1.0 / chances.len() as f64,
            log_loss: -chance.max(1e-9).ln(),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            first: self.first + other.first,
            among_three: self.among_three + other.among_three,
            exactly_first: self.exactly_first + other.exactly_first,
            by_chance: self.by_chance + other.by_chance,
            log_loss: self.log_loss + other.log_loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::GameType;
    use waggle_hive_engine::people::Network;

    #[test]
    fn equal_moves_share_the_first_place() {
        let mut game = Game::new(GameType::MLP);
        for _ in 0..2 {
            game.play(game.position().legal_moves()[0]).unwrap();
        }
        let games: Vec<_> = PlayedMoves::of(&game).into_iter().collect();
        let score = PeopleScore::of(&Model::new(Network::zero(), ""), &games, 1);
        // Seven bugs, then seven on each of six sides that are the same.
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{score:?}");
        assert_eq!(score.positions, 2);
        near(score.first, 2.0 / 7.0);
        near(score.among_three, 6.0 / 7.0);
        near(score.exactly_first, 1.0 / 7.0 + 1.0 / 42.0);
        near(score.by_chance, 1.0 / 7.0 + 1.0 / 42.0);
        near(score.log_loss, 7_f64.ln() + 42_f64.ln());
    }
}
