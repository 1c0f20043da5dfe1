//! What lies on the table: stacks of pieces, and the sets that are kept with them.

use super::grid::{self, Words};
use super::{ByColor, Color, Direction, Hex, Piece, zobrist};

/// Stands for "no piece" in the arrays of bytes.
const NOBODY: u8 = u8::MAX;
/// Stands for "in hand" in the array of places.
const IN_HAND: u16 = u16::MAX;

/// The pieces on the table.
///
/// Everything here changes only through [`put`](Hive::put) and [`take`](Hive::take),
/// so the sets and the key cannot drift away from the stacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hive {
    top: [u8; Hex::COUNT],
    height: [u8; Hex::COUNT],
    place: [u16; Piece::COUNT],
    below: [u8; Piece::COUNT],
    on_table: u32,
    covered: u32,
    lines: Lines,
    window: Window,
    key: u64,
}

/// Occupied hexes along the three axes, one bit each: for a row the columns, for a
/// column the rows, for a diagonal (`q + r` constant) the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) rows: [u32; 32],
    pub(super) columns: [u32; 32],
    pub(super) diagonals: [u32; 32],
}

/// A 16 × 16 cut-out of the torus, as bits, that holds the hive with a margin.
///
/// While the hive fits (nearly always), these sets are kept up to date with every
/// piece; a hive longer than 14 hexes along an axis does without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The hex in the top left corner.
    pub(super) origin: Hex,
    /// Whether the hive fits, with an empty margin on each side.
    pub(super) fits: bool,
    /// The stacks by the color on top.
    pub(super) tops: ByColor<Words>,
    /// The stacks of two or more.
    pub(super) stacked: Words,
}

impl Window {
    /// The bit of a hex, if the hex is in the window.
    #[inline]
    pub(super) fn index_of(origin: Hex, hex: Hex) -> usize {
        let column = hex.q().wrapping_sub(origin.q()) & 31;
        let row = hex.r().wrapping_sub(origin.r()) & 31;
        (row << 4 | column) as usize & 0xff
    }

    /// Whether the hex is in the window and not on its margin.
    #[inline]
    fn holds(&self, hex: Hex) -> bool {
        let column = hex.q().wrapping_sub(self.origin.q()).wrapping_sub(1) & 31;
        let row = hex.r().wrapping_sub(self.origin.r()).wrapping_sub(1) & 31;
        column < 14 && row < 14
    }
}

impl Hive {
    pub(super) fn new() -> Self {
        Self {
            top: [NOBODY; Hex::COUNT],
            height: [0; Hex::COUNT],
            place: [IN_HAND; Piece::COUNT],
            below: [NOBODY; Piece::COUNT],
            on_table: 0,
            covered: 0,
            lines: Lines { rows: [0; 32], columns: [0; 32], diagonals: [0; 32] },
            window: Window {
                origin: Hex::new(8, 8),
                fits: true,
                tops: ByColor::default(),
                stacked: Words::default(),
            },
            key: 0,
        }
    }

    /// Where a piece stands, `None` if it is in hand.
    #[inline]
    pub(super) fn hex_of(&self, piece: Piece) -> Option<Hex> {
        match self.place[piece.index()] {
            IN_HAND => None,
            index => Some(Hex::from_index(index as usize)),
        }
    }

    /// Where a piece on the table stands.
    #[inline]
    pub(super) fn place(&self, piece: Piece) -> Hex {
        debug_assert!(self.on_table & 1 << piece.index() != 0, "{piece} is in hand");
        Hex::from_index(self.place[piece.index()] as usize)
    }

    /// The uppermost piece on a hex.
    #[inline]
    pub(super) fn top(&self, hex: Hex) -> Option<Piece> {
        somebody(self.top[hex.index()])
    }

    /// How many pieces stand on a hex.
    #[inline]
    pub(super) fn height(&self, hex: Hex) -> u8 {
        self.height[hex.index()]
    }

    /// The piece just below this one.
    #[inline]
    pub(super) fn below(&self, piece: Piece) -> Option<Piece> {
        somebody(self.below[piece.index()])
    }

