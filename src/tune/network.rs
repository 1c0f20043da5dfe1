//! Training of the evaluation's network.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Sample;
use super::adam::Adam;
use super::sample::expected_points;
use crate::eval::{CLIP, Feature, HIDDEN, SCALE, VALUE_OF_E_TO_ONE, Weights};

/// How the network is trained.
#[derive(Clone, Debug)]
pub struct TrainSettings {
    /// Passes over all samples.
    pub epochs: u32,
    /// The first step of the Adam optimizer; it falls to zero along half a cosine.
    pub step: f32,
    /// Weight decay, for a full step.
    pub decay: f32,
    /// The seed of the first weights and of the order of samples.
    pub seed: u64,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self { epochs: 40, step: 3e-3, decay: 3e-2, seed: 1 }
    }
}

/// Samples in a batch: their gradients are added up for a step.
const BATCH: usize = 512;
/// The features of both players.
const INPUTS: usize = 2 * Feature::COUNT;
/// The index of an input.
type Input = u16;
const _: () = assert!(INPUTS <= Input::MAX as usize, "an index of an input does not fit");

/// A network with its weights as they are learned, in liberties: the score is the linear
/// part plus the weighted sum of the clipped hidden units.
#[derive(Clone, Debug)]
pub struct Network {
    /// All weights, one after the other: see the ranges below.
    pub(super) weights: Vec<f32>,
}

const COLUMN: usize = HIDDEN + 1;
/// First the columns of all inputs, each with a linear weight in its last place, then the
/// biases likewise, then the weights of the hidden units.
const BIAS: usize = INPUTS * COLUMN;
const OUTPUT: usize = BIAS + COLUMN;
const WEIGHTS: usize = OUTPUT + HIDDEN;

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network of the best pass.
    pub network: Network,
    /// The mean squared error of the expected points over the training samples.
    pub training_error: f64,
    /// The same over the samples kept back.
    pub error: f64,
    /// The best pass, from 1.
    pub epoch: u32,
}

/// A sample with its counts scaled, without the zeros.
struct Example {
    inputs: Vec<(Input, f32)>,
    target: f32,
}

/// What the inputs are divided by, so that all are of the order of 1.
fn scales(samples: &[Sample]) -> Vec<f32> {
    let mut squares = vec![0.0f64; Feature::COUNT];
    for sample in samples {
        for counts in &sample.counts {
            for (square, &count) in squares.iter_mut().zip(counts) {
                *square += f64::from(count).powi(2);
            }
        }
    }
    let mean = |square: f64| (square / (2 * samples.len().max(1)) as f64).sqrt();
    squares.into_iter().map(|square| mean(square).max(1.0) as f32).collect()
}

fn examples(samples: &[Sample], scales: &[f32]) -> Vec<Example> {
    let example = |sample: &Sample| {
        let divided = |(input, count)| (input, count / scales[usize::from(input) % Feature::COUNT]);
        let inputs = inputs(sample.counts.as_flattened()).map(divided).collect();
        Example { inputs, target: sample.points }
    };
    samples.iter().map(example).collect()
}

/// The counts that are not zero, each with its index.
fn inputs(counts: &[u8]) -> impl Iterator<Item = (Input, f32)> {
    let counts = counts.iter().zip(0..).filter(|(count, _)| **count > 0);
    counts.map(|(&count, input)| (input, f32::from(count)))
}

impl Network {
    /// Small weights, at random.
    fn new(random: &mut ChaCha8Rng) -> Self {
        let mut weights = vec![0.0; WEIGHTS];
        for column in weights[..BIAS].chunks_exact_mut(COLUMN) {
            column[..HIDDEN].fill_with(|| random.random_range(-0.15..0.15));
        }
        weights[BIAS..BIAS + HIDDEN].fill_with(|| random.random_range(0.2..0.8));
        weights[OUTPUT..].fill_with(|| random.random_range(-0.3..0.3));
        Self { weights }
    }

    /// The sums of the hidden units and, last, of the linear part.
    fn sums(&self, inputs: &[(Input, f32)]) -> [f32; COLUMN] {
        let mut sums = [0.0; COLUMN];
        sums.copy_from_slice(&self.weights[BIAS..OUTPUT]);
        for &(input, value) in inputs {
            let column = &self.weights[usize::from(input) * COLUMN..][..COLUMN];
            for (sum, weight) in sums.iter_mut().zip(column) {
                *sum += value * weight;
            }
        }
        sums
    }

