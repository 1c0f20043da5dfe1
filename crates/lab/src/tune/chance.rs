//! Expected points by score.

use waggle_hive_selfplay::Sample;

/// The expected points by the score of a search: a logistic curve with one parameter, and its fit.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceFit {
    /// The score, in hundredths of a liberty, at which the odds of winning are e to 1.
    pub scale: f64,
    /// The number of samples.
    pub samples: usize,
    /// The mean logarithmic loss, in nats.
    pub loss: f64,
    /// The same if every position were expected to be a draw.
    pub loss_of_even: f64,
    /// The samples by score.
    pub bands: Vec<ChanceBand>,
    /// The best scale for each phase of a game, with its first and last ply.
    pub by_ply: Vec<(u16, u16, f64)>,
}

/// Samples with similar scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceBand {
    /// The lowest score of the band.
    pub from: i32,
    /// The number of samples.
    pub samples: usize,
    /// The mean of the expected points.
    pub expected: f64,
    /// The mean of the actual points.
    pub points: f64,
}

/// Width of a band, in hundredths of a liberty.
const BAND: i32 = 100;
/// The number of bands on each side; larger scores are in the outermost ones.
const BANDS: i32 = 6;
/// The first plies of the phases of a game.
const PHASES: [u16; 4] = [0, 20, 40, 60];
/// The scales that are tried, from the least to the greatest.
const SCALES: (f64, f64) = (1.0, 10_000.0);

/// Fits the curve to the results of the samples.
///
/// Samples of unfinished games are ignored: that the engine cannot win with a few thousand nodes a
/// move says nothing about who was winning. `None` if no scale fits best, as where the leader won
/// every game.
#[must_use]
pub fn fit_chance(samples: &[Sample]) -> Option<ChanceFit> {
    let all: Vec<&Sample> = samples.iter().filter(|sample| sample.is_finished).collect();
    let scale = best_scale(&all);
    if !(1.01 * SCALES.0..0.99 * SCALES.1).contains(&scale) {
        return None;
    }
    let ends = PHASES.iter().skip(1).copied().chain([u16::MAX]);
    let by_ply = PHASES.iter().zip(ends).filter_map(|(&from, end)| {
        let phase: Vec<&Sample> =
            all.iter().copied().filter(|sample| (from..end).contains(&sample.ply)).collect();
        (!phase.is_empty()).then(|| (from, end, best_scale(&phase)))
    });
    Some(ChanceFit {
        scale,
        samples: all.len(),
        loss: loss(&all, scale),
        loss_of_even: std::f64::consts::LN_2,
        bands: bands(&all, scale),
        by_ply: by_ply.collect(),
    })
}

fn expected(sample: &Sample, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(sample.score) / scale).exp())
}

fn loss(samples: &[&Sample], scale: f64) -> f64 {
    // The logarithm of 1 + e^x, without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let loss_of = |sample: &&Sample| {
        let odds = f64::from(sample.score) / scale;
        sample.result * softplus(-odds) + (1.0 - sample.result) * softplus(odds)
    };
    samples.iter().map(loss_of).sum::<f64>() / samples.len().max(1) as f64
}

/// The best scale, by ternary search: the loss is convex in its reciprocal.
fn best_scale(samples: &[&Sample]) -> f64 {
    let (mut low, mut high) = (1.0 / SCALES.1, 1.0 / SCALES.0);
    while high - low > 1e-7 {
        let third = (high - low) / 3.0;
        if loss(samples, 1.0 / (low + third)) < loss(samples, 1.0 / (high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    2.0 / (low + high)
}

fn bands(samples: &[&Sample], scale: f64) -> Vec<ChanceBand> {
    let band_of = |sample: &Sample| sample.score.div_euclid(BAND).clamp(-BANDS, BANDS - 1);
    let band = |number: i32| {
        let members: Vec<_> = samples.iter().filter(|sample| band_of(sample) == number).collect();
        let mean = |sum: f64| sum / members.len().max(1) as f64;
        ChanceBand {
            from: number * BAND,
            samples: members.len(),
            expected: mean(members.iter().map(|sample| expected(sample, scale)).sum()),
            points: mean(members.iter().map(|sample| sample.result).sum()),
        }
    };
    (-BANDS..BANDS).map(band).filter(|band| band.samples > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_selfplay::Inputs;

    /// Samples of which exactly the expected share has won.
    fn samples(scale: f64) -> Vec<Sample> {
        let of_score = |score: i32| {
            let points = 1.0 / (1.0 + (-f64::from(score) / scale).exp());
            (0..200).map(move |number| Sample {
                inputs: Inputs::default(),
                ply: if score % 100 == 0 { 10 } else { 50 },
                score,
                idle: 0,
                points: 0.5,
                is_quiet: true,
                result: f64::from(u8::from(f64::from(number) + 0.5 < 200.0 * points)),
                is_finished: true,
            })
        };
        (-8..=8).flat_map(|number| of_score(50 * number)).collect()
    }

    #[test]
    fn games_that_no_scale_fits_have_no_scale() {
        let won =
            |sample: &Sample| Sample { result: f64::from(sample.score > 0), ..sample.clone() };
        let by_the_leader: Vec<Sample> = samples(150.0).iter().map(won).collect();
        assert_eq!(fit_chance(&by_the_leader), None);
        assert_eq!(fit_chance(&[]), None);
    }

    #[test]
    fn a_known_scale_is_recovered() {
        let fit = fit_chance(&samples(150.0)).unwrap();
        assert!((fit.scale - 150.0).abs() < 2.0, "{}", fit.scale);
        assert!(fit.loss < fit.loss_of_even);
        let parts: Vec<(u16, u16)> = fit.by_ply.iter().map(|part| (part.0, part.1)).collect();
        assert_eq!(parts, [(0, 20), (40, 60)]);
        assert!(fit.by_ply.iter().all(|part| (part.2 - 150.0).abs() < 4.0), "{:?}", fit.by_ply);
    }

    #[test]
    fn unfinished_games_are_ignored() {
        let mut samples = samples(150.0);
        let whole = fit_chance(&samples).unwrap();
        let broken = samples.clone().into_iter().map(|sample| Sample {
            result: 0.5,
            is_finished: false,
            ..sample
        });
        samples.extend(broken);
        assert_eq!(fit_chance(&samples), Some(whole));
    }

    #[test]
    fn every_sample_is_counted_in_one_band() {
        let samples = samples(150.0);
        let fit = fit_chance(&samples).unwrap();
        assert_eq!(fit.bands.iter().map(|band| band.samples).sum::<usize>(), samples.len());
        assert!(fit.bands.iter().all(|band| (band.expected - band.points).abs() < 0.02));
        assert!(fit.bands.is_sorted_by_key(|band| band.from));
    }
}
