//! The network's weights, and their file format.
//!
//! All numbers are little-endian. Features are identified by name; missing ones have zero weights.
//!
//! | bytes | content |
//! |---:|---|
//! | 8 | `hivenet` and the format version, `3` |
//! | 8 | FNV-1a of all following bytes |
//! | 2 | the number of lanes: the hidden units and the linear part |
//! | 2 | the number of features |
//! | 2 | the length of the following text |
//! | | the origin of the weights, as text |
//! | 2 per lane | the biases |
//! | 2 per lane | the output weights of the value |
//! | 2 per lane | those of the chance of a draw |
//! | | for each feature: |
//! | 1 | the length of its name |
//! | | its name |
//! | 1 + 1 per lane | its column for the side to move: see [`PackedColumn`] |
//! | 1 + 1 per lane | its column for the opponent |

use super::features::Feature;
use waggle_hive_core::fnv::fnv1a;

const MAGIC: &[u8; 8] = b"hivenet3";

/// The weights of a network with `LANES - 1` hidden units, aligned to cache lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Weights<const LANES: usize> {
    /// The biases; in the last lane, the value of being to move.
    pub bias: [i16; LANES],
    /// The columns of the features of the side to move, and of the opponent.
    pub columns: [[PackedColumn<LANES>; Feature::COUNT]; 2],
    /// The output weight of each hidden unit; in the last lane, [`CLIP`](super::CLIP).
    pub output: [i16; LANES],
    /// The weight of each hidden unit for the chance of a draw; in the last lane, the bias.
    pub draw: [i16; LANES],
}

/// The weights of a feature, in a byte each: multiples of the same power of two. A page that loads
/// the engine waits for every byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedColumn<const LANES: usize> {
    /// The exponent of the power of two.
    shift: u8,
    multiples: [i8; LANES],
}

impl<const LANES: usize> PackedColumn<LANES> {
    /// Finer weights are noise of the training: rounding to multiples of 8 costs nothing that
    /// 1,200 games could tell.
    pub(super) const LEAST_SHIFT: u8 = 3;
    /// The largest that leaves the multiples in the range of a weight.
    const MOST_SHIFT: u8 = 8;
    const ZERO: Self = Self { shift: Self::LEAST_SHIFT, multiples: [0; LANES] };

    /// Rounds the weights to multiples of the smallest power of two that has room for the largest;
    /// those beyond the range of `i16` are clamped.
    #[must_use]
    pub fn of(weights: &[f32; LANES]) -> Self {
        let largest = weights.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
        let multiple = |weight: f32, shift: u8| (weight / f32::from(1_u16 << shift)).round();
        let fits = |&shift: &u8| multiple(largest, shift) <= f32::from(i8::MAX);
        let shift = (Self::LEAST_SHIFT..Self::MOST_SHIFT).find(fits).unwrap_or(Self::MOST_SHIFT);
        Self { shift, multiples: weights.map(|weight| multiple(weight, shift) as i8) }
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> [i16; LANES] {
        self.multiples.map(|multiple| i16::from(multiple) << self.shift)
    }

    /// The weights divided by the power of two that all weights of the network are multiples of.
    pub(super) fn least_multiples(&self) -> [i16; LANES] {
        self.multiples.map(|multiple| i16::from(multiple) << (self.shift - Self::LEAST_SHIFT))
    }
}

pub(super) const fn hash(file: &[u8]) -> u64 {
    let mut reader = Reader { rest: file };
    reader.take::<{ MAGIC.len() }>();
    u64::from_le_bytes(reader.take())
}

pub(super) const fn lanes(file: &[u8]) -> usize {
    let mut reader = Reader { rest: file };
    reader.take::<{ MAGIC.len() + size_of::<u64>() }>();
    reader.number()
}

impl<const LANES: usize> Weights<LANES> {
    /// Parses the weights at compile time; a damaged file or an unknown feature is an error.
    pub(super) const fn from_file(file: &[u8]) -> Self {
        let mut reader = Reader { rest: file };
        assert!(is_same(&reader.take::<{ MAGIC.len() }>(), MAGIC), "not a weights file");
        let hash = u64::from_le_bytes(reader.take());
        assert!(fnv1a(reader.rest) == hash, "the hash of the weights does not match");
        assert!(reader.number() == LANES, "wrong number of lanes");
        let features = reader.number();
        let origin = reader.number();
        reader.text(origin);
        let (bias, output, draw) = (reader.lanes(), reader.lanes(), reader.lanes());
        let mut columns = [[PackedColumn::ZERO; Feature::COUNT]; 2];
        let mut place = 0;
        while place < features {
            let length = u8::from_le_bytes(reader.take());
            let feature = named(reader.text(length as usize), place).index();
            columns[0][feature] = reader.column();
            columns[1][feature] = reader.column();
            place += 1;
        }
        assert!(reader.rest.is_empty(), "unexpected bytes after the last feature");
        Self { bias, columns, output, draw }
    }

