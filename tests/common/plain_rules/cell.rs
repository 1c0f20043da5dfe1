//! Cells of the hexagonal grid.

use std::fmt;

/// A cell of the unbounded grid in axial coordinates: `q` grows to the east, `r` to the south-east.
///
/// ```text
///     NW  NE          0,-1   1,-1
///   W  here  E    -1,0   0,0   1,0
///     SW  SE          -1,1   0,1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub q: i32,
    pub r: i32,
}

/// One of the six directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    NorthWest,
    NorthEast,
    East,
    SouthEast,
    SouthWest,
    West,
}

impl Way {
    /// All directions, clockwise.
    pub const ALL: [Self; 6] = [
        Self::NorthWest,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::SouthWest,
        Self::West,
    ];
}

impl Cell {
    /// The cell of the first piece of a game.
    pub const ORIGIN: Self = Self { q: 0, r: 0 };

    pub const fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    /// The next cell in this direction.
    pub fn next(self, way: Way) -> Self {
        let (q, r) = match way {
            Way::NorthWest => (0, -1),
            Way::NorthEast => (1, -1),
            Way::East => (1, 0),
            Way::SouthEast => (0, 1),
            Way::SouthWest => (-1, 1),
            Way::West => (-1, 0),
        };
        Self::new(self.q + q, self.r + r)
    }

    /// The six cells around this one.
    pub fn neighbors(self) -> impl Iterator<Item = Self> {
        Way::ALL.into_iter().map(move |way| self.next(way))
    }

    /// Whether the two cells share an edge.
    pub fn touches(self, other: Self) -> bool {
        self.neighbors().any(|neighbor| neighbor == other)
    }

    /// The two cells flanking the step from here to a neighbor: those that touch both.
    pub fn beside_step(self, to: Self) -> [Self; 2] {
        let beside: Vec<Self> = self.neighbors().filter(|cell| cell.touches(to)).collect();
        beside.try_into().expect("two neighbors have two common neighbors")
    }

    /// Rotated by 60° clockwise about the origin: east becomes south-east.
    pub fn turned(self) -> Self {
        Self::new(-self.r, self.q + self.r)
    }

    /// Reflected: east and south-east are swapped.
    pub fn mirrored(self) -> Self {
        Self::new(self.r, self.q)
    }

    /// The twelve images of the cell under the symmetries of the grid, always in the same order.
    pub fn symmetric(self) -> [Self; 12] {
        let mut cells = [self; 12];
        for index in 1..12 {
            let before = cells[index - 1];
            cells[index] = if index == 6 { self.mirrored() } else { before.turned() };
        }
        cells
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}
