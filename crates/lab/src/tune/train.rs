//! Training of the evaluation's network.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::adam::Adam;
use waggle_hive_engine::eval::Weights;
use waggle_hive_selfplay::Sample;

use super::Network;

/// How to train the network.
#[derive(Clone, Debug)]
pub struct TrainSettings {
    /// Passes over all samples.
    pub epochs: u32,
    /// The step of the Adam optimizer.
    pub step: f64,
    /// Weight decay, for a full step.
    pub decay: f32,
    /// Samples in a batch: their gradients are summed for a step.
    pub batch: usize,
    /// The seed of the initial weights and the order of samples.
    pub seed: u64,
    /// Weights to start from instead of random ones.
    pub start: Option<Weights>,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self { epochs: 40, step: 3e-3, decay: 1e-2, batch: 2048, seed: 1, start: None }
    }
}

/// The parts of a batch, whatever the number of threads, so that sums do not depend on it.
const PARTS: usize = 8;

/// The passes at the end that learn with rounded weights, in smaller steps.
const ROUNDED: u32 = 2;
/// The first of these steps, as a share of the others.
const FINE: f32 = 0.2;

/// The most batches of which the weights are averaged, and the share of those so far.
const AVERAGED: f32 = 5000.0;
const AVERAGED_SHARE: f32 = 0.25;

/// The result of training.
#[derive(Clone, Debug)]
pub struct Trained<const LANES: usize> {
    /// The network of the best pass, its weights averaged and rounded.
    pub network: Network<LANES>,
    /// What multiplies its scores when it is rounded again.
    pub factor: f32,
    /// The mean squared error of the expected points over the training samples.
    pub training_error: f64,
    /// The same over the validation samples.
    pub error: f64,
    /// The best pass, from 1.
    pub epoch: u32,
}

