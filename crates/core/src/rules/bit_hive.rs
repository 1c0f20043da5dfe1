//! The hive as sets of hexes on one of the boards of [`bitboard`].

use super::bitboard::words::Torus;
use super::bitboard::{self, Bitboard, Words};
use super::hive::Hive;
use super::pins::Pins;
use super::tops::Tops;
use super::window::Window;
use super::{ByColor, Color, Hex, Piece};

/// The sets that move generation works on, made once for a position.
pub struct BitHive<B: Bitboard> {
    /// The hex with number 0.
    pub origin: Hex,
    /// The stacks by the color on top.
    pub tops: ByColor<B>,
    /// All stacks.
    pub occupied: B,
    occupied_words: B::Words,
    /// The hexes from which the neighbor in each direction is occupied.
    pub seen: [B; 6],
    /// The stacks of two or more.
    pub stacked: B::Words,
    /// Whether two stacks of two or more stand at both sides of some step, without
    /// which nothing on top of the hive can be gated.
    pub upper_gates: bool,
}

/// Where a piece stands: the hex, and its number on a board.
#[derive(Clone, Copy)]
pub struct IndexedHex {
    /// The hex.
    pub hex: Hex,
    /// Its number on the board.
    pub index: usize,
}

impl<B: Bitboard> BitHive<B> {
    /// The number of a hex.
    #[inline(always)]
    pub fn index_of(&self, hex: Hex) -> usize {
        if B::BOUNDED { Window::index_of(self.origin, hex) } else { hex.index() }
    }

    /// The hex with this number.
    #[inline(always)]
    pub fn hex_at(&self, index: usize) -> Hex {
        if B::BOUNDED {
            let (q, r) = (self.origin.q() as usize, self.origin.r() as usize);
            Hex::new((q + (index & 15)) as i32, (r + (index >> 4)) as i32)
        } else {
            Hex::from_index(index)
        }
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

    /// Where a piece on the table stands.
    #[inline(always)]
    pub fn locate(hive: &Hive, piece: Piece) -> IndexedHex {
        let hex = hive.hex_on_table(piece);
        let index =
            if B::BOUNDED { hive.window().spots[piece.index()] as usize } else { hex.index() };
        IndexedHex { hex, index }
    }

    /// The occupied neighbors of the hex with this number, a bit for each direction.
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

    /// What holds the hive together.
    #[inline(always)]
    pub fn pins(&self) -> Pins<B> {
        Pins::of(self.occupied, &self.seen)
    }

    /// Whether a stack of two or more is on the hex with this number.
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
    /// The hive in its window. The hive must fit.
    #[inline(always)]
    pub fn in_window(hive: &Hive) -> Self {
        let window = hive.window();
        debug_assert!(window.fits, "the hive is too long for its window");
        Self::new(window.origin, window.tops.on())
    }
}

impl BitHive<Torus> {
    /// The hive on the whole torus, whatever its length.
    pub fn on_torus(hive: &Hive) -> Self {
        let mut tops = Tops::none();
        for piece in hive.uncovered() {
            let hex = hive.hex_on_table(piece);
            tops.add_stack(piece, hive.height(hex), hex.index());
        }
        Self::new(Hex::from_index(0), tops)
    }
}

/// Whether two of the stacks have both a pair of neighboring hexes between them: they
/// are two hexes apart, around a corner.
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
