//! Training of the model of people's moves.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use waggle_hive_engine::people::{Inputs, LANES, Lanes, Network, Row, Units, softmax};

use super::PlayedMoves;
use super::adam::Adam;

/// How to train the model.
#[derive(Clone, Debug)]
pub struct PeopleSettings {
    /// Passes over all positions, of each network.
    pub epochs: u32,
    /// The networks that learn from the games alone. The last one learns from them and from the games.
    pub teachers: u32,
    /// The seed of the initial weights, the order of positions, and what is left out.
    pub seed: u64,
}

impl Default for PeopleSettings {
    fn default() -> Self {
        Self { epochs: 8, teachers: 4, seed: 1 }
    }
}

/// What differs between a teacher and the network that learns from them.
#[derive(Clone, Copy)]
struct Schooling<'a> {
    teachers: &'a [Network],
    /// The share of the units of the first layer that a position leaves out at random.
    dropout: f32,
    /// Weight decay, for a full step.
    decay: f32,
    /// The passes at the end that round the weights.
    rounded: u32,
    seed: u64,
}

/// Positions in a batch: their gradients are summed for a step.
const BATCH: usize = 256;
/// The parts of a batch, whatever the number of threads, so that sums do not depend on it.
const PARTS: usize = 8;
/// The largest step of the optimizer. Steps grow to it, and fall to zero along half a cosine.
const STEP: f32 = 2e-3;
/// Steps until the optimizer has its full step.
const WARM_UP: f32 = 300.0;
/// The last passes of the last network learn with the weights that its file will have, so that rounding
/// costs it nothing.
const ROUNDED: u32 = 3;
/// How much the teachers count beside the move that was played.
const TAUGHT: f32 = 0.7;
/// Moves whose gradient is smaller are learned from at random, as often as their gradient is large, with
/// this one: that costs little and is right on average.
const LEAST_SLOPE: f32 = 0.04;

/// Trains a network on all positions of the games where there was a choice, with all threads: first some
/// teachers, then one that learns their mean opinion, which errs less than each. After each pass `finished`
/// gets the number of the network, from 1, that of the pass, and the network. The result does not depend
/// on the number of threads.
pub fn train_people(
    games: &[PlayedMoves],
    settings: &PeopleSettings,
    mut finished: impl FnMut(u32, u32, &Network),
) -> Network {
    let choices: Vec<(usize, usize)> = games
        .par_iter()
        .enumerate()
        .flat_map_iter(|(index, game)| game.choices().map(move |ply| (index, ply)))
        .collect();
    let mut teachers: Vec<Network> = vec![];
    loop {
        let number = teachers.len() as u32;
        let seed = settings.seed.wrapping_add(number.into());
        let is_teacher = number < settings.teachers;
        let is_taught = !teachers.is_empty() && !is_teacher;
        let (dropout, decay) = if is_taught { (0.0, 0.5) } else { (0.2, 1.0) };
        let rounded = if is_teacher { 0 } else { ROUNDED };
        let schooling = Schooling { teachers: &teachers, dropout, decay, rounded, seed };
        let finished = |epoch, network: &Network| finished(number + 1, epoch, network);
        let network = fit(games, choices.clone(), settings.epochs, schooling, finished);
        if !is_teacher {
            return network;
        }
        teachers.push(network);
    }
}

/// Trains one network.
fn fit(
    games: &[PlayedMoves],
    mut choices: Vec<(usize, usize)>,
    epochs: u32,
    schooling: Schooling<'_>,
    mut finished: impl FnMut(u32, &Network),
) -> Network {
    let mut random = ChaCha8Rng::seed_from_u64(schooling.seed);
    let mut network = initial(&mut random);
    let mut adams = network.slices().map(|part| Adam::new(part.len()));
    let steps = epochs as usize * choices.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=epochs {
        choices.shuffle(&mut random);
        for batch in choices.chunks(BATCH) {
            let seed = random.random::<u64>();
            let is_rounded = epoch + schooling.rounded > epochs;
            let current = if is_rounded { &network.rounded() } else { &network };
            let mut parts: Vec<Gradient> = batch
                .par_chunks(BATCH / PARTS)
                .enumerate()
                .map(|(part, chunk)| {
                    let mut gradient = Gradient::new(seed.wrapping_add(part as u64));
                    let choices = chunk.iter().filter_map(|&(game, ply)| games[game].choice(ply));
                    choices.for_each(|(_, inputs, played)| {
                        gradient.learn(current, schooling, &inputs, played);
                    });
                    gradient
                })
                .collect();
            let Some((sum, others)) = parts.split_first_mut() else { continue };
            for other in others.iter() {
                sum.add_all(other);
            }
            let share = 1.0 / batch.len() as f32;
            let progress = step as f32 / steps as f32;
            let size = STEP
                * ((step + 1) as f32 / WARM_UP).min(1.0)
                * f32::midpoint(1.0, (progress * std::f32::consts::PI).cos());
            let parts = network.slices_mut().into_iter().zip(sum.network.slices_mut());
            for (adam, (weights, slopes)) in adams.iter_mut().zip(parts) {
                for slope in &mut *slopes {
                    *slope *= share;
                }
                adam.descend(weights, slopes, size, schooling.decay);
            }
            step += 1;
        }
        finished(epoch, &network);
    }
    network
}

