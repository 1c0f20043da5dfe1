//! The evaluation's network during training.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use waggle_hive_engine::eval::{
    CHANCE_SCALE, CLIP, DRAW_SCALE, Feature, PackedColumn, SCALE, Weights,
};
use waggle_hive_selfplay::{INPUTS, Input, Inputs, Sample, expected_points, lasting};

/// A network with floating-point weights, in liberties: the score is the linear part plus the
/// weighted sum of the clipped hidden units. Also used for gradients.
#[derive(Clone, Debug)]
pub struct Network<const LANES: usize> {
    /// The columns of the inputs, the biases, and the output weights of the value and of a draw. The
    /// last lane of a column is the linear part; that of the output weights of the value stays
    /// zero, and for a draw it is the bias.
    pub(super) rows: Vec<[f32; LANES]>,
    /// The scale of each input.
    units: Vec<f32>,
}

const BIAS: usize = INPUTS;
const OUTPUT: usize = INPUTS + 1;
const DRAW: usize = INPUTS + 2;
const ROWS: usize = INPUTS + 3;

impl<const LANES: usize> Network<LANES> {
    const HIDDEN: usize = LANES - 1;

    /// Small random weights; inputs are scaled to the order of 1.
    pub(super) fn new(samples: &[Sample], random: &mut ChaCha8Rng) -> Self {
        let mut rows = vec![[0.0; LANES]; ROWS];
        for column in &mut rows[..BIAS] {
            column[..Self::HIDDEN].fill_with(|| random.random_range(-0.15..0.15));
        }
        rows[BIAS][..Self::HIDDEN].fill_with(|| random.random_range(0.2..0.8));
        rows[OUTPUT][..Self::HIDDEN].fill_with(|| random.random_range(-0.3..0.3));
        Self { rows, units: units(samples) }
    }

    /// Takes over the units of trained weights, whose scores are multiplied by `factor`, as far as
    /// there is room. Units beyond them keep their random columns but count for nothing yet.
    pub(super) fn start_from(&mut self, weights: &Weights, factor: f32) {
        let steps = 100.0 * SCALE as f32 * factor;
        let both = Self::HIDDEN.min(weights.hidden());
        let row_of = |row: &mut [f32; LANES], lanes: &[i16], unit: f32| {
            for (weight, &trained) in row[..both].iter_mut().zip(lanes) {
                *weight = f32::from(trained) / f32::from(CLIP) / unit;
            }
            row[Self::HIDDEN] = f32::from(lanes[weights.hidden()]) / steps / unit;
        };
        for (index, column) in weights.columns.iter().flatten().enumerate() {
            let lanes: Vec<i16> = column.weights().collect();
            row_of(&mut self.rows[index], &lanes, self.units[index]);
        }
        row_of(&mut self.rows[BIAS], &weights.bias, 1.0);
        self.rows[OUTPUT] = [0.0; LANES];
        for (weight, &trained) in self.rows[OUTPUT][..both].iter_mut().zip(&weights.output) {
            *weight = f32::from(trained) / steps;
        }
        let draw = |trained: i16| f32::from(trained) / DRAW_SCALE as f32;
        self.rows[DRAW] = [0.0; LANES];
        for (weight, &trained) in self.rows[DRAW][..both].iter_mut().zip(&weights.draw) {
            *weight = draw(trained);
        }
        self.rows[DRAW][Self::HIDDEN] = draw(weights.draw[weights.hidden()]);
    }

    /// The sums of the hidden units and, last, of the linear part.
    #[inline(always)]
    fn sums(&self, inputs: &Inputs) -> [f32; LANES] {
        let mut sums = self.rows[BIAS];
        for input in inputs.iter() {
            let value = self.value(input);
            for (sum, weight) in sums.iter_mut().zip(&self.rows[input.index()]) {
                *sum += value * weight;
            }
        }
        sums
    }

    #[inline(always)]
    fn value(&self, input: Input) -> f32 {
        f32::from(input.count()) * self.units[input.index()]
    }

    #[inline(always)]
    fn score(&self, sums: &[f32; LANES]) -> f32 {
        // Eight sums at once, for auto-vectorization.
        let mut worth = [0.0; 8];
        for (sums, weights) in sums.chunks_exact(8).zip(self.rows[OUTPUT].chunks_exact(8)) {
            for ((worth, sum), weight) in worth.iter_mut().zip(sums).zip(weights) {
                *worth += sum.clamp(0.0, 1.0) * weight;
            }
        }
        sums[Self::HIDDEN] + worth.iter().sum::<f32>()
    }

    /// The output for the chance of a draw, before the sigmoid.
    fn draw(&self, sums: &[f32; LANES]) -> f32 {
        let units = sums[..Self::HIDDEN].iter().zip(&self.rows[DRAW]);
        units.map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>()
            + self.rows[DRAW][Self::HIDDEN]
    }

