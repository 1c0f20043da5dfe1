//! The weights as a file.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---:|---|
//! | 8 | `people` and the format version, ` 1` |
//! | 8 | FNV-1a of all following bytes |
//! | 2 | the number of inputs |
//! | 1 | the units of the first hidden layer |
//! | 1 | those of the second |
//! | 2 | the length of the following text |
//! | | the origin of the weights, as text |
//! | 1 per input | the step of its column: the weights are whole multiples of 2 to the power of an eighth of it |
//! | 1 per weight | the columns, by input, as multiples |
//! | 4 per weight | the other weights, in the order of [`Network`], as `f32` |

use waggle_hive_core::fnv::fnv1a;

use super::layout::INPUTS;
use super::network::{Column, LANES, Network, SECOND};
use crate::reader::Reader;

/// So many steps are the mean square root of the weights of a column; finer ones are noise of the training.
const FINENESS: f32 = 1.35;
const LEAST_STEP: f32 = 1.0 / 40.0;

const MAGIC: &[u8; 8] = b"people 1";

/// Why bytes are no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The first bytes are others.
    #[error("expected a model of people's moves, which begins with `people 1`")]
    NotAModel,
    /// The hash does not match, or bytes are missing.
    #[error("the model of people's moves is damaged: download or train it again")]
    Damaged,
    /// Another version of the program has other inputs.
    #[error("expected a model for {expected} inputs, found {found}: another version made it")]
    OtherInputs {
        /// What this version needs.
        expected: usize,
        /// What the file has.
        found: usize,
    },
}

/// A column as a file keeps it.
pub(crate) fn rounded(column: &Column) -> Column {
    let step = step(power_of(column));
    Column(column.0.map(|it| f32::from((it / step).round() as i8) * step))
}

/// Writes a network, rounded; `origin` says how it was trained.
pub(crate) fn to_bytes(network: &Network, origin: &str) -> Vec<u8> {
    let mut body = vec![];
    body.extend((INPUTS as u16).to_le_bytes());
    body.extend([LANES as u8, SECOND as u8]);
    let origin = &origin.as_bytes()[..origin.len().min(u16::MAX.into())];
    body.extend((origin.len() as u16).to_le_bytes());
    body.extend(origin);
    let powers: Vec<i8> = network.columns.iter().map(power_of).collect();
    body.extend(powers.iter().map(|power| power.cast_unsigned()));
    for (column, &power) in network.columns.iter().zip(&powers) {
        // Conversions of floating-point numbers stop at the end of the range.
        body.extend(column.0.map(|it| ((it / step(power)).round() as i8).cast_unsigned()));
    }
    let [_, others @ ..] = network.slices();
    body.extend(others.concat().iter().flat_map(|it| it.to_le_bytes()));
    [&MAGIC[..], &fnv1a(&body).to_le_bytes(), &body].concat()
}

/// The step of a column: small beside most of its weights, and large enough for all of them.
fn power_of(column: &Column) -> i8 {
    let square = column.0.iter().map(|it| it * it).sum::<f32>() / LANES as f32;
    let largest = column.0.iter().fold(0.0_f32, |largest, it| largest.max(it.abs()));
    let wanted = (square.sqrt() / FINENESS).max(largest / f32::from(i8::MAX)).max(LEAST_STEP);
    (8.0 * wanted.log2()).ceil() as i8
}

fn step(power: i8) -> f32 {
    (f32::from(power) / 8.0).exp2()
}

/// Reads a network and its origin.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<(Network, String), ModelError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::NotAModel)?;
    let mut reader = Reader::new(rest, ModelError::Damaged);
    let hash = u64::from_le_bytes(reader.array()?);
    if fnv1a(reader.rest) != hash {
        return Err(ModelError::Damaged);
    }
    let inputs = usize::from(u16::from_le_bytes(reader.array()?));
    let units: [u8; 2] = reader.array()?;
    if inputs != INPUTS || units != [LANES as u8, SECOND as u8] {
        return Err(ModelError::OtherInputs { expected: INPUTS, found: inputs });
    }
    let length = u16::from_le_bytes(reader.array()?);
    let origin = String::from_utf8_lossy(reader.take(length.into())?).into_owned();
    let mut network = Network::zero();
    let powers = reader.take(INPUTS)?;
    for (column, power) in network.columns.iter_mut().zip(powers) {
        let multiples = reader.array::<LANES>()?;
        column.0 = multiples.map(|it| f32::from(it.cast_signed()) * step(power.cast_signed()));
    }
    let [_, others @ ..] = network.slices_mut();
    for weight in others.into_iter().flatten() {
        *weight = f32::from_le_bytes(reader.array()?);
    }
    if reader.rest.is_empty() { Ok((network, origin)) } else { Err(ModelError::Damaged) }
}
