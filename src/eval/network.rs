//! The evaluation's network: one hidden layer over the features of both players, and a
//! linear part beside it.
//!
//! Each feature of each player has a column of weights, one for each lane, which are added up
//! for all features of a position. The sums of all lanes but the last are the hidden units,
//! clipped to the range from 0 to [`CLIP`], and the last is the linear part.

use super::features::Feature;
use super::learned::LANES;
use crate::fnv::fnv1a;

/// Hidden units.
pub const HIDDEN: usize = LANES - 1;

/// The hidden units, and the linear part in the last lane.
pub(super) type Lanes = [i16; LANES];

/// A hidden unit that is fully on. It is a power of two, so that dividing is shifting.
pub const CLIP: i16 = 2048;

/// Steps of the output in a hundredth of a liberty.
pub const SCALE: i32 = 16;

/// The weights of a network with one hidden unit less than it has lanes. Aligned so that no
/// column of whole cache lines crosses one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Weights<const LANES: usize> {
    /// The initial sums; in the last lane, the value of being to move.
    pub bias: [i16; LANES],
    /// The columns of the features of the player to move, and those of the opponent's.
    pub columns: [[[i16; LANES]; Feature::COUNT]; 2],
    /// The value of each hidden unit that is fully on; in the last lane, [`CLIP`].
    pub output: [i16; LANES],
}

/// A feature's column, by the name of the feature.
pub(crate) type Row<const LANES: usize> = (&'static str, [i16; LANES]);

impl<const LANES: usize> Weights<LANES> {
    /// Weights with their columns as rows, in any order. A feature without a row has no
    /// weights yet; the name of a row must be that of a feature.
    pub(crate) const fn from_rows(
        bias: [i16; LANES],
        rows: [&[Row<LANES>]; 2],
        output: [i16; LANES],
    ) -> Self {
        let columns = [columns(rows[0]), columns(rows[1])];
        Self { bias, columns, output }
    }

    /// A hash of all weights, by which two networks are told apart.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let rows = [&self.bias, &self.output].into_iter().chain(self.columns.as_flattened());
        let bytes = rows.flatten().flat_map(|weight| weight.to_le_bytes());
        fnv1a(&bytes.collect::<Vec<u8>>())
    }
}

const _: () = assert!(LANES.is_multiple_of(16), "the lanes must fill whole vector registers");

/// The sums of all lanes. Additions saturate, far beyond [`CLIP`]; in actual play the sums
/// stay well within the range.
///
/// The loops over the lanes are plain so that the compiler makes of them what the processor
/// has: see `dispatch`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums(Lanes);

impl Sums {
    #[inline(always)]
    pub(super) fn new(bias: &Lanes) -> Self {
        Self(*bias)
    }

    /// Adds a column.
    #[inline(always)]
    pub(super) fn add(&mut self, column: &Lanes) {
        for (sum, weight) in self.0.iter_mut().zip(column) {
            *sum = sum.saturating_add(*weight);
        }
    }

    /// Adds a column `times` times. The product fits: see the check of the learned columns
    /// in `value`.
    #[inline(always)]
    pub(super) fn add_times(&mut self, column: &Lanes, times: u8) {
        let times = i16::from(times);
        for (sum, weight) in self.0.iter_mut().zip(column) {
            *sum = sum.saturating_add(weight.wrapping_mul(times));
        }
    }

    /// The value of the hidden units and of the linear part, which is not clipped, in steps.
    #[inline(always)]
    pub(super) fn output(&self, output: &Lanes) -> i32 {
        const LOW: Lanes = lanes(0, i16::MIN);
        const HIGH: Lanes = lanes(CLIP, i16::MAX);
        let mut sum = 0;
        for lane in 0..LANES {
            let unit = self.0[lane].max(LOW[lane]).min(HIGH[lane]);
            sum += i32::from(unit) * i32::from(output[lane]);
        }
        sum / i32::from(CLIP)
    }
}

const fn lanes(hidden: i16, linear: i16) -> Lanes {
    let mut lanes = [hidden; LANES];
    lanes[HIDDEN] = linear;
    lanes
}

const fn columns<const LANES: usize>(rows: &[Row<LANES>]) -> [[i16; LANES]; Feature::COUNT] {
    let mut columns = [[0; LANES]; Feature::COUNT];
    let mut index = 0;
    let mut used = 0;
    while index < Feature::COUNT {
        // Where nothing has changed since the training, the row is at the feature's place.
        let mut row = index;
        let mut left = rows.len();
        while left > 0 {
            if row >= rows.len() {
                row = 0;
            }
            if is_named(Feature::from_index(index), rows[row].0) {
                columns[index] = rows[row].1;
                used += 1;
                break;
            }
            row += 1;
            left -= 1;
        }
        index += 1;
    }
    assert!(used == rows.len(), "a row of the weights has the name of no feature");
    columns
}

/// Whether the feature is displayed like this.
const fn is_named(feature: Feature, text: &str) -> bool {
    let text = text.as_bytes();
    match feature.name() {
        (Some(bug), what) => {
            let bug = bug.name().as_bytes();
            starts_with(text, 0, bug)
                && starts_with(text, bug.len(), b" ")
                && starts_with(text, bug.len() + 1, what.as_bytes())
                && text.len() == bug.len() + 1 + what.len()
        }
        (None, what) => starts_with(text, 0, what.as_bytes()) && text.len() == what.len(),
    }
}

/// Whether `part` is in the text at this place.
const fn starts_with(text: &[u8], at: usize, part: &[u8]) -> bool {
    let mut index = 0;
    while index < part.len() {
        if at + index >= text.len() || text[at + index] != part[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_name_in_any_order() {
        let names: Vec<String> = Feature::all().map(|feature| feature.to_string()).collect();
        let row = |index: usize| -> Row<16> { (names[index].clone().leak(), [index as i16; 16]) };
        let mut rows: Vec<Row<16>> = (0..Feature::COUNT).map(row).collect();
        rows.swap(3, 90);
        rows.remove(50);
        let weights = Weights::from_rows([0; 16], [&rows, &[]], [0; 16]);
        for (index, column) in weights.columns[0].iter().enumerate() {
            let expected = if index == 50 { 0 } else { index as i16 };
            assert_eq!(column, &[expected; 16], "{}", names[index]);
        }
        assert_eq!(weights.columns[1], [[0; 16]; Feature::COUNT]);
    }

    #[test]
    fn every_weight_is_in_the_hash() {
        let weights = Weights::from_rows([1; 16], [&[], &[]], [2; 16]);
        let hash = weights.hash();
        let changed_hash = |change: fn(&mut Weights<16>)| {
            let mut weights = weights.clone();
            change(&mut weights);
            weights.hash()
        };
        assert_ne!(hash, changed_hash(|weights| weights.bias[15] += 1));
        assert_ne!(hash, changed_hash(|weights| weights.columns[1][Feature::COUNT - 1][0] += 1));
        assert_ne!(hash, changed_hash(|weights| weights.output[0] += 1));
        assert_eq!(hash, changed_hash(|_| ()));
    }

    #[test]
    #[should_panic(expected = "the name of no feature")]
    fn a_row_of_no_feature_is_refused() {
        let _ = Weights::from_rows([0; 16], [&[("Queen Bee in han", [0; 16])], &[]], [0; 16]);
    }
}
