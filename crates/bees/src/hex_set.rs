//! Sets of hexes: one bit for each of the 11 × 11 cells around the hexagon.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::hex::{Direction, Hex, ROWS};

/// A set of hexes of the hive.
///
/// Bits off the hexagon are never set. They are a margin against wrap-around: the cell after the
/// end of a row is always off the hexagon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HexSet(u128);

impl HexSet {
    /// No hex.
    pub const EMPTY: Self = Self(0);

    /// All 91 hexes.
    pub const BOARD: Self = {
        let mut bits = 0;
        let mut index = 0;
        while index < ROWS * ROWS {
            if Hex::from_index(index).is_some() {
                bits |= 1 << index;
            }
            index += 1;
        }
        Self(bits)
    };

    /// The six sides of the hive, clockwise from White's, six hexes each.
    /// A corner belongs to two of them.
    pub const EDGES: [Self; 6] = {
        let mut edges = [Self::EMPTY; 6];
        let mut index = 0;
        while index < ROWS * ROWS {
            if let Some(hex) = Hex::from_index(index) {
                let (row, diagonal) = (hex.row(), hex.diagonal());
                let lies_on = [
                    row == 0,
                    diagonal == 0,
                    row == diagonal + 5,
                    row == ROWS - 1,
                    diagonal == ROWS - 1,
                    diagonal == row + 5,
                ];
                let mut edge = 0;
                while edge < 6 {
                    if lies_on[edge] {
                        edges[edge].0 |= 1 << index;
                    }
                    edge += 1;
                }
            }
            index += 1;
        }
        edges
    };

    /// The hexes of all six sides.
    pub const RIM: Self = {
        let mut rim = 0;
        let mut edge = 0;
        while edge < 6 {
            rim |= Self::EDGES[edge].0;
            edge += 1;
        }
        Self(rim)
    };

    /// The set of one hex.
    #[inline]
    pub const fn of(hex: Hex) -> Self {
        Self(1 << hex.index())
    }

    #[inline]
    pub(crate) const fn has_bit(self, bit: u8) -> bool {
        bit < 128 && self.0 >> bit & 1 != 0
    }

    /// The bits, for keys.
    #[inline]
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// Whether the hex is in the set.
    #[inline]
    pub const fn contains(self, hex: Hex) -> bool {
        self.has_bit(hex.index())
    }

    /// Adds a hex.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        *self |= Self::of(hex);
    }

    /// Removes a hex.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        *self &= !Self::of(hex);
    }

    /// The number of hexes.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets have a hex in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether `other` is a subset.
    #[inline]
    pub const fn covers(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Moves every hex one step; hexes that leave the hive are dropped.
    #[must_use]
    #[inline]
    pub const fn shifted(self, direction: Direction) -> Self {
        let step = direction.step();
        let bits = if step > 0 { self.0 << step } else { self.0 >> -step };
        Self(bits & Self::BOARD.0)
    }

    /// All hexes next to a hex of the set, which may be in the set themselves.
    #[must_use]
    #[inline]
    pub fn neighbors(self) -> Self {
        Direction::ALL.into_iter().fold(Self::EMPTY, |all, way| all | self.shifted(way))
    }

    /// The hexes, row by row from White's.
    pub const fn iter(self) -> Hexes {
        Hexes(self.0)
    }
}

impl BitAnd for HexSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for HexSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for HexSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for HexSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for HexSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::BOARD.0)
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        hexes.into_iter().fold(Self::EMPTY, |all, hex| all | Self::of(hex))
    }
}

impl IntoIterator for HexSet {
    type Item = Hex;
    type IntoIter = Hexes;

    fn into_iter(self) -> Hexes {
        self.iter()
    }
}

/// Iterates over the hexes of a set.
#[derive(Clone, Debug)]
pub struct Hexes(u128);

impl Iterator for Hexes {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Hex::of_bit(bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shifted_set_is_the_set_of_the_neighbors() {
        for hex in HexSet::BOARD {
            for direction in Direction::ALL {
                let one_by_one: HexSet = hex.neighbor(direction).into_iter().collect();
                assert_eq!(HexSet::of(hex).shifted(direction), one_by_one);
            }
        }
    }

    #[test]
    fn six_edges_of_six_make_the_rim() {
        let rim: HexSet = HexSet::BOARD.iter().filter(|hex| hex.neighbors().count() < 6).collect();
        assert_eq!(HexSet::RIM, rim);
        assert!(HexSet::EDGES.into_iter().all(|edge| edge.len() == 6));
        let corners = HexSet::BOARD.iter().filter(|&hex| {
            HexSet::EDGES.into_iter().filter(|edge| edge.contains(hex)).count() == 2
        });
        assert_eq!(corners.count(), 6);
    }

    #[test]
    fn sets_are_iterated_in_order() {
        let around: HexSet = Hex::new(5, 5).unwrap().neighbors().collect();
        assert_eq!(around.len(), 6);
        assert_eq!(around.iter().collect::<HexSet>(), around);
        assert_eq!((!around).len(), 85);
    }
}
