//! The nonzero features of a position.

use waggle_hive_core::rules::Position;
use waggle_hive_engine::eval::{Feature, FeatureCounts};

/// The number of features of both players.
pub const INPUTS: usize = 2 * Feature::COUNT;

/// A feature of a player and its count, in ten and six bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input(u16);

const COUNT_BITS: u32 = 6;
const _: () = assert!(INPUTS <= 1 << (16 - COUNT_BITS), "an input index does not fit");

impl Input {
    fn new(index: usize, count: u8) -> Self {
        debug_assert!(index < INPUTS && count < 1 << COUNT_BITS, "{count} of input {index}");
        Self((index << COUNT_BITS) as u16 | u16::from(count))
    }

    /// First the features of the side to move, then the opponent's.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0 >> COUNT_BITS)
    }

    /// The count.
    #[inline(always)]
    pub fn count(self) -> u16 {
        self.0 & ((1 << COUNT_BITS) - 1)
    }
}

/// The nonzero features of the side to move and of the opponent, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inputs(Box<[Input]>);

impl Inputs {
    /// The features of a position.
    pub fn of(position: &Position) -> Self {
        let features = FeatureCounts::of(position);
        let us = position.side_to_move();
        Self::from_counts(&[us, us.other()].map(|color| *features[color].counts()))
    }

    /// From the counts of the side to move and of the opponent.
    pub fn from_counts(counts: &[[u8; Feature::COUNT]; 2]) -> Self {
        let all = counts.as_flattened().iter().enumerate();
        Self(
            all.filter(|(_, count)| **count > 0)
                .map(|(index, &count)| Input::new(index, count))
                .collect(),
        )
    }

    /// The counts of all features: first those of the side to move.
    pub fn counts(&self) -> [[u8; Feature::COUNT]; 2] {
        let mut counts = [[0; Feature::COUNT]; 2];
        for input in self.iter() {
            counts.as_flattened_mut()[input.index()] = input.count() as u8;
        }
        counts
    }

    #[inline(always)]
    /// The inputs, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Input> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonzero_counts_are_kept() {
        let mut counts = [[0; Feature::COUNT]; 2];
        (counts[0][0], counts[0][Feature::COUNT - 1], counts[1][Feature::COUNT - 1]) = (1, 2, 60);
        let inputs: Vec<_> = Inputs::from_counts(&counts)
            .iter()
            .map(|input| (input.index(), input.count()))
            .collect();
        assert_eq!(inputs, [(0, 1), (Feature::COUNT - 1, 2), (INPUTS - 1, 60)]);
        assert_eq!(Inputs::from_counts(&counts).counts(), counts);
    }
}
