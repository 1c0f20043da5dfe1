//! Hexes and the six directions between them.
//!
//! ```text
//!       NW  NE
//!      W  .  E        q grows to the east, r to the south-east
//!       SW  SE
//! ```

use std::fmt;

/// One of the six directions, clockwise from the north-west.
///
/// Hexes are pointy-topped, as in UHP: there is an east, but no north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Up and to the left.
    NorthWest,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
}

impl Direction {
    /// All six, clockwise from the north-west.
    pub const ALL: [Self; 6] = [
        Self::NorthWest,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::SouthWest,
        Self::West,
    ];

    /// The direction one sixth of a turn clockwise.
    #[must_use]
    #[inline]
    pub const fn clockwise(self) -> Self {
        Self::ALL[(self as usize + 1) % 6]
    }

    /// The direction one sixth of a turn counterclockwise.
    #[must_use]
    #[inline]
    pub const fn counterclockwise(self) -> Self {
        Self::ALL[(self as usize + 5) % 6]
    }

    /// The opposite direction.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The step in axial coordinates, `(q, r)`.
    #[inline]
    pub const fn axial(self) -> (i8, i8) {
        match self {
            Self::NorthWest => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
        }
    }
}

/// A hex of the table: a cell of a 32 × 32 torus.
///
/// The torus is exact. Two hexes of the infinite plane share a cell only if both coordinates
/// differ by multiples of 32, and the 28 pieces of a connected hive are at most 27 apart, so
/// not even neighbors of pieces alias. The hive may drift across the edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex(u16);

impl Hex {
    /// Hexes per side of the torus.
    pub const SIDE: u16 = 32;
    /// Hexes in total.
    pub const COUNT: usize = 1024;
    /// Where White's first piece goes.
    pub const CENTER: Self = Self::new(16, 16);

    /// The hex at these axial coordinates, modulo 32.
    #[inline]
    pub const fn new(q: i32, r: i32) -> Self {
        Self((q & 31) as u16 | ((r & 31) as u16) << 5)
    }

    /// The hex with this [`index`](Self::index), modulo 1,024.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self((index & (Self::COUNT - 1)) as u16)
    }

    /// A dense index below [`Hex::COUNT`], row by row.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As [`index`](Self::index), if `origin` had index 0.
    #[inline]
    pub(super) const fn index_from(self, origin: Self) -> usize {
        let (column, row) = (self.q().wrapping_sub(origin.q()), self.r().wrapping_sub(origin.r()));
        (column & 31 | (row & 31) << 5) as usize
    }

    /// The column, growing to the east, below 32.
    #[inline]
    pub const fn q(self) -> u16 {
        self.0 & 31
    }

    /// The row, growing to the south-east, below 32.
    #[inline]
    pub const fn r(self) -> u16 {
        self.0 >> 5
    }

    /// The hex one step away.
    #[must_use]
    #[inline]
    pub const fn neighbor(self, direction: Direction) -> Self {
        self.stepped(direction, 1)
    }

    /// The hex `steps` steps away in a straight line.
    #[must_use]
    #[inline]
    pub const fn stepped(self, direction: Direction, steps: u16) -> Self {
        let (dq, dr) = direction.axial();
        let dq = (dq as u16).wrapping_mul(steps);
        let dr = (dr as u16).wrapping_mul(steps);
        Self(self.0.wrapping_add(dq) & 31 | self.0.wrapping_add(dr << 5) & 0x3e0)
    }

    /// The six neighbors, clockwise from the north-west.
    #[inline]
    pub fn neighbors(self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        Direction::ALL.into_iter().map(move |direction| self.neighbor(direction))
    }

    /// The direction to `other`, if it is a neighbor.
    #[inline]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbor(direction) == other)
    }

    /// Whether `other` is one of the six neighbors.
    #[inline]
    pub const fn is_beside(self, other: Self) -> bool {
        // Of the nine offsets of at most one in q and r, those with q = r are no neighbors.
        let dq = other.q().wrapping_sub(self.q()).wrapping_add(1) & 31;
        let dr = other.r().wrapping_sub(self.r()).wrapping_add(1) & 31;
        dq < 3 && dr < 3 && dq != dr
    }

    /// The offset to `other`, `(q, r)`, the short way around the torus: each from -16 to 15.
    #[inline]
    pub const fn offset_to(self, other: Self) -> (i32, i32) {
        const fn short(from: u16, to: u16) -> i32 {
            ((to as i32 - from as i32 + 16) & 31) - 16
        }
        (short(self.q(), other.q()), short(self.r(), other.r()))
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.q(), self.r())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_taken_back() {
        for index in 0..Hex::COUNT {
            let hex = Hex::from_index(index);
            for direction in Direction::ALL {
                let next = hex.neighbor(direction);
                assert_eq!(next.neighbor(direction.opposite()), hex);
                assert_eq!(hex.direction_to(next), Some(direction));
                assert!(hex.is_beside(next));
            }
        }
    }

    #[test]
    fn a_hex_is_beside_six_others() {
        let center = Hex::new(0, 31);
        let beside = (0..Hex::COUNT).filter(|index| center.is_beside(Hex::from_index(*index)));
        assert_eq!(beside.count(), 6);
    }

    #[test]
    fn left_then_right_is_straight() {
        for direction in Direction::ALL {
            let bent =
                Hex::CENTER.neighbor(direction.counterclockwise()).neighbor(direction.clockwise());
            assert_eq!(bent, Hex::CENTER.neighbor(direction));
        }
    }

    #[test]
    fn straight_lines_close_after_32_steps() {
        for direction in Direction::ALL {
            let mut hex = Hex::CENTER;
            for step in 1..=32 {
                hex = hex.neighbor(direction);
                assert_eq!(hex, Hex::CENTER.stepped(direction, step));
                assert_eq!(hex == Hex::CENTER, step == 32);
            }
        }
    }

    #[test]
    fn an_offset_leads_back_to_the_hex() {
        for from in [Hex::new(0, 0), Hex::new(31, 5), Hex::CENTER] {
            for to in (0..Hex::COUNT).map(Hex::from_index) {
                let (q, r) = from.offset_to(to);
                assert!((-16..16).contains(&q) && (-16..16).contains(&r), "{q} {r}");
                assert_eq!(Hex::new(i32::from(from.q()) + q, i32::from(from.r()) + r), to);
            }
        }
    }
}