/// Trains a network with all threads; the validation samples decide which pass is best. After each
/// pass `finished` gets its number, the training error and the validation error. The result does
/// not depend on the number of threads.
///
/// The network is a moving average of the weights: steps as large as at the beginning, averaged,
/// fit the games less by heart than steps that fall to zero. The last passes start from it, and
/// learn with the weights as the engine rounds them.
pub fn train<const LANES: usize>(
    training: &[Sample],
    kept_back: &[Sample],
    settings: &TrainSettings,
    mut finished: impl FnMut(u32, f64, f64),
) -> Trained<LANES> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut network = Network::<LANES>::new(training, &mut random);
    if let Some(weights) = &settings.start {
        network.start_from(weights, 1.0);
    }
    let mut samples: Vec<&Sample> = training.iter().collect();
    let mut adam = Adam::new(network.rows.as_flattened().len());
    let mut gradients = vec![Network::<LANES>::gradient(); PARTS];
    let (mut average, mut factor, mut steps) = (network.clone(), 1.0, 0.0_f32);
    let mut best: Option<Trained<LANES>> = None;
    let unrounded = settings.epochs.saturating_sub(ROUNDED);
    for epoch in 1..=settings.epochs {
        samples.shuffle(&mut random);
        let is_rounded = epoch > unrounded;
        if epoch == unrounded + 1 && epoch > 1 {
            network = average.clone();
        }
        let mut sum = 0.0;
        let batches = samples.len().div_ceil(settings.batch);
        for (number, batch) in samples.chunks(settings.batch).enumerate() {
            let current = if is_rounded { &network.after_rounding(factor) } else { &network };
            let parts = batch.chunks(settings.batch.div_ceil(PARTS)).collect::<Vec<_>>();
            let errors: Vec<f64> = gradients
                .par_iter_mut()
                .zip(&parts)
                .map(|(gradient, part)| current.learn_all(part, gradient))
                .collect();
            sum += errors.iter().sum::<f64>();
            let (total, others) = gradients.split_at_mut(1);
            let total = total[0].as_flattened_mut();
            for other in &others[..parts.len() - 1] {
                for (slope, other) in total.iter_mut().zip(other.as_flattened()) {
                    *slope += other;
                }
            }
            for slope in &mut *total {
                *slope /= batch.len() as f32;
            }
            let mut step = settings.step as f32;
            if is_rounded {
                let done = number as f32 / batches as f32 + (epoch - unrounded - 1) as f32;
                step *= FINE * (1.0 - done / ROUNDED as f32);
            }
            adam.descend(network.rows.as_flattened_mut(), total, step, settings.decay);
            steps += 1.0;
            average.approach(&network, 1.0 / (AVERAGED_SHARE * steps).clamp(1.0, AVERAGED));
        }
        let training_error = sum / samples.len().max(1) as f64;
        factor = average.factor(kept_back);
        let rounded = average.after_rounding(factor);
        let error = rounded.error(kept_back);
        finished(epoch, training_error, error);
        if best.as_ref().is_none_or(|best| error < best.error) {
            best = Some(Trained { network: rounded, factor, training_error, error, epoch });
        }
    }
    best.unwrap_or(Trained { network, factor, training_error: 0.0, error: 0.0, epoch: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::GameType;
    use waggle_hive_engine::eval::{self, CLIP, Feature, evaluate};
    use waggle_hive_selfplay::{Inputs, SelfPlay, expected_points};

    /// Samples that no sum over features fits: two pieces are useful only together, and another
    /// means a draw.
    fn samples() -> Vec<Sample> {
        let sample = |number: u32| {
            let mut counts = [[0; Feature::COUNT]; 2];
            let bit = |index: u32| number >> index & 1;
            counts[0][3] = bit(0) as u8;
            counts[0][7] = bit(1) as u8;
            counts[1][5] = bit(2) as u8;
            counts[1][9] = bit(3) as u8;
            let score = 100 * (bit(0) * bit(1)) as i32 - 50 * bit(2) as i32;
            Sample {
                inputs: Inputs::from_counts(&counts),
                score,
                points: expected_points(score as f32),
                result: 1.0 - 0.5 * f64::from(bit(3)),
                ..Sample::default()
            }
        };
        (0..2000).map(sample).collect()
    }

    #[test]
    fn an_interaction_of_two_features_is_learned() {
        let samples = samples();
        let settings =
            TrainSettings { epochs: 200, step: 1e-2, decay: 0.0, batch: 64, seed: 2, start: None };
        let trained = train::<16>(&samples, &samples[..200], &settings, |_, _, _| ());
        assert!(trained.error < 1e-4, "{}", trained.error);
        for sample in &samples[..8] {
            let score = trained.network.evaluate(&sample.inputs);
            assert!((score - sample.score as f32).abs() < 5.0, "{score} {}", sample.score);
        }
        let drawn = |sample: &Sample| trained.network.draw_chance(&sample.inputs);
        assert!(drawn(&samples[8]) > drawn(&samples[0]) + 0.5, "the fourth feature means a draw");
        assert!((trained.network.factor(&samples) - 1.0).abs() < 0.05);
        let weights = trained.network.rounded(1.0);
        assert_eq!(weights.output[15], CLIP);
        assert!(weights.columns[1][5].weights().last().unwrap() < 0, "a linear loss");
    }

    #[test]
    fn a_warm_start_begins_with_the_evaluation() {
        fn started<const LANES: usize>() -> Network<LANES> {
            let samples: Vec<Sample> = samples().into_iter().take(9).collect();
            let start = Some(eval::Network::default().weights().clone());
            let settings = TrainSettings { epochs: 0, start, ..TrainSettings::default() };
            train(&samples, &samples, &settings, |_, _, _| ()).network
        }
        let (same, wider) = (started::<64>(), started::<128>());
        let built_in = eval::Network::default();
        assert_eq!(same.rounded(1.0), *built_in.weights());
        let game_type = Some(GameType::MLP);
        let games = SelfPlay { nodes: 20, seed: 3, game_type, ..SelfPlay::default() };
        for played in games.play(0..4).unwrap() {
            let position = played.game().position();
            let (inputs, value) = (Inputs::of(position), evaluate(&built_in, position, 0) as f32);
            for score in [same.evaluate(&inputs), wider.evaluate(&inputs)] {
                assert!((score - value).abs() < 2.0, "{score} {value}");
            }
        }
    }

    #[test]
    fn the_same_seed_trains_the_same_network_with_any_number_of_threads() {
        let samples = samples();
        let trained = |seed, threads| {
            let settings =
                TrainSettings { epochs: 2, seed, batch: 200, ..TrainSettings::default() };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                train::<16>(&samples[..900], &samples[900..], &settings, |_, _, _| ())
                    .network
                    .rounded(1.0)
            })
        };
        assert_eq!(trained(3, 1), trained(3, 3));
        assert_ne!(trained(3, 1), trained(4, 1));
    }
}
