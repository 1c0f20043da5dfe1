//! The part of the torus around the hive, as bitboards.

use super::Hex;
use super::bitboard::Spots;
use super::bitboard::words::Portable;
use super::tops::Tops;

/// A 16 × 16 section of the torus that holds the hive with a margin.
///
/// While the hive fits (nearly always), it is updated incrementally. A hive longer than 14 hexes
/// along an axis does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The hex in the top left corner; that of index 0 if the hive does not fit.
    pub(super) origin: Hex,
    /// Whether the hive fits, with an empty margin on each side.
    pub(super) fits: bool,
    pub(super) tops: Tops<Portable>,
    /// The index of each piece's hex; the bytes after the last piece are unused.
    pub spots: Spots,
}

impl Window {
    /// The index of a hex, if it is in the window.
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