    /// The pieces on the table, a bit for each index.
    #[inline]
    pub(super) fn on_table(&self) -> u32 {
        self.on_table
    }

    /// The pieces with another on top, a bit for each index.
    #[inline]
    pub(super) fn covered(&self) -> u32 {
        self.covered
    }

    /// The key of the pieces and their places.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    pub(super) fn window(&self) -> &Window {
        &self.window
    }

    /// Puts a piece that is off the table onto a hex, on top of what stands there.
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, hex: Hex) {
        let index = hex.index();
        let under = self.top[index];
        let height = self.height[index];
        self.key ^= zobrist::standing(piece.color(), piece.bug(), hex, height);
        self.top[index] = piece.index() as u8;
        self.height[index] = height + 1;
        self.place[piece.index()] = index as u16;
        self.below[piece.index()] = under;
        self.on_table |= 1 << piece.index();
        if let Some(under) = somebody(under) {
            self.covered |= 1 << under.index();
        } else {
            self.lines.toggle(hex);
            if !self.window.holds(hex) {
                self.recenter();
                return;
            }
        }
        if self.window.fits {
            let bit = Window::index_of(self.window.origin, hex);
            if let Some(under) = somebody(under) {
                grid::clear(&mut self.window.tops[under.color()], bit);
                grid::set(&mut self.window.stacked, bit);
            }
            grid::set(&mut self.window.tops[piece.color()], bit);
        }
    }

    /// Takes an uncovered piece off the table.
    #[inline]
    pub(super) fn take(&mut self, piece: Piece) {
        debug_assert!(self.covered & 1 << piece.index() == 0, "only the top piece moves");
        let index = self.place[piece.index()] as usize;
        let hex = Hex::from_index(index);
        let under = self.below[piece.index()];
        let height = self.height[index] - 1;
        self.key ^= zobrist::standing(piece.color(), piece.bug(), hex, height);
        self.top[index] = under;
        self.height[index] = height;
        self.place[piece.index()] = IN_HAND;
        self.below[piece.index()] = NOBODY;
        self.on_table &= !(1 << piece.index());
        if let Some(under) = somebody(under) {
            self.covered &= !(1 << under.index());
        } else {
            self.lines.toggle(hex);
            if !self.window.fits {
                self.recenter();
                return;
            }
        }
        if self.window.fits {
            let bit = Window::index_of(self.window.origin, hex);
            grid::clear(&mut self.window.tops[piece.color()], bit);
            if let Some(under) = somebody(under) {
                grid::set(&mut self.window.tops[under.color()], bit);
                if height == 1 {
                    grid::clear(&mut self.window.stacked, bit);
                }
            }
        }
    }

    /// Moves the window back to an earlier origin at which the hive fitted.
    #[inline]
    pub(super) fn restore_window(&mut self, origin: Hex, fits: bool) {
        if self.window.origin != origin || self.window.fits != fits {
            self.fill_window(origin, fits);
        }
    }

    /// Moves the window so that the hive lies in its middle, if the hive fits.
    #[cold]
    #[inline(never)]
    fn recenter(&mut self) {
        let (first_row, rows) = extent(&self.lines.rows);
        let (first_column, columns) = extent(&self.lines.columns);
        let fits = rows <= 14 && columns <= 14;
        let origin = if fits {
            let (right, down) = ((16 - columns) / 2, (16 - rows) / 2);
            Hex::new(i32::from(first_column) - right, i32::from(first_row) - down)
        } else {
            self.window.origin
        };
        self.fill_window(origin, fits);
    }

    #[cold]
    fn fill_window(&mut self, origin: Hex, fits: bool) {
        self.window = Window { origin, fits, tops: ByColor::default(), stacked: Words::default() };
        if !fits {
            return;
        }
        for piece in self.uncovered() {
            let Some(hex) = self.hex_of(piece) else { continue };
            let bit = Window::index_of(origin, hex);
            grid::set(&mut self.window.tops[piece.color()], bit);
            if self.height(hex) > 1 {
                grid::set(&mut self.window.stacked, bit);
            }
        }
    }

    /// The top pieces of all stacks.
    pub(super) fn uncovered(&self) -> impl Iterator<Item = Piece> + use<> {
        pieces(self.on_table & !self.covered)
    }

    /// The occupied neighbors of a hex, a bit for each direction.
    #[inline]
    pub(super) fn ring(&self, hex: Hex) -> u8 {
        self.lines.ring(hex)
    }

    /// The kinds of bugs on top of the neighboring stacks, a bit for each.
    #[inline]
    pub(super) fn bugs_around(&self, hex: Hex) -> u8 {
        hex.neighbors()
            .filter_map(|neighbor| self.top(neighbor))
            .fold(0, |bugs, piece| bugs | 1 << piece.bug() as u8)
    }

    /// Checks that all that is kept agrees with the stacks.
    ///
    /// # Panics
    ///
    /// If it does not.
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

