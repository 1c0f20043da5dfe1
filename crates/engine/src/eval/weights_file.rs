//! The network's weights as a file.
//!
//! All numbers are little endian. Features are found by their names: one that the file lacks
//! weighs nothing yet.
//!
//! | bytes | content |
//! |---:|---|
//! | 8 | `hivenet`, and the number of this format, `1` |
//! | 8 | the hash of all that follows: FNV-1a in 64 bits |
//! | 2 | how many lanes there are: the hidden units and the linear part |
//! | 2 | how many features there are |
//! | 2 | the length of the text that follows |
//! | | the text: which training the weights come from |
//! | 2 a lane | the biases |
//! | 2 a lane | the values of the hidden units |
//! | | for each feature: |
//! | 1 | the length of its name |
//! | | its name |
//! | 2 a lane | its column for the player to move |
//! | 2 a lane | its column for the opponent |

use super::features::Feature;
use super::network::Weights;
use waggle_hive_core::fnv::fnv1a;

const MAGIC: &[u8; 8] = b"hivenet1";

/// The hash that the file holds.
pub(super) const fn hash(file: &[u8]) -> u64 {
    let mut reader = Reader { rest: file };
    reader.take::<{ MAGIC.len() }>();
    u64::from_le_bytes(reader.take())
}

/// How many lanes the file's network has.
pub(super) const fn lanes(file: &[u8]) -> usize {
    let mut reader = Reader { rest: file };
    reader.take::<{ MAGIC.len() + size_of::<u64>() }>();
    reader.number()
}

impl<const LANES: usize> Weights<LANES> {
    /// Reads the weights at compile time, which fails if the file is not whole, or has weights
    /// of a feature that there is not.
    pub(super) const fn from_file(file: &[u8]) -> Self {
        let mut reader = Reader { rest: file };
        assert!(is_same(&reader.take::<{ MAGIC.len() }>(), MAGIC), "no file of weights");
        let hash = u64::from_le_bytes(reader.take());
        assert!(fnv1a(reader.rest) == hash, "the weights are not those that were written");
        assert!(reader.number() == LANES, "another number of lanes");
        let features = reader.number();
        let origin = reader.number();
        reader.text(origin);
        let (bias, output) = (reader.lanes(), reader.lanes());
        let mut columns = [[[0; LANES]; Feature::COUNT]; 2];
        let mut place = 0;
        while place < features {
            let length = u8::from_le_bytes(reader.take());
            let feature = named(reader.text(length as usize), place).index();
            columns[0][feature] = reader.lanes();
            columns[1][feature] = reader.lanes();
            place += 1;
        }
        assert!(reader.rest.is_empty(), "more weights than those of all features");
        Self { bias, columns, output }
    }

    /// The file of the weights; `origin` says which training they come from.
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
        body.extend([&self.bias, &self.output].map(lanes).as_flattened().as_flattened());
        for (index, feature) in Feature::all().enumerate() {
            let name = feature.to_string();
            body.push(name.len() as u8);
            body.extend(name.as_bytes());
            let columns = self.columns.each_ref().map(|columns| lanes(&columns[index]));
            body.extend(columns.as_flattened().as_flattened());
        }
        [&MAGIC[..], &fnv1a(&body).to_le_bytes(), &body].concat()
    }
}

/// What is left of a file.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    const fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((taken, rest)) = self.rest.split_first_chunk() else {
            panic!("the weights end too early");
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

/// The feature with this name, which is sought from this index on.
const fn named(name: &[u8], likely: usize) -> Feature {
    let mut tried = 0;
    while tried < Feature::COUNT {
        let feature = Feature::from_index((likely + tried) % Feature::COUNT);
        if is_named(feature, name) {
            return feature;
        }
        tried += 1;
    }
    panic!("weights of a feature that there is not");
}

/// Whether the feature is displayed like this.
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

/// Comparing slices is not to be had at compile time.
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

    /// Weights that are all different.
    fn weights() -> Weights<16> {
        let mut next = -3000;
        let mut lanes = || {
            std::array::from_fn(|_| {
                next += 1;
                next
            })
        };
        let (bias, output) = (lanes(), lanes());
        let columns = std::array::from_fn(|_| std::array::from_fn(|_| lanes()));
        Weights { bias, columns, output }
    }

    /// The file with another body.
    fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut body = weights().to_file("a test").split_off(16);
        change(&mut body);
        [&MAGIC[..], &fnv1a(&body).to_le_bytes(), &body].concat()
    }

    /// How long the body is before the first feature, with the text "a test".
    const HEAD: usize = 6 + 6 + 2 * 2 * 16;

    #[test]
    fn what_is_written_is_read() {
        let file = weights().to_file("a test");
        assert_eq!(lanes(&file), 16);
        assert_eq!(Weights::from_file(&file), weights());
        assert_eq!(changed(|_| ()), file);
        assert_eq!(hash(&file), fnv1a(&file[16..]));
    }

    #[test]
    fn features_are_found_by_name() {
        let first = Feature::from_index(0).to_string().len() + 1 + 2 * 2 * 16;
        let file = changed(|body| body[HEAD..].rotate_left(first));
        assert_eq!(Weights::from_file(&file), weights(), "in another order");
        let file = changed(|body| {
            body.drain(HEAD..HEAD + first);
            body[2..4].copy_from_slice(&(Feature::COUNT as u16 - 1).to_le_bytes());
        });
        let mut without = weights();
        (without.columns[0][0], without.columns[1][0]) = ([0; 16], [0; 16]);
        assert_eq!(Weights::from_file(&file), without, "a feature that the file lacks");
    }

    #[test]
    #[should_panic(expected = "a feature that there is not")]
    fn weights_of_no_feature_are_refused() {
        let _: Weights<16> = Weights::from_file(&changed(|body| body[HEAD + 1] ^= 1));
    }

    #[test]
    #[should_panic(expected = "not those that were written")]
    fn a_changed_weight_is_noticed() {
        let mut file = weights().to_file("a test");
        *file.last_mut().unwrap() ^= 1;
        let _: Weights<16> = Weights::from_file(&file);
    }

    #[test]
    #[should_panic(expected = "no file of weights")]
    fn another_format_is_refused() {
        let mut file = weights().to_file("a test");
        file[7] = b'2';
        let _: Weights<16> = Weights::from_file(&file);
    }
}