    /// The score in liberties that the sums stand for.
    fn score(&self, sums: &[f32; COLUMN]) -> f32 {
        let hidden = sums.iter().zip(&self.weights[OUTPUT..]);
        sums[HIDDEN] + hidden.map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>()
    }

    /// Adds the gradient of a sample's squared error, and returns that error.
    fn learn(&self, example: &Example, gradient: &mut [f32]) -> f64 {
        let sums = self.sums(&example.inputs);
        let expected = expected_points(100.0 * self.score(&sums));
        let miss = expected - example.target;
        let slope = 2.0 * miss * expected * (1.0 - expected) * 100.0 / VALUE_OF_E_TO_ONE as f32;
        let mut below = [0.0; COLUMN];
        below[HIDDEN] = slope;
        for unit in 0..HIDDEN {
            gradient[OUTPUT + unit] += slope * sums[unit].clamp(0.0, 1.0);
            if sums[unit] > 0.0 && sums[unit] < 1.0 {
                below[unit] = slope * self.weights[OUTPUT + unit];
            }
        }
        for &(input, value) in &example.inputs {
            let column = &mut gradient[usize::from(input) * COLUMN..][..COLUMN];
            for (sum, slope) in column.iter_mut().zip(&below) {
                *sum += value * slope;
            }
        }
        for (sum, slope) in gradient[BIAS..OUTPUT].iter_mut().zip(&below) {
            *sum += slope;
        }
        f64::from(miss).powi(2)
    }

    /// The network as the engine uses it, with all scores multiplied by `factor`.
    #[must_use]
    pub fn rounded(&self, factor: f32) -> Weights {
        let steps = 100.0 * SCALE as f32 * factor;
        let lanes = |column: &[f32]| {
            std::array::from_fn(|lane| {
                let scale = if lane == HIDDEN { steps } else { f32::from(CLIP) };
                (column[lane] * scale).round() as i16
            })
        };
        let column = |input: usize| lanes(&self.weights[input * COLUMN..][..COLUMN]);
        let output = &self.weights[OUTPUT..];
        Weights {
            bias: lanes(&self.weights[BIAS..OUTPUT]),
            columns: [0, Feature::COUNT]
                .map(|first| std::array::from_fn(|index| column(first + index))),
            output: std::array::from_fn(|unit| {
                output.get(unit).map_or(CLIP, |weight| (weight * steps).round() as i16)
            }),
        }
    }

    /// The factor that makes the scores as large as those of the samples' searches, on
    /// average, so that a hundredth of a liberty means the same from one network to the next.
    #[must_use]
    pub fn factor(&self, samples: &[Sample]) -> f32 {
        let mean_square = |score: &dyn Fn(&Sample) -> f32| {
            samples.iter().map(|sample| f64::from(score(sample)).powi(2)).sum::<f64>()
        };
        let searched = mean_square(&|sample| sample.score as f32);
        let own = mean_square(&|sample| self.evaluate(&sample.counts));
        if own > 0.0 { (searched / own).sqrt() as f32 } else { 1.0 }
    }

    /// The score, in hundredths of a liberty, of the player to move with these counts.
    #[must_use]
    pub fn evaluate(&self, counts: &[[u8; Feature::COUNT]; 2]) -> f32 {
        let inputs: Vec<(Input, f32)> = inputs(counts.as_flattened()).collect();
        100.0 * self.score(&self.sums(&inputs))
    }

    fn error(&self, examples: &[Example]) -> f64 {
        let miss = |example: &Example| {
            let score = self.score(&self.sums(&example.inputs));
            f64::from(expected_points(100.0 * score) - example.target).powi(2)
        };
        examples.iter().map(miss).sum::<f64>() / examples.len().max(1) as f64
    }

    /// The same network for counts as they are.
    fn unscaled(mut self, scales: &[f32]) -> Self {
        for (input, column) in self.weights[..BIAS].chunks_exact_mut(COLUMN).enumerate() {
            for weight in column {
                *weight /= scales[input % Feature::COUNT];
            }
        }
        self
    }
}