    /// Adds the gradient of a sample's squared error, and returns that error. That of the chance of
    /// a draw teaches only its own output weights.
    fn learn(&self, sample: &Sample, gradient: &mut [[f32; LANES]]) -> f64 {
        let sums = self.sums(&sample.inputs);
        let expected = expected_points(100.0 * self.score(&sums));
        let miss = expected - sample.points;
        let slope = 2.0 * miss * expected * (1.0 - expected) * 100.0 / CHANCE_SCALE as f32;
        let mut below = [0.0; LANES];
        for lane in 0..LANES {
            let sum = sums[lane];
            gradient[OUTPUT][lane] += slope * sum.clamp(0.0, 1.0);
            let is_between = sum > 0.0 && sum < 1.0;
            below[lane] = if is_between { slope * self.rows[OUTPUT][lane] } else { 0.0 };
        }
        gradient[OUTPUT][Self::HIDDEN] = 0.0;
        let draw = self.draw(&sums);
        let is_draw = f32::from(u8::from(sample.result > 0.0 && sample.result < 1.0));
        let slope_of_draw = (sigmoid(draw) - is_draw) / (1.0 + draw.abs()).powi(2);
        for (slope, sum) in gradient[DRAW].iter_mut().zip(&sums[..Self::HIDDEN]) {
            *slope += slope_of_draw * sum.clamp(0.0, 1.0);
        }
        gradient[DRAW][Self::HIDDEN] += slope_of_draw;
        below[Self::HIDDEN] = slope;
        for input in sample.inputs.iter() {
            let value = self.value(input);
            for (sum, slope) in gradient[input.index()].iter_mut().zip(&below) {
                *sum += value * slope;
            }
        }
        for (sum, slope) in gradient[BIAS].iter_mut().zip(&below) {
            *sum += slope;
        }
        f64::from(miss).powi(2)
    }

    /// The chance of a draw, from 0 to 1.
    #[cfg(test)]
    pub(super) fn draw_chance(&self, inputs: &Inputs) -> f32 {
        sigmoid(self.draw(&self.sums(inputs)))
    }

    /// Sets `gradient` to the sum of the samples' gradients; returns the sum of squared errors.
    pub(super) fn learn_all(&self, samples: &[&Sample], gradient: &mut [[f32; LANES]]) -> f64 {
        gradient.fill([0.0; LANES]);
        samples.iter().map(|sample| self.learn(sample, gradient)).sum()
    }

    pub(super) fn gradient() -> Vec<[f32; LANES]> {
        vec![[0.0; LANES]; ROWS]
    }

    /// The mean squared error of the expected points.
    pub(super) fn error(&self, samples: &[Sample]) -> f64 {
        let miss = |sample: &Sample| {
            f64::from(expected_points(self.evaluate(&sample.inputs)) - sample.points).powi(2)
        };
        let misses: Vec<f64> =
            samples.par_chunks(4096).map(|part| part.iter().map(miss).sum::<f64>()).collect();
        misses.into_iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// The score for the side to move, in hundredths of a liberty.
    pub fn evaluate(&self, inputs: &Inputs) -> f32 {
        100.0 * self.score(&self.sums(inputs))
    }

    /// The factor that gives scores the average size of the samples' search scores, so that a
    /// hundredth of a liberty means the same in every network.
    pub fn factor(&self, samples: &[Sample]) -> f32 {
        let mean_square = |score: &dyn Fn(&Sample) -> f32| {
            samples.iter().map(|sample| f64::from(score(sample)).powi(2)).sum::<f64>()
        };
        let searched = mean_square(&|sample| sample.score as f32 * lasting(sample.idle));
        let own = mean_square(&|sample| self.evaluate(&sample.inputs));
        if own > 0.0 { (searched / own).sqrt() as f32 } else { 1.0 }
    }

    /// The same with the weights as they are rounded for that factor.
    pub(super) fn after_rounding(&self, factor: f32) -> Self {
        let mut rounded = self.clone();
        rounded.start_from(&self.rounded(factor), factor);
        rounded
    }

    /// Moves all weights a share of the way to those of another.
    pub(super) fn approach(&mut self, other: &Self, share: f32) {
        let others = other.rows.as_flattened();
        for (weight, other) in self.rows.as_flattened_mut().iter_mut().zip(others) {
            *weight += share * (other - *weight);
        }
    }

    /// The network as the engine uses it, with scores multiplied by `factor`.
    pub fn rounded(&self, factor: f32) -> Weights {
        let steps = 100.0 * SCALE as f32 * factor;
        let lanes = |row: usize, unit: f32| -> [f32; LANES] {
            std::array::from_fn(|lane| {
                let scale = if lane == Self::HIDDEN { steps } else { f32::from(CLIP) };
                self.rows[row][lane] * unit * scale
            })
        };
        let column = |input: usize| PackedColumn::of(&lanes(input, self.units[input]));
        let mut output = self.rows[OUTPUT].map(|weight| (weight * steps).round() as i16);
        output[Self::HIDDEN] = CLIP;
        Weights {
            bias: lanes(BIAS, 1.0).map(|weight| weight.round() as i16).into(),
            columns: [0, Feature::COUNT]
                .map(|first| (first..first + Feature::COUNT).map(column).collect()),
            output: output.into(),
            draw: self.rows[DRAW].map(|weight| (weight * DRAW_SCALE as f32).round() as i16).into(),
        }
    }
}

/// The sigmoid of the engine: half of 1 + x / (1 + |x|).
fn sigmoid(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x.abs())
}

/// The scale of each input, the same for both players.
fn units(samples: &[Sample]) -> Vec<f32> {
    let mut squares = vec![0.0f64; Feature::COUNT];
    for input in samples.iter().flat_map(|sample| sample.inputs.iter()) {
        squares[input.index() % Feature::COUNT] += f64::from(input.count()).powi(2);
    }
    let mean = |square: f64| (square / (2 * samples.len().max(1)) as f64).sqrt();
    squares.iter().map(|&square| 1.0 / mean(square).max(1.0) as f32).cycle().take(INPUTS).collect()
}
