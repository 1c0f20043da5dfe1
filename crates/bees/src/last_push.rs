//! The push of the last turn, which may not be returned at once.

use super::{Direction, HexSet};

/// The push of the last turn, while it may not be returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// Its direction.
    pub direction: Direction,
    /// How many bees a return must exceed: those pushed, or for a Queen those that pushed.
    pub moved: u8,
    /// The hexes of the bees that took part, pushing or pushed, after the push.
    pub hexes: HexSet,
}
