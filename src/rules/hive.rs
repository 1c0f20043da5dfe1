//! What lies on the table: stacks of pieces, and the sets that are kept with them.

use super::grid::{self, Spots, Words};
use super::{Bug, ByColor, Color, Direction, GameType, Hex, Piece, zobrist};

/// Stands for "in hand" in the array of places.
const IN_HAND: u16 = u16::MAX;

/// The pieces on the table.
///
/// Everything here changes only through [`put`](Hive::put), [`take`](Hive::take) and
/// [`put_back`](Hive::put_back), so the sets and the key cannot drift away from the stacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hive {
    stacks: [Stack; Hex::COUNT],
    place: [u16; Piece::COUNT],
    /// What each piece on the table stands on.
    below: [Stack; Piece::COUNT],
    on_table: u32,
    covered: u32,
    lines: Lines,
    window: Window,
    key: u64,
}

/// A stack as seen from above: its uppermost piece in the low five bits, its height in
/// the others. Two players have six bugs that climb, so seven pieces are the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stack(u8);

const _: () = assert!(Piece::COUNT <= 32, "a piece has five bits");

impl Stack {
    const EMPTY: Self = Self(0);
    const ONE_PIECE: u8 = 1 << 5;

    #[inline]
    fn height(self) -> u8 {
        self.0 / Self::ONE_PIECE
    }

    #[inline]
    fn top(self) -> Option<Piece> {
        (self != Self::EMPTY).then(|| Piece::from_index((self.0 % Self::ONE_PIECE) as usize))
    }

    /// The stack with another piece on top.
    #[inline]
    fn with(self, piece: Piece) -> Self {
        Self(self.0 / Self::ONE_PIECE * Self::ONE_PIECE + Self::ONE_PIECE | piece.index() as u8)
    }
}

/// What [`Hive::put_back`] restores without computing it again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    key: u64,
    window_origin: Hex,
    window_fits: bool,
}

/// Occupied hexes along the three axes, one bit each: for a row the columns, for a
/// column the rows, for a diagonal (`q + r` constant) the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(super) rows: [u32; 32],
    pub(super) columns: [u32; 32],
    pub(super) diagonals: [u32; 32],
}

/// A 16 × 16 cut-out of the torus, as bits, that holds the hive with a margin.
///
/// While the hive fits (nearly always), these sets are kept up to date with every
/// piece; a hive longer than 14 hexes along an axis does without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The hex in the top left corner.
    pub(super) origin: Hex,
    /// Whether the hive fits, with an empty margin on each side.
    pub(super) fits: bool,
    /// The stacks by the color on top.
    pub(super) tops: ByColor<Words>,
    /// The stacks of two or more.
    pub(super) stacked: Words,
    /// The bit of each piece on the table; what is behind the last piece is unused.
    pub(crate) spots: Spots,
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
    fn holds(&self, hex: Hex) -> bool {
        let column = hex.q().wrapping_sub(self.origin.q()) & 31;
        let row = hex.r().wrapping_sub(self.origin.r()) & 31;
        let room = if self.fits { 14 } else { 0 };
        column.wrapping_sub(1) < room && row.wrapping_sub(1) < room
    }
}

impl Hive {
    pub(super) fn new() -> Self {
        Self {
            stacks: [Stack::EMPTY; Hex::COUNT],
            place: [IN_HAND; Piece::COUNT],
            below: [Stack::EMPTY; Piece::COUNT],
            on_table: 0,
            covered: 0,
            lines: Lines { rows: [0; 32], columns: [0; 32], diagonals: [0; 32] },
            window: Window {
                origin: Hex::new(8, 8),
                fits: true,
                tops: ByColor::default(),
                stacked: Words::default(),
                spots: [0; 32],
            },
            key: 0,
        }
    }

    /// Where a piece stands, `None` if it is in hand.
    #[inline]
    pub(crate) fn hex_of(&self, piece: Piece) -> Option<Hex> {
        match self.place[piece.index()] {
            IN_HAND => None,
            index => Some(Hex::from_index(index as usize)),
        }
    }

    /// Where a piece on the table stands.
    #[inline]
    pub(crate) fn place(&self, piece: Piece) -> Hex {
        debug_assert!(self.on_table & 1 << piece.index() != 0, "{piece} is in hand");
        Hex::from_index(self.place[piece.index()] as usize)
    }

    /// The uppermost piece on a hex.
    #[inline]
    pub(crate) fn top(&self, hex: Hex) -> Option<Piece> {
        self.stacks[hex.index()].top()
    }

    /// How many pieces stand on a hex.
    #[inline]
    pub(crate) fn height(&self, hex: Hex) -> u8 {
        self.stacks[hex.index()].height()
    }

    /// The piece just below this one.
    #[inline]
    pub(super) fn below(&self, piece: Piece) -> Option<Piece> {
        self.below[piece.index()].top()
    }

    /// The pieces on the table, a bit for each index.
    #[inline]
    pub(crate) fn on_table(&self) -> u32 {
        self.on_table
    }

    /// The pieces with another on top, a bit for each index.
    #[inline]
    pub(crate) fn covered(&self) -> u32 {
        self.covered
    }