impl Lines {
    #[inline]
    fn toggle(&mut self, hex: Hex) {
        let (q, r) = (hex.q() as usize, hex.r() as usize);
        self.rows[r] ^= 1 << q;
        self.columns[q] ^= 1 << r;
        self.diagonals[(q + r) & 31] ^= 1 << q;
    }

    /// The occupied neighbors of a hex, a bit for each direction.
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

    /// Where the straight jumps over at least one piece end.
    #[inline]
    pub(super) fn jumps(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        let (q, r) = (u32::from(hex.q()), u32::from(hex.r()));
        let row = self.rows[r as usize & 31].rotate_right(q);
        let column = self.columns[q as usize & 31].rotate_right(r);
        let diagonal = self.diagonals[(q + r) as usize & 31].rotate_right(q);
        // Bit 0 is the hex itself: pieces follow it upwards one way, downwards the other.
        let pieces = [
            column.leading_ones(),
            (diagonal >> 1).trailing_ones(),
            (row >> 1).trailing_ones(),
            (column >> 1).trailing_ones(),
            diagonal.leading_ones(),
            row.leading_ones(),
        ];
        Direction::ALL
            .into_iter()
            .zip(pieces)
            .filter(|(_, pieces)| *pieces > 0)
            .map(move |(direction, pieces)| hex.stepped(direction, pieces as u16 + 1))
    }

    /// The occupied hexes at the corners of the ring, a bit for each: bit `d` is the
    /// hex that touches the neighbors in direction `d` and the next one clockwise.
    #[inline]
    pub(super) fn corners(&self, hex: Hex) -> u8 {
        let (q, r) = (u32::from(hex.q()), hex.r() as usize);
        // Turned so that the hex's own column is bit 2.
        let row = |r: usize| self.rows[r & 31].rotate_left(2).rotate_right(q);
        (row(r + 30) >> 3 & 1
            | (row(r + 31) >> 4 & 1) << 1
            | (row(r + 1) >> 3 & 1) << 2
            | (row(r + 2) >> 1 & 1) << 3
            | (row(r + 1) & 1) << 4
            | (row(r + 31) >> 1 & 1) << 5) as u8
    }
}

/// The pieces whose bits are set, in the order of their index.
#[inline]
pub(super) fn pieces(mut set: u32) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let piece = Piece::from_index(set.trailing_zeros() as usize);
            set &= set - 1;
            piece
        })
    })
}

/// The bits of all pieces of a player.
#[inline]
pub(super) const fn all_of(color: Color) -> u32 {
    let first = (1 << Piece::PER_PLAYER) - 1;
    match color {
        Color::White => first,
        Color::Black => first << Piece::PER_PLAYER,
    }
}

/// Where the occupied lines begin on the ring of 32, and how many there are.
///
/// A connected hive occupies neighboring lines, so they are one run.
fn extent(lines: &[u32; 32]) -> (u16, i32) {
    let mut used = 0u32;
    for (line, occupied) in lines.iter().enumerate() {
        used |= u32::from(*occupied != 0) << line;
    }
    let first = used & !used.rotate_left(1);
    ((first.trailing_zeros() & 31) as u16, used.count_ones() as i32)
}

#[inline]
fn somebody(index: u8) -> Option<Piece> {
    ((index as usize) < Piece::COUNT).then(|| Piece::from_index(index as usize))
}
