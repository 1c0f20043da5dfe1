//! The inputs of the network, in groups.

use crate::eval::Feature;
use waggle_hive_core::rules::Bug;

use super::past::Past;
use super::rings;

/// Defines [`Group`] by each row `Group: length;`.
macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident: $length:expr;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Group {
            $($(#[$doc])* $group,)*
        }

        const LENGTHS: &[usize] = &[$($length),*];
    };
}

groups! {
    // Of the position.
    /// What the evaluation counts, of the side to move and of the opponent.
    Counts: 2 * Feature::COUNT;
    /// How many turns have been played.
    Turn: TURNS.len() + 1;
    /// The player who moved first is to move.
    First: 1;
    /// What was played one and two plies ago: placed, moved or thrown, and which bug.
    Played: 2 * 3 * Bug::COUNT;
    LastChanges: 2 * Feature::COUNT;
    /// The static evaluation, and what the last move changed of it.
    Value: 3;
    /// How many moves there are.
    Choices: 1;
    // Of the move.
    Changes: 2 * Feature::COUNT;
    /// What it takes back of the changes that the last move made.
    TakenBack: 2 * Feature::COUNT;
    /// Placed, moved, thrown or the opponent's thrown, by bug; and a pass.
    Kind: 4 * Bug::COUNT + 1;
    /// The height that the piece leaves, and that it reaches.
    Heights: 2 * 3;
    /// Which piece is covered, and which uncovered: by owner and bug.
    Covers: 2 * 2 * Bug::COUNT;
    /// The neighbors that it leaves and reaches: by owner and bug.
    Neighbors: 2 * 2 * Bug::COUNT;
    /// The shape of the hexes around the place that it leaves, and that it reaches.
    Rings: 2 * rings::SHAPES;
    /// The distances of both places to both queens.
    Queens: 4 * DISTANCES;
    /// The distance of the place reached to the nearest piece of each kind, by owner and bug.
    Nearest: 2 * Bug::COUNT * NEAR;
    /// How many pieces of the mover and of the opponent are two hexes away from the place reached.
    Around: 2 * 8;
    /// The distances of the place reached to where the last pieces went.
    ToLast: Past::DEPTH * DISTANCES;
    /// The distances of the place reached to where the last pieces came from.
    ToOrigin: Past::DEPTH * DISTANCES;
    /// The distances of the place left to where the last pieces went.
    FromLast: Past::DEPTH * DISTANCES;
    /// Whether it is the piece that moved so many plies ago.
    SamePiece: Past::DEPTH;
    /// Whether the piece goes back to where it came from then.
    Back: Past::DEPTH;
    /// Whether it is the kind of bug that moved then.
    SameKind: Past::DEPTH;
    /// How many turns ago the piece last moved.
    Idle: IDLE.len() + 1;
    /// How many moves the piece has, and whether this is the only one.
    Ways: 2;
    /// The static evaluation after the move: against the best one and the one before.
    Worth: 3;
    /// The rank of that among all moves, and among those of the piece.
    Ranks: RANKS.len() + 1 + 3;
    /// How the game ends: won, drawn or lost.
    Ends: 3;
    /// Whether the position has occurred before, and twice.
    Repeats: 2;
    /// The filled hexes around both queens after the move.
    Filled: 2 * 7;
    /// The standing of the piece before and after the move, as the evaluation sees it.
    Standing: 2 * (8 + 4 + 8);
}

/// Upper bounds of the buckets of turns.
pub(crate) const TURNS: [usize; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 16, 22, 30];
/// Upper bounds of the buckets of the turns since a piece moved.
pub(crate) const IDLE: [usize; 6] = [1, 2, 3, 5, 8, 14];
/// Upper bounds of the buckets of ranks, from 0.
pub(crate) const RANKS: [usize; 9] = [0, 1, 2, 3, 5, 8, 13, 21, 34];
/// Distances from 0, the last for all that are farther.
pub(crate) const DISTANCES: usize = 8;

/// Distances from 1 to other pieces, the last for all that are farther.
pub(crate) const NEAR: usize = 6;

/// The first input of each group.
const FIRSTS: [u16; LENGTHS.len() + 1] = {
    let mut firsts = [0; LENGTHS.len() + 1];
    let mut group = 0;
    while group < LENGTHS.len() {
        firsts[group + 1] = firsts[group] + LENGTHS[group] as u16;
        group += 1;
    }
    firsts
};

/// The number of inputs.
pub const INPUTS: usize = FIRSTS[LENGTHS.len()] as usize;

/// The inputs that are not zero, in parts of [`Row::ONE`].
#[derive(Clone, Debug, Default)]
pub struct Row(pub Vec<(u16, i8)>);

impl Row {
    /// An input of 1.
    pub const ONE: i8 = 32;

    /// The inputs and their values.
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = (usize, f32)> {
        let one = f32::from(Self::ONE);
        self.0.iter().map(move |&(input, value)| (usize::from(input), f32::from(value) / one))
    }

    /// Sets an input of a group to 1.
    #[inline]
    pub(crate) fn set(&mut self, group: Group, index: usize) {
        debug_assert!(index < LENGTHS[group as usize], "{group:?} {index}");
        self.0.push((FIRSTS[group as usize] + index as u16, Self::ONE));
    }

    /// Sets an input of a group to 1 if something holds.
    #[inline]
    pub(crate) fn set_if(&mut self, group: Group, index: usize, holds: bool) {
        if holds {
            self.set(group, index);
        }
    }

    /// Adds a number to an input of a group.
    #[inline]
    pub(crate) fn add(&mut self, group: Group, index: usize, value: f32) {
        // Conversions of floating-point numbers stop at the end of the range.
        self.add_parts(group, index, (value * f32::from(Self::ONE)).round() as i8);
    }

    /// Adds so many parts of [`Row::ONE`] to an input of a group.
    #[inline]
    pub(crate) fn add_parts(&mut self, group: Group, index: usize, parts: i8) {
        debug_assert!(index < LENGTHS[group as usize], "{group:?} {index}");
        if parts != 0 {
            self.0.push((FIRSTS[group as usize] + index as u16, parts));
        }
    }
}

/// The bucket of a number: the first upper bound that it does not exceed.
#[inline]
pub(crate) fn bucket(bounds: &[usize], number: usize) -> usize {
    bounds.iter().take_while(|&&bound| bound < number).count()
}
