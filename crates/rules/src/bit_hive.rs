//! The hive as bitboards.

use super::bitboard::words::Torus;
use super::bitboard::{self, Bitboard, Words};
use super::hive::Hive;
use super::pins::Pins;
use super::tops::Tops;
use super::window::Window;
use super::{ByColor, Color, Hex, Piece};

/// The hive as bitboards, built once per position for move generation.
pub struct BitHive<B: Bitboard> {
    /// The hex with index 0.
    pub origin: Hex,
    /// The stacks, by the color of their top piece.
    pub tops: ByColor<B>,
    /// All stacks.
    pub occupied: B,
    occupied_words: B::Words,
    /// For each direction, the hexes whose neighbor in it is occupied.
    pub seen: [B; 6],
    /// The stacks of two or more pieces.
    pub stacked: B::Words,
    /// Whether two stacks of two or more pieces flank some step: without them there is no gate
    /// on top of the hive.
    pub upper_gates: bool,
}

/// A hex with its index on a bitboard.
#[derive(Clone, Copy)]
pub struct IndexedHex {
    /// The hex.
    pub hex: Hex,
    /// Its index on the bitboard.
    pub index: usize,
}

impl<B: Bitboard> BitHive<B> {
    /// The index of a hex.
    #[inline(always)]
    pub fn index_of(&self, hex: Hex) -> usize {
        if B::BOUNDED { Window::index_of(self.origin, hex) } else { hex.index_from(self.origin) }
    }

    /// The hex with this index.
    #[inline(always)]
    pub fn hex_at(&self, index: usize) -> Hex {
        let (q, r) = (self.origin.q() as usize, self.origin.r() as usize);
        let row_bits = if B::BOUNDED { 4 } else { 5 };
        let column = index & ((1 << row_bits) - 1);
        Hex::new((q + column) as i32, (r + (index >> row_bits)) as i32)
    }

    #[inline(always)]
    fn new(origin: Hex, tops: Tops<B>) -> Self {
        let Tops { of: tops, stacked } = tops;
        let occupied = tops.white | tops.black;
        Self {
            origin,
            tops,
            occupied,
            occupied_words: occupied.words(),
            seen: occupied.shifted_to_neighbors(),
            stacked: stacked.words(),
            upper_gates: has_upper_gates(stacked),
        }
    }

    /// The hex of a piece on the table.
    #[inline(always)]
    pub fn locate(hive: &Hive, piece: Piece) -> IndexedHex {
        let hex = hive.hex_on_table(piece);
        let window = hive.window();
        let index = if B::BOUNDED {
            window.spots[piece.index()] as usize
        } else {
            hex.index_from(window.origin)
        };
        IndexedHex { hex, index }
    }

    /// The occupied neighbors of a hex, one bit per direction.
    #[inline(always)]
    pub fn ring(&self, index: usize) -> u8 {
        B::ring(&self.occupied_words, index)
    }

    /// Whether a queen is surrounded.
    #[inline(always)]
    pub fn is_over(&self, hive: &Hive) -> bool {
        let [nw, ne, e, se, sw, w] = self.seen;
        let surrounded = (nw & ne) & (e & se) & (sw & w) & self.occupied;
        if surrounded.is_empty() {
            return false;
        }
        let surrounded = surrounded.words();
        let is_lost = |color| {
            hive.hex_of(Piece::queen(color))
                .is_some_and(|hex| bitboard::contains(&surrounded, self.index_of(hex)))
        };
        is_lost(Color::White) || is_lost(Color::Black)
    }

    /// The pinned hexes.
    #[inline(always)]
    pub fn pins(&self) -> Pins<B> {
        if B::BOUNDED { Pins::of(self.occupied, &self.seen) } else { self.pins_apart() }
    }

    #[inline(never)]
    fn pins_apart(&self) -> Pins<B> {
        Pins::of(self.occupied, &self.seen)
    }

    /// Whether two or more pieces are on the hex with this index.
    #[inline(always)]
    pub fn is_stacked(&self, index: usize) -> bool {
        bitboard::contains(&self.stacked, index)
    }

    /// The empty neighbors of a hex.
    #[inline(always)]
    pub fn liberties(&self, hex: Hex) -> B {
        let index = self.index_of(hex);
        B::around(index, !self.ring(index) & 0x3f)
    }

    /// The neighbors of a hex in the directions whose bits are set.
    #[inline(always)]
    pub fn around(&self, hex: Hex, directions: u8) -> B {
        B::around(self.index_of(hex), directions)
    }
}

impl<B: Bitboard<Words = Words>> BitHive<B> {
    /// The hive in its window, which it must fit.
    #[inline(always)]
    pub fn in_window(hive: &Hive) -> Self {
        let window = hive.window();
        debug_assert!(window.fits, "the hive does not fit its window");
        Self::new(window.origin, window.tops.on())
    }
}

impl BitHive<Torus> {
    /// The hive on the whole torus, which fits any hive; in the order of the window, as long as that has one.
    #[inline(never)]
    pub fn on_torus(hive: &Hive) -> Self {
        let mut tops = Tops::none();
        for piece in hive.uncovered() {
            let IndexedHex { hex, index } = Self::locate(hive, piece);
            tops.add_stack(piece, hive.height(hex), index);
        }
        Self::new(hive.window().origin, tops)
    }
}

/// Whether two of the stacks flank a step: they are two hexes apart, around a corner.
#[inline(always)]
fn has_upper_gates<B: Bitboard>(stacked: B) -> bool {
    if stacked.is_empty() {
        return false;
    }
    let east = stacked.east();
    let lower = stacked.south_east();
    let corners = east.south_east() | (east.east()).north_west() | lower.south_east().west();
    !(corners & stacked).is_empty()
}
