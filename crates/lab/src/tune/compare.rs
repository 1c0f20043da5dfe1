//! How well networks evaluate the positions of played games, and where two of them differ.

use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::Game;
use waggle_hive_engine::eval::{Network, evaluate};
use waggle_hive_selfplay::{Sample, expected_points};

/// The mean squared error of a network's expected points over samples; `None` without samples.
#[must_use]
pub fn squared_error(network: &Network, samples: &[Sample]) -> Option<f64> {
    let errors = samples.iter().map(|sample| {
        let value = network.weights().value(&sample.inputs.counts());
        f64::from(expected_points(value as f32) - sample.points).powi(2)
    });
    (!samples.is_empty()).then(|| errors.sum::<f64>() / samples.len() as f64)
}

/// A position that two networks evaluate differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The `GameString` of the position.
    pub game: String,
    /// The values for the side to move, in hundredths of a liberty.
    pub values: [i32; 2],
}

/// Of each game the position that two networks evaluate most differently, if there is one, the largest
/// difference first; and the mean difference of all positions, in hundredths of a liberty.
#[must_use]
pub fn network_differences<'a>(
    networks: [&Network; 2],
    games: impl IntoIterator<Item = &'a Game>,
) -> (Vec<Difference>, f64) {
    let (mut found, mut sum, mut positions) = (vec![], 0.0, 0_u32);
    for game in games {
        let mut replay = Game::new(game.game_type());
        let mut most: Option<Difference> = None;
        for mv in game.moves() {
            let values = networks.map(|network| evaluate(network, replay.position(), 0));
            let distance = values[0].abs_diff(values[1]);
            sum += f64::from(distance);
            positions += 1;
            if most.as_ref().map_or(0, Difference::distance) < distance {
                most = Some(Difference { game: game_string(&replay), values });
            }
            if replay.play(mv).is_err() {
                break;
            }
        }
        found.extend(most);
    }
    found.sort_by_key(|difference| std::cmp::Reverse(difference.distance()));
    (found, sum / f64::from(positions.max(1)))
}

impl Difference {
    fn distance(&self) -> u32 {
        self.values[0].abs_diff(self.values[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_engine::eval::Weights;
    use waggle_hive_selfplay::{PlayedGame, SelfPlay};

    #[test]
    fn the_network_that_played_errs_less_than_one_that_knows_nothing() {
        let own = Network::default();
        let nothing = Weights { output: vec![0; 64], ..own.weights().clone() };
        let nothing = Network::read(&nothing.to_file("")).unwrap();
        let games = SelfPlay { nodes: 50, seed: 1, ..SelfPlay::default() }.play(0..8).unwrap();
        let samples: Vec<Sample> = games.iter().flat_map(|game| game.samples(0.75)).collect();
        let [own_error, error] = [&own, &nothing].map(|it| squared_error(it, &samples).unwrap());
        assert!(own_error < 0.8 * error, "{own_error} {error}");
        assert_eq!(squared_error(&own, &[]), None);
        let games: Vec<&Game> = games.iter().map(PlayedGame::game).collect();
        let (differences, mean) = network_differences([&own, &nothing], games.iter().copied());
        assert_eq!(differences.len(), games.len());
        assert!(differences.is_sorted_by_key(|it| std::cmp::Reverse(it.distance())));
        assert!(differences.iter().all(|it| it.values[1] == 0 && f64::from(it.distance()) > mean));
        assert_eq!(network_differences([&own, &own], games).0, []);
    }
}
