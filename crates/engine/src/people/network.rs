//! The network: two hidden layers over the inputs of a move, and a softmax over the moves.

use bytemuck::{Pod, Zeroable};
use waggle_hive_core::rules::bit_hive::BitHive;
use waggle_hive_core::rules::bitboard::Bitboard;
use waggle_hive_core::rules::dispatch::{self, Task};

use super::file::rounded;
use super::inputs::Inputs;
use super::layout::{INPUTS, Row};

/// The units of the first hidden layer, of which the last is passed on as it is.
pub const LANES: usize = 64;
/// The units of the second.
pub const SECOND: usize = 32;

/// The first layer, of a move or of an input.
pub type Lanes = [f32; LANES];
/// The second layer.
pub type Units = [f32; SECOND];

/// The weights of one input, aligned so that they cross no cache line.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Column(pub Lanes);

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The weights of each input.
    pub columns: Vec<Column>,
    /// What is added to their sums.
    pub bias: Lanes,
    /// The weights of the second layer, by unit of the first.
    pub layer: Vec<Units>,
    /// What is added to their sums.
    pub layer_bias: Units,
    /// The weights of the output.
    pub output: Units,
}

impl Network {
    /// The parts of the weights, the columns first.
    pub const PARTS: usize = 5;

    /// A network that finds all moves equally likely.
    pub fn zero() -> Self {
        Self {
            columns: vec![Column([0.0; LANES]); INPUTS],
            bias: [0.0; LANES],
            layer: vec![[0.0; SECOND]; LANES],
            layer_bias: [0.0; SECOND],
            output: [0.0; SECOND],
        }
    }

    /// The same as a file keeps it.
    #[must_use]
    pub fn rounded(&self) -> Self {
        Self { columns: self.columns.iter().map(rounded).collect(), ..self.clone() }
    }

    /// All weights, part by part.
    pub fn slices(&self) -> [&[f32]; Self::PARTS] {
        let Self { columns, bias, layer, layer_bias, output } = self;
        [bytemuck::cast_slice(columns), bias, layer.as_flattened(), layer_bias, output]
    }

    /// The same, to be changed.
    pub fn slices_mut(&mut self) -> [&mut [f32]; Self::PARTS] {
        let Self { columns, bias, layer, layer_bias, output } = self;
        [bytemuck::cast_slice_mut(columns), bias, layer.as_flattened_mut(), layer_bias, output]
    }

    /// The sums of the columns of a row, added to these.
    #[inline(always)]
    pub fn sums(&self, start: &Lanes, row: &Row) -> Lanes {
        let mut lanes = *start;
        for (input, value) in row.values() {
            for (lane, weight) in lanes.iter_mut().zip(&self.columns[input].0) {
                *lane += value * weight;
            }
        }
        lanes
    }

    /// The second layer before it is cut off at zero; `shares` says how much each unit of the first counts.
    /// No unit is left out, because that costs more than adding nothing.
    #[inline(always)]
    pub fn units(&self, lanes: &Lanes, shares: &Lanes) -> Units {
        let mut units = self.layer_bias;
        for ((lane, share), weights) in lanes.iter().zip(shares).zip(&self.layer).take(LANES - 1) {
            let lane = lane.max(0.0) * share;
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += lane * weight;
            }
        }
        units
    }

    /// The output for a move.
    #[inline(always)]
    pub fn logit(&self, lanes: &Lanes, units: &Units) -> f32 {
        let output = units.iter().zip(&self.output).map(|(unit, weight)| unit.max(0.0) * weight);
        lanes[LANES - 1] + output.sum::<f32>()
    }

    /// The logarithms of the probabilities of all moves, up to a constant.
    pub fn logits(&self, inputs: &Inputs) -> Vec<f32> {
        dispatch::run_without_hive(Logits(self, inputs))
    }
}

/// Computes the logarithms for [`Network::logits`], with the best instructions of the processor.
struct Logits<'a>(&'a Network, &'a Inputs);

impl Task for Logits<'_> {
    type Answer = Vec<f32>;

    #[inline(always)]
    fn on<B: Bitboard>(self, _: &BitHive<B>) -> Vec<f32> {
        let Self(network, inputs) = self;
        let shared = network.sums(&network.bias, &inputs.position);
        let mut logits = vec![0.0; inputs.rows.len()];
        // A loop, because what `collect` calls is compiled apart, without these instructions.
        for (logit, row) in logits.iter_mut().zip(&inputs.rows) {
            let lanes = network.sums(&shared, row);
            *logit = network.logit(&lanes, &network.units(&lanes, &[1.0; LANES]));
        }
        logits
    }
}

impl Default for Network {
    fn default() -> Self {
        Self::zero()
    }
}
