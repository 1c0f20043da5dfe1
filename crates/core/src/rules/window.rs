//! The part of the torus around the hive, as sets of bits.

use super::Hex;
use super::bitboard::Spots;
use super::bitboard::words::Portable;
use super::tops::Tops;

/// A 16 × 16 cut-out of the torus, as bits, that holds the hive with a margin.
///
/// While the hive fits (nearly always), these sets are updated with every piece; a hive
/// longer than 14 hexes along an axis does without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The hex in the top left corner.
    pub(super) origin: Hex,
    /// Whether the hive fits, with an empty margin on each side.
    pub(super) fits: bool,
    /// The stacks, seen from above.
    pub(super) tops: Tops<Portable>,
    /// The bit of each piece on the table; the bytes after the last piece are unused.
    pub spots: Spots,
}

impl Window {
    /// The bit of a hex, if the hex is in the window.
    #[inline]
    pub(super) fn index_of(origin: Hex, hex: Hex) -> usize {
        let column = hex.q().wrapping_sub(origin.q()) & 31;
        let row = hex.r().wrapping_sub(origin.r()) & 31;
        (row << 4 | column) as usize & 0xff
    }

    /// Whether the hive still fits with a piece on this hex.
    #[inline]
    pub(super) fn holds(&self, hex: Hex) -> bool {
        let column = hex.q().wrapping_sub(self.origin.q()) & 31;
        let row = hex.r().wrapping_sub(self.origin.r()) & 31;
        let room = if self.fits { 14 } else { 0 };
        column.wrapping_sub(1) < room && row.wrapping_sub(1) < room
    }
}
