//! The evaluation split into its features.

use super::feature_counts::FeatureCounts;
use super::features::Feature;
use super::network::{CLIP, Network, SCALE};
use super::weights::Weights;
use waggle_hive_core::rules::{ByColor, Color, Position};

/// The evaluation of a position as a sum over features, up to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    /// Each feature with the counts of both players, and the contribution of the difference to
    /// White's value, in hundredths of a liberty.
    pub features: Vec<(Feature, ByColor<i32>, f64)>,
    /// The contribution of being to move: the value of the position if both players had the
    /// average of their counts.
    pub to_move: f64,
}

/// The sums of the lanes for the counts of the side to move and of the opponent.
fn sums(weights: &Weights, ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    let mut sums: Vec<f64> = weights.bias.iter().copied().map(f64::from).collect();
    for (counts, columns) in [ours, theirs].into_iter().zip(&weights.columns) {
        for (count, column) in counts.iter().zip(columns) {
            for (sum, weight) in sums.iter_mut().zip(column.weights()) {
                *sum += count * f64::from(weight);
            }
        }
    }
    sums
}

/// Explains the evaluation of the position by a network.
///
/// The contributions are integrated gradients (Sundararajan, Taly and Yan, 2017) along the
/// straight line from equal counts of both players to the actual ones. In the linear part that is
/// the feature's weight; the change of a hidden unit is divided among the features in proportion
/// to what each adds to its sum. A feature with equal counts contributes nothing.
pub fn explain(network: &Network, position: &Position) -> Explained {
    let weights = network.weights();
    let linear = weights.hidden();
    let us = position.side_to_move();
    let features = FeatureCounts::of(position);
    let counts = [us, us.other()].map(|color| features[color].counts().map(f64::from));
    let even: Vec<f64> =
        counts[0].iter().zip(&counts[1]).map(|(a, b)| f64::midpoint(*a, *b)).collect();
    let (start, end) = (sums(weights, &even, &even), sums(weights, &counts[0], &counts[1]));
    let unit = |sum: f64| sum.clamp(0.0, f64::from(CLIP));
    let worth = |unit: usize| f64::from(weights.output[unit]) / f64::from(CLIP);
    // The average gradient of the value by the sum of each lane along the line.
    let slope = |lane: usize| {
        let push = end[lane] - start[lane];
        if lane == linear {
            1.0
        } else if push == 0.0 {
            0.0
        } else {
            worth(lane) * (unit(end[lane]) - unit(start[lane])) / push
        }
    };
    let slopes: Vec<f64> = (0..=linear).map(slope).collect();
    let for_white = match us {
        Color::White => 1.0,
        Color::Black => -1.0,
    } / f64::from(SCALE);
    let explained = Feature::all().map(|feature| {
        let index = feature.index();
        let half = (counts[0][index] - counts[1][index]) / 2.0;
        let columns = [0, 1].map(|player| weights.columns[player][index].weights());
        let [our_weights, their_weights] = columns;
        let lanes = slopes.iter().zip(our_weights).zip(their_weights);
        let value: f64 = lanes
            .map(|((slope, ours), theirs)| slope * half * (f64::from(ours) - f64::from(theirs)))
            .sum();
        let counts = ByColor::new_with(|color| i32::from(features[color].of_feature(feature)));
        (feature, counts, for_white * value)
    });
    let hidden: f64 = (0..linear).map(|lane| worth(lane) * unit(start[lane])).sum();
    Explained { features: explained.collect(), to_move: for_white * (start[linear] + hidden) }
}

/// The value for the side to move and what it becomes without each feature, in hundredths of a
/// liberty: with both players' counts of it replaced by `usual`, one number for each feature.
/// `counts` are those of the side to move and of the opponent.
///
/// # Panics
///
/// If `usual` has fewer numbers than there are features.
pub fn values_without(
    network: &Network,
    counts: &[[u8; Feature::COUNT]; 2],
    usual: &[f64],
) -> (f64, Vec<f64>) {
    let weights = network.weights();
    let [ours, theirs] = counts.map(|counts| counts.map(f64::from));
    let sums = sums(weights, &ours, &theirs);
    let without = Feature::all().map(|feature| {
        let index = feature.index();
        let (our, their) = (usual[index] - ours[index], usual[index] - theirs[index]);
        let [our_column, their_column] =
            [0, 1].map(|player| weights.columns[player][index].weights());
        let lanes = sums.iter().zip(our_column).zip(their_column);
        let changed = lanes
            .map(|((sum, ours), theirs)| sum + our * f64::from(ours) + their * f64::from(theirs));
        value(weights, &changed.collect::<Vec<_>>())
    });
    (value(weights, &sums), without.collect())
}

/// The value of sums of the lanes, in hundredths of a liberty.
fn value(weights: &Weights, sums: &[f64]) -> f64 {
    let most = f64::from(CLIP);
    let hidden = sums[..weights.hidden()].iter().zip(&weights.output);
    let hidden: f64 =
        hidden.map(|(sum, weight)| sum.clamp(0.0, most) / most * f64::from(*weight)).sum();
    (sums[weights.hidden()] + hidden) / f64::from(SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use waggle_hive_core::rules::GameType;
    use waggle_hive_core::rules::random_games::visit_random_games;

    /// The fast evaluation and the explained one agree, except for rounding.
    #[test]
    fn the_contributions_add_up_to_the_value() {
        visit_random_games(32, 80, |game| {
            let position = game.position();
            let explained = explain(&Network::default(), position);
            let sum = explained.features.iter().map(|(_, _, value)| value).sum::<f64>()
                + explained.to_move;
            let value = match position.side_to_move() {
                Color::White => evaluate(&Network::default(), position, 0),
                Color::Black => -evaluate(&Network::default(), position, 0),
            };
            assert!((sum - f64::from(value)).abs() < 1.5, "{sum} {value}");
        });
    }

    #[test]
    fn equal_counts_contribute_nothing() {
        let explained = explain(&Network::default(), &Position::new(GameType::ALL[0]));
        assert!(explained.features.iter().all(|(_, _, value)| *value == 0.0));
        assert!(
            (explained.to_move
                - f64::from(evaluate(&Network::default(), &Position::new(GameType::ALL[0]), 0)))
            .abs()
                < 1.0
        );
    }

    #[test]
    fn usual_counts_change_nothing_and_others_change_the_value() {
        visit_random_games(2, 40, |game| {
            let position = game.position();
            let us = position.side_to_move();
            let features = FeatureCounts::of(position);
            let counts = [us, us.other()].map(|color| *features[color].counts());
            let (value, without) =
                values_without(&Network::default(), &counts, &counts[0].map(f64::from));
            assert!(
                (value - f64::from(evaluate(&Network::default(), position, 0))).abs() < 1.5,
                "{value}"
            );
            for (index, without) in without.iter().enumerate() {
                let is_equal = counts[0][index] == counts[1][index];
                assert!(!is_equal || (without - value).abs() < 1e-9, "{index}");
            }
            let (_, without) = values_without(&Network::default(), &counts, &[3.0; Feature::COUNT]);
            assert!(without.iter().any(|without| (without - value).abs() > 1.0));
        });
    }
}
