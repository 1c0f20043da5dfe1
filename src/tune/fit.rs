//! Logistic regression of the weights.

use rayon::prelude::*;

use super::Sample;
use crate::eval::Feature;

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct FitSettings {
    /// Passes over all samples.
    pub epochs: u32,
    /// The step of the Adam optimizer, in hundredths of a liberty.
    pub step: f64,
    /// How much of a sample's target is the game's result; the rest is the search's
    /// score.
    pub result_share: f64,
    /// The score, in hundredths of a liberty, that stands for odds of e to 1.
    pub score_of_e_to_one: f64,
    /// The pull of every weight towards 0, as a loss for each squared hundredth.
    pub decay: f64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self { epochs: 400, step: 0.5, result_share: 0.5, score_of_e_to_one: 120.0, decay: 1e-7 }
    }
}

/// What a fit has found.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// A weight for each feature, in hundredths of a liberty.
    pub weights: [f64; Feature::COUNT],
    /// The worth of being to move.
    pub tempo: f64,
    /// The mean squared error of the expected points over the samples kept back.
    pub error: f64,
    /// The same for the weights that the fit began with.
    pub error_before: f64,
}

/// The weights that explain the samples best, beginning with `start`.
///
/// Only quiet samples count, and every tenth of them is kept back to measure the error.
#[must_use]
pub fn fit(
    samples: &[Sample],
    start: [f64; Feature::COUNT],
    tempo: f64,
    settings: &FitSettings,
) -> Fitted {
    let mut model = [0.0; Feature::COUNT + 1];
    model[..Feature::COUNT].copy_from_slice(&start);
    model[Feature::COUNT] = tempo;
    let quiet = samples.iter().filter(|sample| sample.is_quiet);
    let (kept_back, training): (Vec<_>, Vec<_>) =
        quiet.enumerate().partition(|(index, _)| index % 10 == 0);
    let only = |part: Vec<(usize, &'_ Sample)>| -> Vec<Sample> {
        part.into_iter().map(|(_, sample)| sample.clone()).collect()
    };
    let (kept_back, training) = (only(kept_back), only(training));
    let error_before = error(&model, &kept_back, settings);
    let mut adam = Adam::new(settings.step);
    for _ in 0..settings.epochs {
        let mut gradient = gradient(&model, &training, settings);
        for (slope, weight) in gradient.iter_mut().zip(&model) {
            *slope += 2.0 * settings.decay * weight;
        }
        adam.descend(&mut model, &gradient);
    }
    let mut weights = [0.0; Feature::COUNT];
    weights.copy_from_slice(&model[..Feature::COUNT]);
    let error = error(&model, &kept_back, settings);
    Fitted { weights, tempo: model[Feature::COUNT], error, error_before }
}

type Model = [f64; Feature::COUNT + 1];

fn expected_points(score: f64, settings: &FitSettings) -> f64 {
    1.0 / (1.0 + (-score / settings.score_of_e_to_one).exp())
}

/// The points that the model expects of a sample, and by how much they are off.
fn miss(model: &Model, sample: &Sample, settings: &FitSettings) -> (f64, f64) {
    let score: f64 = model[Feature::COUNT]
        + sample
            .differences
            .iter()
            .zip(model)
            .map(|(&difference, weight)| f64::from(difference) * weight)
            .sum::<f64>();
    let expected = expected_points(score, settings);
    let searched = expected_points(f64::from(sample.score), settings);
    let target = settings.result_share * sample.result + (1.0 - settings.result_share) * searched;
    (expected, expected - target)
}

fn error(model: &Model, samples: &[Sample], settings: &FitSettings) -> f64 {
    let sum: f64 = samples.iter().map(|sample| miss(model, sample, settings).1.powi(2)).sum();
    sum / samples.len().max(1) as f64
}

/// The slope of the mean squared error.
fn gradient(model: &Model, samples: &[Sample], settings: &FitSettings) -> Model {
    // Fixed parts, added in order, so that the sum does not depend on the threads.
    let parts: Vec<Model> = samples
        .par_chunks(4096)
        .map(|part| {
            let mut slopes = [0.0; Feature::COUNT + 1];
            for sample in part {
                let (expected, miss) = miss(model, sample, settings);
                let slope = 2.0 * miss * expected * (1.0 - expected) / settings.score_of_e_to_one;
                for (sum, &difference) in slopes.iter_mut().zip(&sample.differences) {
                    *sum += slope * f64::from(difference);
                }
                slopes[Feature::COUNT] += slope;
            }
            slopes
        })
        .collect();
    let mut total = [0.0; Feature::COUNT + 1];
    for part in parts {
        for (sum, slope) in total.iter_mut().zip(part) {
            *sum += slope / samples.len().max(1) as f64;
        }
    }
    total
}

/// Adam (Kingma and Ba, 2014) with the authors' constants.
struct Adam {
    step: f64,
    mean: Model,
    square: Model,
    round: i32,
}

impl Adam {
    fn new(step: f64) -> Self {
        let zero = [0.0; Feature::COUNT + 1];
        Self { step, mean: zero, square: zero, round: 0 }
    }

    fn descend(&mut self, model: &mut Model, gradient: &Model) {
        const MEAN_DECAY: f64 = 0.9;
        const SQUARE_DECAY: f64 = 0.999;
        self.round += 1;
        let mean_bias = 1.0 - MEAN_DECAY.powi(self.round);
        let square_bias = 1.0 - SQUARE_DECAY.powi(self.round);
        for (index, slope) in gradient.iter().enumerate() {
            self.mean[index] = MEAN_DECAY * self.mean[index] + (1.0 - MEAN_DECAY) * slope;
            self.square[index] =
                SQUARE_DECAY * self.square[index] + (1.0 - SQUARE_DECAY) * slope * slope;
            let scale = (self.square[index] / square_bias).sqrt() + 1e-12;
            model[index] -= self.step * self.mean[index] / mean_bias / scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_weights_are_found_again() {
        let settings = FitSettings { result_share: 0.0, decay: 0.0, ..FitSettings::default() };
        let samples: Vec<Sample> = (0..2000i32)
            .map(|number| {
                let mut differences = [0; Feature::COUNT];
                differences[0] = (number % 7 - 3) as i8;
                differences[1] = (number % 5 - 2) as i8;
                let score = 40 * i32::from(differences[0]) - 25 * i32::from(differences[1]) + 10;
                Sample {
                    differences,
                    ply: 10,
                    score,
                    is_quiet: true,
                    result: 0.5,
                    is_finished: true,
                }
            })
            .collect();
        let fitted = fit(&samples, [0.0; Feature::COUNT], 0.0, &settings);
        assert!((fitted.weights[0] - 40.0).abs() < 1.0, "{}", fitted.weights[0]);
        assert!((fitted.weights[1] + 25.0).abs() < 1.0, "{}", fitted.weights[1]);
        assert!((fitted.tempo - 10.0).abs() < 1.0, "{}", fitted.tempo);
        assert!(fitted.error < fitted.error_before / 100.0);
    }
}