/// Trains a network; the samples kept back decide which pass is the best. After each pass
/// `finished` gets its number, the error in training, and that of the samples kept back.
pub fn train(
    training: &[Sample],
    kept_back: &[Sample],
    settings: &TrainSettings,
    mut finished: impl FnMut(u32, f64, f64),
) -> Trained {
    let scales = scales(training);
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut network = Network::new(&mut random);
    let mut examples_left = examples(training, &scales);
    let kept_back = examples(kept_back, &scales);
    let mut adam = Adam::new(WEIGHTS);
    let mut gradient = vec![0.0; WEIGHTS];
    let mut best: Option<Trained> = None;
    for epoch in 1..=settings.epochs {
        examples_left.shuffle(&mut random);
        let mut sum = 0.0;
        let batches = examples_left.len().div_ceil(BATCH);
        for (number, batch) in examples_left.chunks(BATCH).enumerate() {
            gradient.fill(0.0);
            for example in batch {
                sum += network.learn(example, &mut gradient);
            }
            for slope in &mut gradient {
                *slope /= batch.len() as f32;
            }
            let done =
                (number as f32 / batches as f32 + (epoch - 1) as f32) / settings.epochs as f32;
            let step = settings.step * 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
            adam.descend(&mut network.weights, &gradient, step, settings.decay);
        }
        let training_error = sum / examples_left.len().max(1) as f64;
        let error = network.error(&kept_back);
        finished(epoch, training_error, error);
        if best.as_ref().is_none_or(|best| error < best.error) {
            best = Some(Trained { network: network.clone(), training_error, error, epoch });
        }
    }
    let best = best.unwrap_or(Trained { network, training_error: 0.0, error: 0.0, epoch: 0 });
    Trained { network: best.network.unscaled(&scales), ..best }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples whose value is no sum over features: two pieces are only of use together.
    fn samples() -> Vec<Sample> {
        let sample = |number: u32| {
            let mut counts = [[0; Feature::COUNT]; 2];
            let bit = |index: u32| number >> index & 1;
            counts[0][3] = bit(0) as u8;
            counts[0][7] = bit(1) as u8;
            counts[1][5] = bit(2) as u8;
            let score = 100 * (bit(0) * bit(1)) as i32 - 50 * bit(2) as i32;
            Sample {
                counts,
                ply: 20,
                score,
                points: expected_points(score as f32),
                is_quiet: true,
                result: 0.5,
                is_finished: true,
            }
        };
        (0..4000).map(sample).collect()
    }

    #[test]
    fn inputs_have_their_index_however_many_there_are() {
        let mut counts = [0; 700];
        (counts[255], counts[256], counts[699]) = (1, 2, 3);
        let found: Vec<_> = inputs(&counts).collect();
        assert_eq!(found, [(255, 1.0), (256, 2.0), (699, 3.0)]);
    }

    #[test]
    fn what_counts_only_together_is_learned() {
        let samples = samples();
        let settings = TrainSettings { epochs: 200, step: 1e-2, decay: 0.0, seed: 2 };
        let trained = train(&samples, &samples[..800], &settings, |_, _, _| ());
        assert!(trained.error < 1e-4, "{}", trained.error);
        for sample in &samples[..8] {
            let score = trained.network.evaluate(&sample.counts);
            assert!((score - sample.score as f32).abs() < 5.0, "{score} {}", sample.score);
        }
        assert!((trained.network.factor(&samples) - 1.0).abs() < 0.05);
        let weights = trained.network.rounded(1.0);
        assert_eq!(weights.output[HIDDEN], CLIP);
        assert!(weights.columns[1][5][HIDDEN] < 0, "a linear loss");
    }

    #[test]
    fn the_same_seed_trains_the_same_network() {
        let samples = samples();
        let trained = |seed| {
            let settings = TrainSettings { epochs: 2, seed, ..TrainSettings::default() };
            train(&samples[..512], &samples[512..600], &settings, |_, _, _| ()).network.rounded(1.0)
        };
        assert_eq!(trained(3), trained(3));
        assert_ne!(trained(3), trained(4));
    }
}