    /// The key of the pieces and their places.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    /// Puts a piece that is off the table onto a hex, on top of what stands there.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, hex: Hex) {
        self.key ^= zobrist::standing(piece, hex, self.height(hex));
        self.add(piece, hex);
        if !self.window.holds(hex) {
            self.recenter();
        }
    }

    /// Takes an uncovered piece off the table.
    #[inline(always)]
    pub(super) fn take(&mut self, piece: Piece) {
        let hex = self.remove(piece);
        self.key ^= zobrist::standing(piece, hex, self.height(hex));
        if !self.window.fits {
            self.recenter();
        }
    }

    /// What [`put_back`](Self::put_back) wants to know about the hive as it is now.
    #[inline]
    pub(super) fn memory(&self) -> Memory {
        let Window { origin, fits, .. } = self.window;
        Memory { key: self.key, window_origin: origin, window_fits: fits }
    }

    /// Takes an uncovered piece off the table and puts it where it stood, if it did,
    /// when the rest of the hive was as now and was remembered.
    #[inline(always)]
    pub(super) fn put_back(&mut self, piece: Piece, from: Option<Hex>, memory: &Memory) {
        self.remove(piece);
        if let Some(from) = from {
            self.add(piece, from);
        }
        self.key = memory.key;
        let Window { origin, fits, .. } = self.window;
        if !fits || !memory.window_fits || origin != memory.window_origin {
            self.fill_window(memory.window_origin, memory.window_fits);
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
        let hex = self.place(piece);
        let under = self.below[piece.index()];
        self.stacks[hex.index()] = under;
        self.below[piece.index()] = Stack::EMPTY;
        self.place[piece.index()] = IN_HAND;
        self.toggle(piece, hex, under);
        hex
    }

    /// Changes the sets for a piece that comes onto a stack or leaves it. If the hive
    /// does not fit the window, the window has to be filled again.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, hex: Hex, under: Stack) {
        self.on_table ^= 1 << piece.index();
        let bit = Window::index_of(self.window.origin, hex);
        self.window.spots[piece.index()] ^= bit as u8;
        grid::toggle(&mut self.window.tops[piece.color()], bit);
        if let Some(covered) = under.top() {
            self.covered ^= 1 << covered.index();
            grid::toggle(&mut self.window.tops[covered.color()], bit);
            if under.height() == 1 {
                grid::toggle(&mut self.window.stacked, bit);
            }
        } else {
            self.lines.toggle(hex);
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
        self.window = Window {
            origin,
            fits,
            tops: ByColor::default(),
            stacked: Words::default(),
            spots: [0; 32],
        };
        if !fits {
            return;
        }
        for piece in pieces(self.on_table) {
            let hex = self.place(piece);
            let bit = Window::index_of(origin, hex);
            self.window.spots[piece.index()] = bit as u8;
            if self.covered & 1 << piece.index() != 0 {
                continue;
            }
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
    pub(crate) fn bugs_around(&self, hex: Hex) -> u8 {
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

    /// How many pieces stand in a row beside the hex in each direction, clockwise.
    #[inline(always)]
    pub(crate) fn rows_beside(&self, hex: Hex) -> [u32; 6] {
        let (q, r) = (u32::from(hex.q()), u32::from(hex.r()));
        let row = self.rows[r as usize & 31].rotate_right(q);
        let column = self.columns[q as usize & 31].rotate_right(r);
        let diagonal = self.diagonals[(q + r) as usize & 31].rotate_right(q);
        // Bit 0 is the hex itself: pieces follow it upwards one way, downwards the other.
        [
            column.leading_ones(),
            (diagonal >> 1).trailing_ones(),
            (row >> 1).trailing_ones(),
            (column >> 1).trailing_ones(),
            diagonal.leading_ones(),
            row.leading_ones(),
        ]
    }

    /// Where the straight jumps over at least one piece end, clockwise.
    #[inline]
    pub(super) fn jumps(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        Direction::ALL
            .into_iter()
            .zip(self.rows_beside(hex))
            .filter(|(_, pieces)| *pieces > 0)
            .map(move |(direction, pieces)| hex.stepped(direction, pieces as u16 + 1))
    }
}

/// The pieces whose bits are set, in the order of their index.
#[inline]
pub(crate) fn pieces(mut set: u32) -> impl Iterator<Item = Piece> {
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
pub(crate) const fn all_of(color: Color) -> u32 {
    let first = (1 << Piece::PER_PLAYER) - 1;
    match color {
        Color::White => first,
        Color::Black => first << Piece::PER_PLAYER,
    }
}

/// The bits of all pieces of one kind of a player.
#[inline]
pub(crate) const fn all_of_kind(color: Color, bug: Bug) -> u32 {
    let slots = ((1 << bug.quantity()) - 1) << bug.first_slot();
    slots << (color as usize * Piece::PER_PLAYER)
}

/// The bits of all pieces.
pub(crate) const ALL: u32 = (1 << Piece::COUNT) - 1;

/// The bits of the pieces with number 1.
pub(super) const FIRST_OF_KIND: u32 = {
    let mut first = 0;
    let mut kind = 0;
    while kind < Bug::COUNT {
        first |= 1 << Bug::ALL[kind].first_slot();
        kind += 1;
    }
    first | first << Piece::PER_PLAYER
};

/// The bits of the pieces that may throw.
pub(super) const THROWERS: u32 = {
    let mut throwers = 0;
    let mut kind = 0;
    while kind < Bug::COUNT {
        let bug = Bug::ALL[kind];
        if bug.throws() {
            throwers |= all_of_kind(Color::White, bug) | all_of_kind(Color::Black, bug);
        }
        kind += 1;
    }
    throwers
};

/// The bits of the pieces in play.
#[inline]
pub(crate) const fn all_in(game_type: GameType) -> u32 {
    let mut absent = 0;
    let mut kind = 0;
    while kind < Bug::COUNT {
        let bug = Bug::ALL[kind];
        if !game_type.contains(bug) {
            absent |= all_of_kind(Color::White, bug) | all_of_kind(Color::Black, bug);
        }
        kind += 1;
    }
    ALL & !absent
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
