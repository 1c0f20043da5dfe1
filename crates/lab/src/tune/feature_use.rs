//! How useful each feature of the evaluation is.

use rayon::prelude::*;

use waggle_hive_engine::eval::{Feature, Network, values_without};
use waggle_hive_selfplay::{Sample, expected_points};

/// How often a feature occurs in samples, and what the network gains from it.
#[derive(Clone, Debug)]
pub struct FeatureUse {
    /// The feature.
    pub feature: Feature,
    /// The share of the samples in which either player has it.
    pub share: f64,
    /// The feature of the same player with which it correlates most, and that correlation. `None` if
    /// its count is the same in all samples.
    pub companion: Option<(Feature, f64)>,
    /// By how much the mean squared error of the expected points rises, in millionths, if both
    /// players have the average count.
    pub worth: f64,
}

/// The use of all features, by index. Without samples all numbers are zero.
pub fn feature_use(samples: &[Sample]) -> Vec<FeatureUse> {
    let tally = samples
        .par_chunks(PART)
        .map(Tally::of)
        .collect::<Vec<_>>()
        .into_iter()
        .fold(Tally::default(), |sum, part| sum.add(&part));
    let number = samples.len().max(1) as f64;
    let usual = tally.sums.map(|sum| sum / (2.0 * number));
    let losses: Vec<Vec<f64>> =
        samples.par_chunks(PART).map(|part| rises_of_error(part, &usual)).collect();
    Feature::all()
        .map(|feature| {
            let index = feature.index();
            FeatureUse {
                feature,
                share: tally.occurs[index] / number,
                companion: tally.companion(index, 2.0 * number),
                worth: losses.iter().map(|part| part[index]).sum::<f64>() / number * 1e6,
            }
        })
        .collect()
}

/// Samples that are counted at a time, whatever the number of threads, so that sums do not depend
/// on it.
const PART: usize = 4096;

/// Sums over samples and both players.
#[derive(Clone, Debug)]
struct Tally {
    occurs: [f64; Feature::COUNT],
    sums: [f64; Feature::COUNT],
    /// Sums of products, by both features.
    products: Vec<[f64; Feature::COUNT]>,
}

impl Default for Tally {
    fn default() -> Self {
        let zeros = [0.0; Feature::COUNT];
        Self { occurs: zeros, sums: zeros, products: vec![zeros; Feature::COUNT] }
    }
}

impl Tally {
    fn of(samples: &[Sample]) -> Self {
        let mut tally = Self::default();
        for sample in samples {
            let counts = sample.inputs.counts();
            for ((occurs, ours), theirs) in tally.occurs.iter_mut().zip(counts[0]).zip(counts[1]) {
                *occurs += f64::from(u8::from(ours + theirs > 0));
            }
            for counts in counts {
                let present: Vec<(usize, f64)> =
                    counts.map(f64::from).into_iter().enumerate().filter(|it| it.1 > 0.0).collect();
                for &(one, count) in &present {
                    tally.sums[one] += count;
                    for &(other, of_other) in &present {
                        tally.products[one][other] += count * of_other;
                    }
                }
            }
        }
        tally
    }

    fn add(mut self, other: &Self) -> Self {
        let add = |sums: &mut [f64], others: &[f64]| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        };
        add(&mut self.occurs, &other.occurs);
        add(&mut self.sums, &other.sums);
        add(self.products.as_flattened_mut(), other.products.as_flattened());
        self
    }

    fn covariance(&self, one: usize, other: usize, number: f64) -> f64 {
        self.products[one][other] / number - self.sums[one] / number * self.sums[other] / number
    }

    fn companion(&self, index: usize, number: f64) -> Option<(Feature, f64)> {
        let variance = |index| self.covariance(index, index, number);
        let correlation = |other: Feature| {
            let product = variance(index) * variance(other.index());
            let covariance = self.covariance(index, other.index(), number);
            (product > 1e-12).then(|| (other, covariance / product.sqrt()))
        };
        Feature::all()
            .filter(|other| other.index() != index)
            .filter_map(correlation)
            .max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()))
    }
}

/// The sums of the rises of the squared error without each feature.
fn rises_of_error(samples: &[Sample], usual: &[f64]) -> Vec<f64> {
    let mut rises = vec![0.0; Feature::COUNT];
    for sample in samples {
        let error = |value: f64| f64::from(expected_points(value as f32) - sample.points).powi(2);
        let (value, without) = values_without(&Network::default(), &sample.inputs.counts(), usual);
        for (rise, without) in rises.iter_mut().zip(without) {
            *rise += error(without) - error(value);
        }
    }
    rises
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_selfplay::Inputs;

    /// The side to move has these counts of the first features.
    fn sample(first: [u8; 3]) -> Sample {
        let mut counts = [[0; Feature::COUNT]; 2];
        counts[0][..3].copy_from_slice(&first);
        Sample { inputs: Inputs::from_counts(&counts), points: 0.5, ..Sample::default() }
    }

    #[test]
    fn shares_and_correlations_are_those_of_the_samples() {
        let samples = [[1, 2, 0], [0, 0, 1], [1, 2, 0], [0, 0, 0]].map(sample);
        let found = feature_use(&samples);
        assert_eq!(found.len(), Feature::COUNT);
        let shares: Vec<f64> = found[..4].iter().map(|it| it.share).collect();
        assert_eq!(shares, [0.5, 0.5, 0.25, 0.0]);
        let (companion, correlation) = found[0].companion.unwrap();
        assert_eq!(companion, found[1].feature);
        assert!((correlation - 1.0).abs() < 1e-9, "{correlation}");
        assert!(found[3].companion.is_none());
        assert!(found[3].worth.abs() < 1e-9 && found[0].worth != 0.0);
    }

    #[test]
    fn without_samples_all_numbers_are_zero() {
        assert!(feature_use(&[]).iter().all(|it| it.share == 0.0 && it.companion.is_none()));
    }
}
