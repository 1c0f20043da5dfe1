//! The network's weights as they are trained, and their file, which `docs/network.md` describes for others who
//! write one.

use super::features::Feature;
use super::network::{CLIP, SCALE};
use super::network_error::NetworkError;
use crate::reader::Reader;
use waggle_hive_core::fnv::fnv1a;

/// What a file begins with, before the digit of its version.
const NAME: &[u8] = b"hivenet";
/// The version of the format.
const VERSION: u8 = b'3';

/// The weights of a network. A lane is a hidden unit; the last one is the linear part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The biases; in the last lane, the value of being to move.
    pub bias: Vec<i16>,
    /// The columns of the features of the side to move, and of the opponent.
    pub columns: [Vec<PackedColumn>; 2],
    /// The output weight of each hidden unit; in the last lane, [`CLIP`].
    pub output: Vec<i16>,
    /// The weight of each hidden unit for the chance of a draw; in the last lane, the bias.
    pub draw: Vec<i16>,
}

/// The weights of a feature, in a byte each: multiples of the same power of two. A page that loads
/// the engine waits for every byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedColumn {
    /// The exponent of the power of two.
    shift: u8,
    multiples: Vec<i8>,
}

impl PackedColumn {
    /// Finer weights are noise of the training: rounding to multiples of 8 costs nothing that
    /// 1,200 games could tell.
    pub(super) const LEAST_SHIFT: u8 = 3;
    /// The largest that leaves the multiples in the range of a weight.
    const MOST_SHIFT: u8 = 8;

    /// Rounds the weights to multiples of the smallest power of two that has room for the largest;
    /// those beyond the range of `i16` are clamped.
    pub fn of(weights: &[f32]) -> Self {
        let largest = weights.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
        let multiple = |weight: f32, shift: u8| (weight / f32::from(1_u16 << shift)).round();
        let fits = |&shift: &u8| multiple(largest, shift) <= f32::from(i8::MAX);
        let shift = (Self::LEAST_SHIFT..Self::MOST_SHIFT).find(fits).unwrap_or(Self::MOST_SHIFT);
        let multiples = weights.iter().map(|&weight| multiple(weight, shift) as i8).collect();
        Self { shift, multiples }
    }

    /// A column that weighs nothing.
    fn zero(lanes: usize) -> Self {
        Self { shift: Self::LEAST_SHIFT, multiples: vec![0; lanes] }
    }

    /// The weights.
    pub fn weights(&self) -> impl ExactSizeIterator<Item = i16> {
        self.multiples.iter().map(|&multiple| i16::from(multiple) << self.shift)
    }
}

impl Weights {
    /// The fewest and the most lanes of a file.
    const LANES: std::ops::RangeInclusive<usize> = 16..=512;

    /// Hidden units.
    pub fn hidden(&self) -> usize {
        self.bias.len() - 1
    }

    /// The value for the side to move, in hundredths of a liberty, by the counts of its features and of the
    /// opponent's. The same as [`evaluate`](super::evaluate) has for the position, and slower.
    pub fn value(&self, counts: &[[u8; Feature::COUNT]; 2]) -> i32 {
        let mut sums: Vec<i32> = self.bias.iter().copied().map(i32::from).collect();
        for (columns, counts) in self.columns.iter().zip(counts) {
            for (column, &count) in columns.iter().zip(counts).filter(|(_, count)| **count > 0) {
                for (sum, weight) in sums.iter_mut().zip(column.weights()) {
                    *sum += i32::from(count) * i32::from(weight);
                }
            }
        }
        let hidden = self.hidden();
        for sum in &mut sums[..hidden] {
            *sum = (*sum).clamp(0, CLIP.into());
        }
        let steps = sums.iter().zip(&self.output).map(|(sum, &weight)| sum * i32::from(weight));
        steps.sum::<i32>() / i32::from(CLIP) / SCALE
    }

