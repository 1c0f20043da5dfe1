//! The pieces on the table: stacks, and the sets updated with them.

use super::lines::Lines;
use super::piece_set::pieces;
use super::stack::Stack;
use super::tops::Tops;
use super::window::Window;
use super::{Hex, Piece, zobrist};

#[cfg(test)]
mod tests;

/// Marks a piece in hand in the array of hexes.
const IN_HAND: u16 = u16::MAX;

/// The pieces on the table.
///
/// Changes only through `put`, `take` and
/// `put_back`, so the sets and the key always agree with the stacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hive {
    stacks: [Stack; Hex::COUNT],
    place: [u16; Piece::COUNT],
    below: [Stack; Piece::COUNT],
    on_table: u32,
    covered: u32,
    lines: Lines,
    window: Window,
    key: u64,
}

/// What [`Hive::put_back`] restores instead of recomputing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    key: u64,
    window_origin: Hex,
    window_fits: bool,
}

impl Hive {
    pub(super) fn new() -> Self {
        Self {
            stacks: [Stack::EMPTY; Hex::COUNT],
            place: [IN_HAND; Piece::COUNT],
            below: [Stack::EMPTY; Piece::COUNT],
            on_table: 0,
            covered: 0,
            lines: Lines::new(),
            window: Window {
                origin: Hex::new(8, 8),
                fits: true,
                tops: Tops::none(),
                spots: [0; 32],
            },
            key: 0,
        }
    }

    /// The hex of a piece; `None` if it is in hand.
    #[inline]
    pub fn hex_of(&self, piece: Piece) -> Option<Hex> {
        match self.place[piece.index()] {
            IN_HAND => None,
            index => Some(Hex::from_index(index as usize)),
        }
    }

    /// The hex of a piece, which must be on the table.
    #[inline]
    pub fn hex_on_table(&self, piece: Piece) -> Hex {
        debug_assert!(self.on_table & 1 << piece.index() != 0, "{piece} is in hand");
        Hex::from_index(self.place[piece.index()] as usize)
    }

    /// The top piece on a hex.
    #[inline]
    pub fn top(&self, hex: Hex) -> Option<Piece> {
        self.stacks[hex.index()].top()
    }

    /// The number of pieces on a hex.
    #[inline]
    pub fn height(&self, hex: Hex) -> u8 {
        self.stacks[hex.index()].height()
    }

    #[inline]
    pub(super) fn below(&self, piece: Piece) -> Option<Piece> {
        self.below[piece.index()].top()
    }

    /// The pieces on the table, one bit per index.
    #[inline]
    pub fn on_table(&self) -> u32 {
        self.on_table
    }

    /// The covered pieces, one bit per index.
    #[inline]
    pub fn covered(&self) -> u32 {
        self.covered
    }

