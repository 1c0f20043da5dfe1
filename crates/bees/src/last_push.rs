//! The push of the last turn, which may not be returned at once.

use super::{Direction, HexSet};

/// The push that the last turn made, as long as it may not be returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// Which way it went.
    pub direction: Direction,
    /// With how many bees it has to be outnumbered: as many as were pushed, and
    /// for a Queen as many as it took.
    pub moved: u8,
    /// Where the bees that took part are now, those that pushed and those that
    /// were pushed.
    pub hexes: HexSet,
}
