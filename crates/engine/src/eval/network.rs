//! The network: one hidden layer over the features of both players, and a linear part in parallel.
//!
//! Each feature of each player has a column of weights, one per lane; the columns of all features
//! of a position are summed. All lanes but the last are hidden units, clipped from 0 to
//! [`CLIP`]; the last lane is the linear part.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::columns::Compiled;
use super::network_error::NetworkError;
use super::parts::Parts;
use super::value::value_of;
use super::weights::{Header, Weights};
use waggle_hive_core::rules::Color;
use waggle_hive_core::text::printable;

/// The maximum of a hidden unit, a power of two so that division is a shift.
pub const CLIP: i16 = 2048;

/// Output steps per hundredth of a liberty.
pub const SCALE: i32 = 16;

/// Steps of the second output, which says how likely a draw is, per unit.
pub const DRAW_SCALE: i32 = 256;

/// The network that is built in, trained by `waggle tune` on self-play games.
static BUILT_IN: LazyLock<Network> = LazyLock::new(|| {
    Network::read(include_bytes!("learned.bin")).expect("a test reads the built-in network")
});

/// A network that evaluates positions: the one built in, or one from a file. Copies share it.
#[derive(Clone)]
pub struct Network(Arc<Loaded>);

struct Loaded {
    header: Header,
    weights: Weights,
    form: Form,
}

/// The network as it is run: with lanes that count for nothing up to the next size that is compiled.
#[allow(
    clippy::large_enum_variant,
    reason = "there are few networks, and a box would be one step more"
)]
enum Form {
    Of64(Compiled<64>),
    #[cfg(not(target_family = "wasm"))]
    Of128(Compiled<128>),
    #[cfg(not(target_family = "wasm"))]
    Of256(Compiled<256>),
    #[cfg(not(target_family = "wasm"))]
    Of512(Compiled<512>),
}

impl Network {
    /// The network that is built in.
    pub(super) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub fn read(file: &[u8]) -> Result<Self, NetworkError> {
        let (weights, header) = Weights::read(file)?;
        let form = match weights.hidden() {
            ..64 => Form::Of64(Compiled::new(&weights, header.hash)?),
            #[cfg(not(target_family = "wasm"))]
            ..128 => Form::Of128(Compiled::new(&weights, header.hash)?),
            #[cfg(not(target_family = "wasm"))]
            ..256 => Form::Of256(Compiled::new(&weights, header.hash)?),
            #[cfg(not(target_family = "wasm"))]
            _ => Form::Of512(Compiled::new(&weights, header.hash)?),
            #[cfg(target_family = "wasm")]
            units => return Err(NetworkError::Units(units)),
        };
        Ok(Self(Arc::new(Loaded { header, weights, form })))
    }

    /// The hash that identifies it, in hexadecimal digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.0.header.hash)
    }

    /// Its hidden units, its features per player and its hash, such as
    /// `63 units, 288 features, 0123456789abcdef`.
    pub fn name(&self) -> String {
        let Loaded { header, weights, .. } = &*self.0;
        format!("{} units, {} features, {}", weights.hidden(), header.features, self.hash())
    }

    /// How it was trained, in the words of its file.
    pub fn origin(&self) -> String {
        printable(&self.0.header.origin).into_owned()
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.0.weights
    }

    /// The value of a position's parts for the side to move, if a draw costs it `contempt`.
    #[inline(always)]
    pub(super) fn value(&self, parts: &Parts, to_move: Color, contempt: i32) -> i32 {
        match &self.0.form {
            Form::Of64(compiled) => value_of(compiled, parts, to_move, contempt),
            #[cfg(not(target_family = "wasm"))]
            Form::Of128(compiled) => value_of(compiled, parts, to_move, contempt),
            #[cfg(not(target_family = "wasm"))]
            Form::Of256(compiled) => value_of(compiled, parts, to_move, contempt),
            #[cfg(not(target_family = "wasm"))]
            Form::Of512(compiled) => value_of(compiled, parts, to_move, contempt),
        }
    }
}

impl Default for Network {
    /// The network that is built in.
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        self.0.header.hash == other.0.header.hash
    }
}

impl Eq for Network {}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({})", self.name())
    }
}

/// The hidden units and the linear part, from the sums of the columns' least multiples and the bias:
/// clipped in the hidden units, and not in the linear part.
#[inline(always)]
pub(super) fn units<const LANES: usize>(sums: &[i16; LANES], bias: &[i16; LANES]) -> [i16; LANES] {
    const SHIFT: u8 = super::weights::PackedColumn::LEAST_SHIFT;
    const MOST: i16 = i16::MAX >> SHIFT;
    let (low, high) = const { (lanes::<LANES>(0, i16::MIN), lanes::<LANES>(CLIP, i16::MAX)) };
    let mut units = *sums;
    for (lane, unit) in units.iter_mut().enumerate() {
        let sum = (*unit).clamp(-MOST, MOST) << SHIFT;
        *unit = sum.saturating_add(bias[lane]).max(low[lane]).min(high[lane]);
    }
    units
}