    /// Reads a file; with the hash that identifies the network, its number of features and its origin.
    pub(super) fn read(file: &[u8]) -> Result<(Self, Header), NetworkError> {
        let mut reader = Reader::new(file, NetworkError::Torn);
        if reader.take(NAME.len()).ok() != Some(NAME) {
            return Err(NetworkError::Other);
        }
        let version = reader.byte()?;
        if version != VERSION {
            return Err(NetworkError::Version(char::from(version)));
        }
        let hash = u64::from_le_bytes(reader.array()?);
        if fnv1a(reader.rest) != hash {
            return Err(NetworkError::Torn);
        }
        let (lanes, features, origin) = (reader.number()?, reader.number()?, reader.number()?);
        if !Self::LANES.contains(&lanes) || !lanes.is_multiple_of(16) {
            return Err(NetworkError::Units(lanes.saturating_sub(1)));
        }
        let origin = String::from_utf8_lossy(reader.take(origin)?).into_owned();
        let (bias, output, draw) =
            (reader.lanes(lanes)?, reader.lanes(lanes)?, reader.lanes(lanes)?);
        let mut columns = [(); 2].map(|()| vec![PackedColumn::zero(lanes); Feature::COUNT]);
        let mut known = [false; Feature::COUNT];
        for place in 0..features {
            let length = reader.byte()?;
            let name = String::from_utf8_lossy(reader.take(length.into())?).into_owned();
            let Some(feature) = Feature::named(&name, place) else {
                return Err(NetworkError::Feature(name));
            };
            if std::mem::replace(&mut known[feature.index()], true) {
                return Err(NetworkError::Twice(name));
            }
            for columns in &mut columns {
                let shift = reader.byte()?;
                if !(PackedColumn::LEAST_SHIFT..=PackedColumn::MOST_SHIFT).contains(&shift) {
                    return Err(NetworkError::Exponent { feature: name, found: shift });
                }
                let multiples = reader.take(lanes)?.iter().map(|byte| byte.cast_signed());
                columns[feature.index()] = PackedColumn { shift, multiples: multiples.collect() };
            }
        }
        if !reader.rest.is_empty() {
            return Err(NetworkError::Torn);
        }
        Ok((Self { bias, columns, output, draw }, Header { hash, features, origin }))
    }

    /// The weights as a file; `origin` says how they were trained.
    ///
    /// # Panics
    ///
    /// If `origin` is longer than 65,535 bytes.
    pub fn to_file(&self, origin: &str) -> Vec<u8> {
        let number = |number: usize| u16::try_from(number).expect("a short text").to_le_bytes();
        let mut body = [self.bias.len(), Feature::COUNT, origin.len()].map(number).concat();
        body.extend(origin.as_bytes());
        let lanes = [&self.bias, &self.output, &self.draw].into_iter().flatten();
        body.extend(lanes.flat_map(|weight| weight.to_le_bytes()));
        for feature in Feature::all() {
            let name = feature.to_string();
            body.push(name.len() as u8);
            body.extend(name.as_bytes());
            for columns in &self.columns {
                let PackedColumn { shift, multiples } = &columns[feature.index()];
                body.push(*shift);
                body.extend(multiples.iter().map(|multiple| multiple.cast_unsigned()));
            }
        }
        [NAME, &[VERSION], &fnv1a(&body).to_le_bytes(), &body].concat()
    }
}

/// What a file says besides the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The hash of all that follows it, which identifies the network.
    pub(super) hash: u64,
    pub(super) features: usize,
    pub(super) origin: String,
}

