//! Expected points by score.

use std::collections::BTreeMap;

use waggle_hive_selfplay::Sample;

/// A position of a game that has a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The number of the game.
    pub game: usize,
    /// The plies played before it.
    pub ply: u16,
    /// The score of the search for a player, in hundredths of a liberty.
    pub score: i32,
    /// The result for the same player: 0, ½ or 1.
    pub result: f64,
}

impl Scored {
    /// A position of self-play for the side to move. `None` if the game was not finished: that the engine cannot win with
    /// a few thousand nodes a move says nothing about who was winning.
    #[must_use]
    pub fn of(game: usize, sample: &Sample) -> Option<Self> {
        let Sample { ply, score, result, .. } = *sample;
        sample.is_finished.then_some(Self { game, ply, score, result })
    }
}

/// The expected points by the score of a search: a logistic curve with one parameter, and its fit.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceFit {
    /// The score, in hundredths of a liberty, at which the odds of winning are e to 1.
    pub scale: f64,
    /// The number of samples.
    pub samples: usize,
    /// The mean logarithmic loss, in nats.
    pub loss: f64,
    /// How much more it is with the curve of another scale, and the standard error of this difference, by game.
    pub other: (f64, f64),
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
    /// The same by the curve of the other scale.
    pub by_other: f64,
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

/// Fits the curve to the results of the positions, and compares it with that of another scale. `None` if no scale fits
/// best, as where the leader won every game.
#[must_use]
pub fn fit_chance(samples: &[Scored], other: f64) -> Option<ChanceFit> {
    let all: Vec<&Scored> = samples.iter().collect();
    let scale = best_scale(&all);
    if !(1.01 * SCALES.0..0.99 * SCALES.1).contains(&scale) {
        return None;
    }
    let ends = PHASES.iter().skip(1).copied().chain([u16::MAX]);
    let by_ply = PHASES.iter().zip(ends).filter_map(|(&from, end)| {
        let phase: Vec<&Scored> =
            all.iter().copied().filter(|sample| (from..end).contains(&sample.ply)).collect();
        (!phase.is_empty()).then(|| (from, end, best_scale(&phase)))
    });
    Some(ChanceFit {
        scale,
        samples: all.len(),
        loss: loss(&all, scale),
        other: excess(samples, scale, other),
        loss_of_even: std::f64::consts::LN_2,
        bands: bands(&all, scale, other),
        by_ply: by_ply.collect(),
    })
}

fn expected(sample: &Scored, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(sample.score) / scale).exp())
}

fn loss(samples: &[&Scored], scale: f64) -> f64 {
    let sum: f64 = samples.iter().map(|sample| loss_of(sample, scale)).sum();
    sum / samples.len().max(1) as f64
}

fn loss_of(sample: &Scored, scale: f64) -> f64 {
    // The logarithm of 1 + e^x, without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let odds = f64::from(sample.score) / scale;
    sample.result * softplus(-odds) + (1.0 - sample.result) * softplus(odds)
}

/// How much more the loss is with another scale, and the standard error of that: positions of one game have one result, so
/// games are what varies.
fn excess(samples: &[Scored], scale: f64, other: f64) -> (f64, f64) {
    let of_sample = |sample: &Scored| loss_of(sample, other) - loss_of(sample, scale);
    let count = samples.len().max(1) as f64;
    let mean = samples.iter().map(of_sample).sum::<f64>() / count;
    let mut games: BTreeMap<usize, f64> = BTreeMap::new();
    for sample in samples {
        *games.entry(sample.game).or_default() += of_sample(sample) - mean;
    }
    (mean, games.values().map(|sum| sum * sum).sum::<f64>().sqrt() / count)
}

/// The best scale, by ternary search: the loss is convex in its reciprocal.
fn best_scale(samples: &[&Scored]) -> f64 {
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

fn bands(samples: &[&Scored], scale: f64, other: f64) -> Vec<ChanceBand> {
    let band_of = |sample: &Scored| sample.score.div_euclid(BAND).clamp(-BANDS, BANDS - 1);
    let band = |number: i32| {
        let members: Vec<_> = samples.iter().filter(|sample| band_of(sample) == number).collect();
        let mean = |sum: f64| sum / members.len().max(1) as f64;
        ChanceBand {
            from: number * BAND,
            samples: members.len(),
            expected: mean(members.iter().map(|sample| expected(sample, scale)).sum()),
            by_other: mean(members.iter().map(|sample| expected(sample, other)).sum()),
            points: mean(members.iter().map(|sample| sample.result).sum()),
        }
    };
    (-BANDS..BANDS).map(band).filter(|band| band.samples > 0).collect()
}