/// An output in steps.
#[inline(always)]
pub(super) fn output<const LANES: usize>(units: &[i16; LANES], weights: &[i16; LANES]) -> i32 {
    dot(units, weights) / i32::from(CLIP)
}

/// The chance of a draw, in 1024ths, by the second output in steps: half of 1 + x / (1 + |x|), a
/// sigmoid that needs no exponential function, which would differ between platforms.
#[inline(always)]
pub(super) fn draw_chance(steps: i32) -> i32 {
    512 + 512 * steps / (DRAW_SCALE + steps.abs())
}

/// The dot product.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn dot<const LANES: usize>(one: &[i16; LANES], other: &[i16; LANES]) -> i32 {
    one.iter().zip(other).map(|(&one, &other)| i32::from(one) * i32::from(other)).sum()
}

/// The dot product, with the instruction that the compiler does not find by itself.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn dot<const LANES: usize>(one: &[i16; LANES], other: &[i16; LANES]) -> i32 {
    use std::arch::wasm32::{
        i16x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane as lane, i32x4_splat,
    };
    let register = |it: &[i16; 8]| i16x8(it[0], it[1], it[2], it[3], it[4], it[5], it[6], it[7]);
    let (some, others) = (one.as_chunks().0, other.as_chunks().0);
    let sums = some.iter().zip(others).fold(i32x4_splat(0), |sums, (some, other)| {
        i32x4_add(sums, i32x4_dot_i16x8(register(some), register(other)))
    });
    lane::<0>(sums) + lane::<1>(sums) + lane::<2>(sums) + lane::<3>(sums)
}

const fn lanes<const LANES: usize>(hidden: i16, linear: i16) -> [i16; LANES] {
    let mut lanes = [hidden; LANES];
    lanes[LANES - 1] = linear;
    lanes
}

#[cfg(test)]
mod tests {
    use super::super::{FeatureCounts, PackedColumn, evaluate};
    use super::*;
    use waggle_hive_core::rules::random_games::visit_random_games;

    /// The built-in network with units that count for nothing, before the linear part.
    fn widened(lanes: usize) -> Network {
        let weights = Network::default().weights().clone();
        let wide = |lanes_of: &[i16]| {
            let (linear, hidden) = lanes_of.split_last().unwrap();
            let mut wide = hidden.to_vec();
            wide.resize(lanes - 1, 0);
            wide.push(*linear);
            wide
        };
        let columns = weights.columns.each_ref().map(|columns| {
            let column = |column: &PackedColumn| {
                let weights = wide(&column.weights().collect::<Vec<_>>());
                PackedColumn::of(&weights.into_iter().map(f32::from).collect::<Vec<_>>())
            };
            columns.iter().map(column).collect()
        });
        let [bias, output, draw] =
            [&weights.bias, &weights.output, &weights.draw].map(|it| wide(it));
        Network::read(&Weights { bias, columns, output, draw }.to_file("")).unwrap()
    }

    #[test]
    fn a_network_of_any_size_has_the_value_of_its_units_whatever_was_evaluated_before() {
        let own = Network::default();
        let others = [80, 128, 144, 272, 512].map(widened);
        visit_random_games(4, 60, |game| {
            let value = evaluate(&own, game.position(), 40);
            let (counts, us) = (FeatureCounts::of(game.position()), game.position().side_to_move());
            let counts = [us, us.other()].map(|color| *counts[color].counts());
            assert_eq!(own.weights().value(&counts), evaluate(&own, game.position(), 0));
            for other in &others {
                assert_ne!(*other, own);
                assert_eq!(evaluate(other, game.position(), 40), value, "{other:?}");
            }
            let nothing = Weights { output: vec![0; 64], ..own.weights().clone() };
            let nothing = Network::read(&nothing.to_file("")).unwrap();
            assert_eq!(evaluate(&nothing, game.position(), 0), 0);
        });
    }

    #[test]
    fn weights_whose_sums_have_no_room_are_refused() {
        let mut weights = Network::default().weights().clone();
        weights.output.fill(i16::MAX);
        assert_eq!(Network::read(&weights.to_file("")).err(), Some(NetworkError::Range));
        let mut weights = Network::default().weights().clone();
        for column in &mut weights.columns[0] {
            *column = PackedColumn::of(&[32_000.0; 64]);
        }
        assert_eq!(Network::read(&weights.to_file("")).err(), Some(NetworkError::Range));
    }

    #[test]
    fn the_built_in_network_names_itself() {
        let (name, units) = (Network::default().name(), Network::default().weights().hidden());
        assert!(name.starts_with(&format!("{units} units, ")) && name.contains(" features, "));
        assert!(Network::default().origin().contains("waggle tune"));
    }
}
