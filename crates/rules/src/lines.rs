//! Occupied hexes along the three axes, for jumps and rings.

use super::{Direction, Hex};

/// Occupied hexes along the three axes, one bit each: the columns of each row and diagonal
/// (`q + r` constant), and the rows of each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    rows: [u32; 32],
    columns: [u32; 32],
    diagonals: [u32; 32],
}

impl Lines {
    pub(super) const fn new() -> Self {
        Self { rows: [0; 32], columns: [0; 32], diagonals: [0; 32] }
    }

    /// The occupied columns and the occupied rows: the first, and how many.
    pub(super) fn extents(&self) -> ((u16, i32), (u16, i32)) {
        (extent(&self.columns), extent(&self.rows))
    }

    #[inline]
    pub(super) fn toggle(&mut self, hex: Hex) {
        let (q, r) = (hex.q() as usize, hex.r() as usize);
        self.rows[r] ^= 1 << q;
        self.columns[q] ^= 1 << r;
        self.diagonals[(q + r) & 31] ^= 1 << q;
    }

    /// The occupied neighbors of a hex, one bit per direction.
    #[inline]
    pub(super) fn ring(&self, hex: Hex) -> u8 {
        let (q, r) = (u32::from(hex.q()), hex.r() as usize);
        let above = self.rows[(r + 31) & 31].rotate_right(q);
        let level = self.rows[r & 31].rotate_right(q);
        let lower = self.rows[(r + 1) & 31].rotate_right(q);
        (above & 0b11
            | (level & 0b10) << 1
            | (lower & 1) << 3
            | (lower >> 31) << 4
            | (level >> 31) << 5) as u8
    }

    /// The length of the row of pieces next to the hex in each direction, clockwise.
    #[inline(always)]
    pub fn rows_beside(&self, hex: Hex) -> [u32; 6] {
        let (q, r) = (u32::from(hex.q()), u32::from(hex.r()));
        let row = self.rows[r as usize & 31].rotate_right(q);
        let column = self.columns[q as usize & 31].rotate_right(r);
        let diagonal = self.diagonals[(q + r) as usize & 31].rotate_right(q);
        // Bit 0 is the hex itself: one way pieces follow upwards, the other way downwards.
        [
            column.leading_ones(),
            (diagonal >> 1).trailing_ones(),
            (row >> 1).trailing_ones(),
            (column >> 1).trailing_ones(),
            diagonal.leading_ones(),
            row.leading_ones(),
        ]
    }

    /// The destinations of straight jumps over at least one piece, clockwise.
    #[inline]
    pub(super) fn jumps(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        Direction::ALL
            .into_iter()
            .zip(self.rows_beside(hex))
            .filter(|(_, pieces)| *pieces > 0)
            .map(move |(direction, pieces)| hex.stepped(direction, pieces as u16 + 1))
    }
}

/// The first of the occupied lines on the ring of 32, and their number: they are one run,
/// because the hive is connected.
fn extent(lines: &[u32; 32]) -> (u16, i32) {
    let mut used = 0u32;
    for (line, occupied) in lines.iter().enumerate() {
        used |= u32::from(*occupied != 0) << line;
    }
    let first = used & !used.rotate_left(1);
    ((first.trailing_zeros() & 31) as u16, used.count_ones() as i32)
}