    /// The Zobrist key of the pieces and their hexes.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The occupied hexes along the three axes.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The 16 × 16 window around the hive.
    #[inline]
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Puts a piece from the hand onto a hex, on top of any pieces there.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, hex: Hex) {
        self.key ^= zobrist::piece_on(piece, hex, self.height(hex));
        self.add(piece, hex);
        if !self.window.holds(hex) {
            self.recenter();
        }
    }

    /// Takes an uncovered piece off the table.
    #[inline(always)]
    pub(super) fn take(&mut self, piece: Piece) {
        let hex = self.remove(piece);
        self.key ^= zobrist::piece_on(piece, hex, self.height(hex));
        if !self.window.fits {
            self.recenter();
        }
    }

    /// What [`put_back`](Self::put_back) needs to restore the current state.
    #[inline]
    pub(super) fn save(&self) -> Saved {
        let Window { origin, fits, .. } = self.window;
        Saved { key: self.key, window_origin: origin, window_fits: fits }
    }

    /// Undoes a move of an uncovered piece: takes it off the table and, if it came from a hex,
    /// puts it back there.
    #[inline(always)]
    pub(super) fn put_back(&mut self, piece: Piece, from: Option<Hex>, saved: &Saved) {
        self.remove(piece);
        if let Some(from) = from {
            self.add(piece, from);
        }
        self.key = saved.key;
        let Window { origin, fits, .. } = self.window;
        if !fits || !saved.window_fits || origin != saved.window_origin {
            self.fill_window(saved.window_origin, saved.window_fits);
        }
    }

    #[inline(always)]
    fn add(&mut self, piece: Piece, hex: Hex) {
        let under = self.stacks[hex.index()];
        self.stacks[hex.index()] = under.with(piece);
        self.below[piece.index()] = under;
        self.place[piece.index()] = hex.index() as u16;
        self.toggle(piece, hex, under);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece) -> Hex {
        debug_assert!(self.covered & 1 << piece.index() == 0, "only the top piece moves");
        let hex = self.hex_on_table(piece);
        let under = self.below[piece.index()];
        self.stacks[hex.index()] = under;
        self.below[piece.index()] = Stack::EMPTY;
        self.place[piece.index()] = IN_HAND;
        self.toggle(piece, hex, under);
        hex
    }

    /// Updates the sets for a piece that enters or leaves the top of a stack. If the hive no
    /// longer fits the window, the window has to be refilled.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, hex: Hex, under: Stack) {
        self.on_table ^= 1 << piece.index();
        let bit = Window::index_of(self.window.origin, hex);
        self.window.spots[piece.index()] ^= bit as u8;
        self.window.tops.toggle(piece, under, bit);
        if let Some(covered) = under.top() {
            self.covered ^= 1 << covered.index();
        } else {
            self.lines.toggle(hex);
        }
    }

    /// Centers the window on the hive, if the hive fits.
    #[cold]
    #[inline(never)]
    fn recenter(&mut self) {
        let ((first_column, columns), (first_row, rows)) = self.lines.extents();
        let fits = rows <= 14 && columns <= 14;
        let origin = if fits {
            let (right, down) = ((16 - columns) / 2, (16 - rows) / 2);
            Hex::new(i32::from(first_column) - right, i32::from(first_row) - down)
        } else {
            Hex::from_index(0)
        };
        self.fill_window(origin, fits);
    }

    #[cold]
    fn fill_window(&mut self, origin: Hex, fits: bool) {
        self.window = Window { origin, fits, tops: Tops::none(), spots: [0; 32] };
        if !fits {
            return;
        }
        for piece in pieces(self.on_table) {
            let hex = self.hex_on_table(piece);
            let bit = Window::index_of(origin, hex);
            self.window.spots[piece.index()] = bit as u8;
            if self.covered & 1 << piece.index() == 0 {
                self.window.tops.add_stack(piece, self.stacks[hex.index()].height(), bit);
            }
        }
    }

    /// The top pieces of all stacks.
    pub(super) fn uncovered(&self) -> impl Iterator<Item = Piece> + use<> {
        pieces(self.on_table & !self.covered)
    }

    /// The occupied columns and the occupied rows: the first, and how many.
    pub(super) fn extents(&self) -> ((u16, i32), (u16, i32)) {
        self.lines.extents()
    }

    /// The occupied neighbors of a hex, one bit per direction.
    #[inline]
    pub(super) fn ring(&self, hex: Hex) -> u8 {
        self.lines.ring(hex)
    }

    /// The kinds of bugs on top of the neighboring stacks, one bit per kind.
    #[inline]
    pub fn bugs_around(&self, hex: Hex) -> u8 {
        hex.neighbors()
            .filter_map(|neighbor| self.top(neighbor))
            .fold(0, |bugs, piece| bugs | 1 << piece.bug() as u8)
    }

    /// Asserts that the sets and the key agree with the stacks.
    pub(super) fn assert_valid(&self) {
        let mut fresh = Self::new();
        let mut stacks = 0;
        for piece in Piece::all().filter(|piece| self.below(*piece).is_none()) {
            let Some(hex) = self.hex_of(piece) else { continue };
            let mut stack = vec![];
            let mut next = self.top(hex);
            while let Some(upper) = next {
                stack.push(upper);
                next = self.below(upper);
            }
            assert_eq!(stack.len(), usize::from(self.height(hex)), "height at {hex:?}");
            for &piece in stack.iter().rev() {
                assert_eq!(self.hex_of(piece), Some(hex), "place of {piece}");
                fresh.put(piece, hex);
            }
            stacks += stack.len();
        }
        assert_eq!(stacks, self.on_table.count_ones() as usize, "pieces on the table");
        assert_eq!(self.key, fresh.key, "key");
        fresh.fill_window(self.window.origin, self.window.fits);
        assert!(*self == fresh, "sets");
    }
}