fn initial(random: &mut ChaCha8Rng) -> Network {
    let mut network = Network::zero();
    let mut fill = |weights: &mut [f32], size: f32| {
        weights.fill_with(|| size * random.random_range(-1.0..1.0));
    };
    for column in &mut network.columns {
        fill(&mut column.0[..LANES - 1], 0.14);
    }
    fill(network.layer.as_flattened_mut(), (6.0 / LANES as f32).sqrt());
    fill(&mut network.output, 0.25);
    network
}

/// The gradient of some positions.
struct Gradient {
    network: Network,
    random: ChaCha8Rng,
}

impl Gradient {
    fn new(seed: u64) -> Self {
        Self { network: Network::zero(), random: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn add_all(&mut self, other: &Self) {
        for (sum, slopes) in self.network.slices_mut().into_iter().zip(other.network.slices()) {
            sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }

    /// Adds the gradient of the logarithmic loss of a position.
    fn learn(
        &mut self,
        network: &Network,
        schooling: Schooling<'_>,
        inputs: &Inputs,
        played: usize,
    ) {
        let kept = 1.0 / (1.0 - schooling.dropout);
        let shares: Lanes = std::array::from_fn(|_| {
            if self.random.random::<f32>() < schooling.dropout { 0.0 } else { kept }
        });
        let of_all = network.sums(&network.bias, &inputs.position);
        let layers = inputs.rows.iter().map(|row| {
            let lanes = network.sums(&of_all, row);
            (lanes, network.units(&lanes, &shares))
        });
        let layers: Vec<_> = layers.collect();
        let logits: Vec<f32> =
            layers.iter().map(|(lanes, units)| network.logit(lanes, units)).collect();
        let wanted = wanted(schooling.teachers, inputs, played);
        let mut of_position: Lanes = [0.0; LANES];
        for (index, chance) in softmax(&logits).into_iter().enumerate() {
            let Some(slope) = self.chosen(chance as f32 - wanted[index]) else { continue };
            let (lanes, units) = &layers[index];
            let of_lanes = self.through(network, slope, lanes, units, &shares);
            of_position.iter_mut().zip(&of_lanes).for_each(|(sum, slope)| *sum += slope);
            self.add(&inputs.rows[index], &of_lanes);
        }
        self.add(&inputs.position, &of_position);
        self.network.bias.iter_mut().zip(&of_position).for_each(|(sum, slope)| *sum += slope);
    }

    /// The slope to learn from: small ones by chance; see [`LEAST_SLOPE`].
    fn chosen(&mut self, slope: f32) -> Option<f32> {
        if slope.abs() >= LEAST_SLOPE {
            return Some(slope);
        }
        let is_chosen = self.random.random::<f32>() * LEAST_SLOPE < slope.abs();
        is_chosen.then_some(LEAST_SLOPE.copysign(slope))
    }

    /// Adds the gradient of the upper layers, and returns that of the first.
    fn through(
        &mut self,
        network: &Network,
        slope: f32,
        lanes: &Lanes,
        units: &Units,
        shares: &Lanes,
    ) -> Lanes {
        let mut of_units = Units::default();
        for (index, &unit) in units.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            of_units[index] = slope * network.output[index];
            self.network.output[index] += slope * unit;
            self.network.layer_bias[index] += of_units[index];
        }
        let mut of_lanes = [0.0; LANES];
        for index in 0..LANES - 1 {
            let lane = lanes[index].max(0.0) * shares[index];
            if lane > 0.0 {
                let mut sum = 0.0;
                let slopes = self.network.layer[index].iter_mut().zip(&network.layer[index]);
                for ((total, weight), slope) in slopes.zip(&of_units) {
                    *total += lane * slope;
                    sum += slope * weight;
                }
                of_lanes[index] = sum * shares[index];
            }
        }
        of_lanes[LANES - 1] = slope;
        of_lanes
    }

    /// Adds the gradient of the columns of a row.
    fn add(&mut self, row: &Row, of_lanes: &Lanes) {
        for (input, value) in row.values() {
            let column = self.network.columns[input].0.iter_mut();
            column.zip(of_lanes).for_each(|(sum, slope)| *sum += value * slope);
        }
    }
}

/// The probabilities to learn: the move that was played, and the mean opinion of the teachers.
fn wanted(teachers: &[Network], inputs: &Inputs, played: usize) -> Vec<f32> {
    let mut wanted = vec![0.0; inputs.rows.len()];
    for teacher in teachers {
        let share = TAUGHT / teachers.len() as f32;
        for (sum, chance) in wanted.iter_mut().zip(softmax(&teacher.logits(inputs))) {
            *sum += share * chance as f32;
        }
    }
    wanted[played] += if teachers.is_empty() { 1.0 } else { 1.0 - TAUGHT };
    wanted
}
