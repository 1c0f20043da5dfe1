//! The hive's 91 hexes, six on a side, and the six directions between them.
//!
//! A letter names the row, from White's `a` at the bottom to Black's `k` at the
//! top, and a number the diagonal that runs from the south-east to the
//! north-west:
//!
//! ```text
//!          k6  k7  k8  k9  k10 k11            NW  NE
//!        j5                      j11         W  .  E
//!      i4                          i11        SW  SE
//!    h3                              h11
//!  g2                                  g11
//! f1  f2  f3  f4  f5  f6  f7  f8 ...     f11
//!  e1                                  e10
//!    d1                              d9
//!      c1                          c8
//!        b1                      b7
//!          a1  a2  a3  a4  a5  a6
//! ```

use std::fmt;

use super::HexSet;

/// The number of rows, and of diagonals of either slant.
pub(crate) const ROWS: u8 = 11;
/// Hexes on each of the six sides.
pub(crate) const SIDE: u8 = 6;

/// One of the six directions, clockwise from the east.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// To the right: the number grows.
    East,
    /// Down and to the right: the letter falls.
    SouthEast,
    /// Down and to the left: letter and number fall.
    SouthWest,
    /// To the left: the number falls.
    West,
    /// Up and to the left: the letter grows.
    NorthWest,
    /// Up and to the right: letter and number grow.
    NorthEast,
}

impl Direction {
    /// All six, clockwise from the east.
    pub const ALL: [Self; 6] = [
        Self::East,
        Self::SouthEast,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
        Self::NorthEast,
    ];

    /// The opposite direction.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::SouthEast => Self::NorthWest,
            Self::SouthWest => Self::NorthEast,
            Self::West => Self::East,
            Self::NorthWest => Self::SouthEast,
            Self::NorthEast => Self::SouthWest,
        }
    }

    /// The name in texts, such as `ne`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::East => "e",
            Self::SouthEast => "se",
            Self::SouthWest => "sw",
            Self::West => "w",
            Self::NorthWest => "nw",
            Self::NorthEast => "ne",
        }
    }

    /// The direction with this name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(name))
    }

    /// The step as an offset of the index of a hex.
    #[inline]
    pub(crate) const fn step(self) -> i16 {
        match self {
            Self::East => 1,
            Self::SouthEast => -(ROWS as i16),
            Self::SouthWest => -(ROWS as i16) - 1,
            Self::West => -1,
            Self::NorthWest => ROWS as i16,
            Self::NorthEast => ROWS as i16 + 1,
        }
    }
}

/// One of the 91 hexes of the hive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex(u8);

impl Hex {
    /// The hex in this row, counted from White's, on this diagonal; both from 0.
    pub const fn new(row: u8, diagonal: u8) -> Option<Self> {
        let on_board =
            row < ROWS && diagonal < ROWS && row < diagonal + SIDE && diagonal < row + SIDE;
        if on_board { Some(Self(row * ROWS + diagonal)) } else { None }
    }

    /// The hex with this [`index`](Self::index), if there is one.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        Self::new(index / ROWS, index % ROWS)
    }

    /// The hex whose bit is set in a [`HexSet`].
    #[inline]
    pub(crate) const fn of_bit(bit: u8) -> Self {
        Self(bit)
    }

    /// A number below 121, row by row from White's: the hexagon lies in a rhombus of 11 rows of 11.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The row, counted from White's, below 11.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / ROWS
    }

    /// The diagonal from the south-east to the north-west, below 11.
    #[inline]
    pub const fn diagonal(self) -> u8 {
        self.0 % ROWS
    }

    /// All hexes of a row, from the west to the east.
    pub fn in_row(row: u8) -> impl Iterator<Item = Self> {
        (0..ROWS).filter_map(move |diagonal| Self::new(row, diagonal))
    }

    /// The hex one step away, if it is on the hive.
    #[must_use]
    #[inline]
    pub fn neighbor(self, direction: Direction) -> Option<Self> {
        let bit = u8::try_from(i16::from(self.0) + direction.step()).ok()?;
        HexSet::BOARD.has_bit(bit).then_some(Self(bit))
    }

    /// The neighbors: three in a corner, four on a side, else six.
    pub fn neighbors(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbor(direction))
    }

    /// The direction to `other`, if it is a neighbor.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbor(direction) == Some(other))
    }

    /// The distance to `other`, in steps.
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        let rows = self.row() as i8 - other.row() as i8;
        let diagonals = self.diagonal() as i8 - other.diagonal() as i8;
        rows.unsigned_abs().max(diagonals.unsigned_abs()).max((rows - diagonals).unsigned_abs())
    }

    /// The hexes in a straight line from here to the edge, without this one.
    pub(crate) fn ray(self, direction: Direction) -> impl Iterator<Item = Self> {
        std::iter::successors(self.neighbor(direction), move |hex| hex.neighbor(direction))
    }
}

/// The name, such as `f6` for the center.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row()), self.diagonal() + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not the name of a hex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a hex of the hive such as `f6`, found `{0}`")]
pub struct HexNameError(pub(crate) String);

impl std::str::FromStr for Hex {
    type Err = HexNameError;

    fn from_str(name: &str) -> Result<Self, HexNameError> {
        let error = || HexNameError(name.to_owned());
        let mut letters = name.chars();
        let row = letters.next().ok_or_else(error)?.to_ascii_lowercase();
        let digits = letters.as_str();
        if !row.is_ascii_lowercase() || digits.starts_with(['+', '0']) {
            return Err(error());
        }
        let diagonal: u8 = digits.parse().map_err(|_| error())?;
        let diagonal = diagonal.checked_sub(1).filter(|&from_zero| from_zero < ROWS);
        let row = u32::from(row) - u32::from('a');
        let row = u8::try_from(row).map_err(|_| error())?;
        diagonal.and_then(|diagonal| Self::new(row, diagonal)).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_91_hexes_in_rows_of_6_to_11() {
        let rows: Vec<usize> = (0..ROWS).map(|row| Hex::in_row(row).count()).collect();
        assert_eq!(rows, [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]);
        assert_eq!(HexSet::BOARD.len(), 91);
    }

    #[test]
    fn neighbors_are_one_step_away_and_nobody_is_nearer() {
        for hex in HexSet::BOARD {
            let mut seen = HexSet::of(hex);
            for steps in 0..ROWS {
                for reached in seen {
                    assert!(hex.distance(reached) <= steps);
                }
                assert!((!seen).iter().all(|other| hex.distance(other) > steps));
                seen |= seen.neighbors();
            }
        }
    }

    #[test]
    fn the_edge_has_six_corners_and_24_sides() {
        let with = |count| HexSet::BOARD.iter().filter(move |hex| hex.neighbors().count() == count);
        assert_eq!(with(3).count(), 6);
        assert_eq!(with(4).count(), 24);
        assert_eq!(with(6).count(), 61);
    }

    #[test]
    fn names_round_trip() {
        for hex in HexSet::BOARD {
            assert_eq!(hex.to_string().parse(), Ok(hex));
        }
        for wrong in ["", "f", "f0", "f12", "a7", "k5", "l6", "66", "f+6", "f06", "\u{e4}1"] {
            assert_eq!(wrong.parse::<Hex>(), Err(HexNameError(wrong.to_owned())));
        }
    }

    #[test]
    fn letters_grow_upward_and_numbers_eastward() {
        let middle: Hex = "f6".parse().unwrap();
        let around: Vec<String> = middle.neighbors().map(|hex| hex.to_string()).collect();
        assert_eq!(around, ["f7", "e6", "e5", "f5", "g6", "g7"]);
    }
}