    /// The weights as a file; `origin` says how they were trained.
    ///
    /// # Panics
    ///
    /// If `origin` is longer than 65,535 bytes.
    #[must_use]
    pub fn to_file(&self, origin: &str) -> Vec<u8> {
        let number = |number: usize| u16::try_from(number).expect("a short text").to_le_bytes();
        let lanes = |lanes: &[i16; LANES]| lanes.map(i16::to_le_bytes);
        let mut body = [LANES, Feature::COUNT, origin.len()].map(number).concat();
        body.extend(origin.as_bytes());
        body.extend(
            [&self.bias, &self.output, &self.draw].map(lanes).as_flattened().as_flattened(),
        );
        for (index, feature) in Feature::all().enumerate() {
            let name = feature.to_string();
            body.push(name.len() as u8);
            body.extend(name.as_bytes());
            for PackedColumn { shift, multiples } in self.columns.each_ref().map(|it| &it[index]) {
                body.push(*shift);
                body.extend(multiples.map(i8::cast_unsigned));
            }
        }
        [&MAGIC[..], &fnv1a(&body).to_le_bytes(), &body].concat()
    }
}

/// The rest of a file.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    const fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((taken, rest)) = self.rest.split_first_chunk() else {
            panic!("the weights file is truncated");
        };
        self.rest = rest;
        *taken
    }

    const fn number(&mut self) -> usize {
        u16::from_le_bytes(self.take()) as usize
    }

    const fn text(&mut self, length: usize) -> &'a [u8] {
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        text
    }

    const fn column<const LANES: usize>(&mut self) -> PackedColumn<LANES> {
        let [shift] = self.take();
        assert!(shift <= PackedColumn::<LANES>::MOST_SHIFT, "a weight is too large");
        let bytes: [u8; LANES] = self.take();
        let mut multiples = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            multiples[lane] = bytes[lane].cast_signed();
            lane += 1;
        }
        PackedColumn { shift, multiples }
    }

    const fn lanes<const LANES: usize>(&mut self) -> [i16; LANES] {
        let mut lanes = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            lanes[lane] = i16::from_le_bytes(self.take());
            lane += 1;
        }
        lanes
    }
}

/// The feature with this name, searched from this index on.
const fn named(name: &[u8], likely: usize) -> Feature {
    let mut tried = 0;
    while tried < Feature::COUNT {
        let feature = Feature::from_index((likely + tried) % Feature::COUNT);
        if is_named(feature, name) {
            return feature;
        }
        tried += 1;
    }
    panic!("weights of an unknown feature");
}

/// Whether a feature is displayed as this text.
const fn is_named(feature: Feature, text: &[u8]) -> bool {
    match feature.name() {
        (None, what) => is_same(text, what.as_bytes()),
        (Some(bug), what) => {
            let bug = bug.name().as_bytes();
            text.len() > bug.len()
                && is_same(text.split_at(bug.len()).0, bug)
                && text[bug.len()] == b' '
                && is_same(text.split_at(bug.len() + 1).1, what.as_bytes())
        }
    }
}

/// Slices cannot be compared at compile time.
const fn is_same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights() -> Weights<16> {
        let mut next = -3000;
        let mut lanes = || {
            std::array::from_fn(|_| {
                next += 1;
                next
            })
        };
        let (bias, output, draw) = (lanes(), lanes(), lanes());
        let mut column = || PackedColumn::of(&lanes().map(f32::from));
        let columns = std::array::from_fn(|_| std::array::from_fn(|_| column()));
        Weights { bias, columns, output, draw }
    }

    /// The file with another body.
    fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut body = weights().to_file("a test").split_off(16);
        change(&mut body);
        [&MAGIC[..], &fnv1a(&body).to_le_bytes(), &body].concat()
    }

    /// The length of the body before the first feature, with the text "a test".
    const HEAD: usize = 6 + 6 + 3 * 2 * 16;

    #[test]
    fn weights_survive_a_round_trip() {
        let file = weights().to_file("a test");
        assert_eq!(lanes(&file), 16);
        assert_eq!(Weights::from_file(&file), weights());
        assert_eq!(changed(|_| ()), file);
        assert_eq!(hash(&file), fnv1a(&file[16..]));
    }

    #[test]
    fn a_column_is_rounded_to_what_its_largest_weight_needs() {
        let column = |weights: [f32; 4]| PackedColumn::of(&weights);
        assert_eq!(column([0.0, 3.9, -4.1, 1019.0]).weights(), [0, 0, -8, 1016]);
        assert_eq!(column([7.9, 8.1, -24.0, -1020.0]).weights(), [0, 16, -32, -1024]);
        assert_eq!(column([0.0, 1e9, -1e9, 384.1]).weights(), [0, 32_512, i16::MIN, 512]);
        for largest in (0..i16::MAX).step_by(7) {
            let packed = column([f32::from(largest), 12.0, -300.0, -7.0]);
            assert_eq!(column(packed.weights().map(f32::from)), packed, "{largest}");
        }
    }

    #[test]
    fn features_are_found_by_name() {
        let first = Feature::from_index(0).to_string().len() + 1 + 2 * (1 + 16);
        let file = changed(|body| body[HEAD..].rotate_left(first));
        assert_eq!(Weights::from_file(&file), weights(), "in another order");
        let file = changed(|body| {
            body.drain(HEAD..HEAD + first);
            body[2..4].copy_from_slice(&(Feature::COUNT as u16 - 1).to_le_bytes());
        });
        let mut without = weights();
        (without.columns[0][0], without.columns[1][0]) = (PackedColumn::ZERO, PackedColumn::ZERO);
        assert_eq!(Weights::from_file(&file), without, "a feature that the file lacks");
    }

    #[test]
    #[should_panic(expected = "an unknown feature")]
    fn unknown_features_are_errors() {
        let _: Weights<16> = Weights::from_file(&changed(|body| body[HEAD + 1] ^= 1));
    }

    #[test]
    #[should_panic(expected = "hash of the weights does not match")]
    fn a_changed_weight_is_an_error() {
        let mut file = weights().to_file("a test");
        *file.last_mut().unwrap() ^= 1;
        let _: Weights<16> = Weights::from_file(&file);
    }

    #[test]
    #[should_panic(expected = "not a weights file")]
    fn another_format_is_an_error() {
        let mut file = weights().to_file("a test");
        file[7] = b'1';
        let _: Weights<16> = Weights::from_file(&file);
    }
}