impl Reader<'_, NetworkError> {
    fn lanes(&mut self, lanes: usize) -> Result<Vec<i16>, NetworkError> {
        (0..lanes).map(|_| self.array().map(i16::from_le_bytes)).collect()
    }

    fn byte(&mut self) -> Result<u8, NetworkError> {
        self.array().map(|[byte]| byte)
    }

    fn number(&mut self) -> Result<usize, NetworkError> {
        self.array().map(|bytes| u16::from_le_bytes(bytes).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights() -> Weights {
        let mut next = -3000;
        let mut lanes = || {
            let lanes = (next..next + 16).collect::<Vec<i16>>();
            next += 16;
            lanes
        };
        let (bias, output, draw) = (lanes(), lanes(), lanes());
        let mut column =
            |_| PackedColumn::of(&lanes().into_iter().map(f32::from).collect::<Vec<_>>());
        let columns = [(); 2].map(|()| (0..Feature::COUNT).map(&mut column).collect());
        Weights { bias, columns, output, draw }
    }

    /// The file with another body.
    fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut body = weights().to_file("a test").split_off(16);
        change(&mut body);
        [NAME, &[VERSION], &fnv1a(&body).to_le_bytes(), &body].concat()
    }

    /// The length of the body before the first feature, with the text "a test".
    const HEAD: usize = 6 + 6 + 3 * 2 * 16;

    #[test]
    fn weights_survive_a_round_trip() {
        let file = weights().to_file("a test");
        let header =
            Header { hash: fnv1a(&file[16..]), features: Feature::COUNT, origin: "a test".into() };
        assert_eq!(Weights::read(&file), Ok((weights(), header)));
        assert_eq!(changed(|_| ()), file);
    }

    #[test]
    fn a_column_is_rounded_to_what_its_largest_weight_needs() {
        let column = |weights: [f32; 4]| PackedColumn::of(&weights);
        let weights = |it: [f32; 4]| column(it).weights().collect::<Vec<_>>();
        assert_eq!(weights([0.0, 3.9, -4.1, 1019.0]), [0, 0, -8, 1016]);
        assert_eq!(weights([7.9, 8.1, -24.0, -1020.0]), [0, 16, -32, -1024]);
        assert_eq!(weights([0.0, 1e9, -1e9, 384.1]), [0, 32_512, i16::MIN, 512]);
        for largest in (0..i16::MAX).step_by(7) {
            let packed = column([f32::from(largest), 12.0, -300.0, -7.0]);
            let again: Vec<f32> = packed.weights().map(f32::from).collect();
            assert_eq!(PackedColumn::of(&again), packed, "{largest}");
        }
    }

    #[test]
    fn features_are_found_by_name_and_missing_ones_weigh_nothing() {
        let first = Feature::from_index(0).to_string().len() + 1 + 2 * (1 + 16);
        let file = changed(|body| body[HEAD..].rotate_left(first));
        assert_eq!(Weights::read(&file).unwrap().0, weights(), "in another order");
        let file = changed(|body| {
            body.drain(HEAD..HEAD + first);
            body[2..4].copy_from_slice(&(Feature::COUNT as u16 - 1).to_le_bytes());
        });
        let mut without = weights();
        without.columns.iter_mut().for_each(|columns| columns[0] = PackedColumn::zero(16));
        assert_eq!(Weights::read(&file).unwrap().0, without);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_in_a_line() {
        let file = weights().to_file("a test");
        let with = |at: usize, byte: u8| {
            let mut file = file.clone();
            file[at] = byte;
            file
        };
        let of_lanes = |lanes: u16| changed(|body| body[..2].copy_from_slice(&lanes.to_le_bytes()));
        let name = Feature::from_index(0).to_string();
        let exponent = |found| NetworkError::Exponent { feature: name.clone(), found };
        let (column, known) = (HEAD + 1 + name.len(), NetworkError::Twice(name.clone()));
        for (file, error) in [
            (vec![], NetworkError::Other),
            (b"hive".to_vec(), NetworkError::Other),
            (with(0, b'H'), NetworkError::Other),
            (with(7, b'4'), NetworkError::Version('4')),
            (with(file.len() - 1, 77), NetworkError::Torn),
            (file[..file.len() - 1].to_vec(), NetworkError::Torn),
            (file[..9].to_vec(), NetworkError::Torn),
            (changed(|body| body.push(0)), NetworkError::Torn),
            (changed(|body| body.truncate(300)), NetworkError::Torn),
            (of_lanes(24), NetworkError::Units(23)),
            (of_lanes(528), NetworkError::Units(527)),
            (of_lanes(0), NetworkError::Units(0)),
            (
                changed(|body| body[HEAD + 1] = b'x'),
                NetworkError::Feature(format!("x{}", &name[1..])),
            ),
            (changed(|body| body[column] = 9), exponent(9)),
            (changed(|body| body[column] = 2), exponent(2)),
            (
                changed(|body| {
                    let first = body[HEAD..column + 2 * (1 + 16)].to_vec();
                    body.extend(first);
                    body[2..4].copy_from_slice(&(Feature::COUNT as u16 + 1).to_le_bytes());
                }),
                known,
            ),
        ] {
            assert_eq!(Weights::read(&file).err(), Some(error.clone()));
            assert!(!error.to_string().contains('\n'));
        }
    }
}
