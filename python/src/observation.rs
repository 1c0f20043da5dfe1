//! Positions as input of a neural network: planes, a piece list or features, specified in
//! `docs/python.md`.

use waggle_hive_core::rules::bit_hive::BitHive;
use waggle_hive_core::rules::bitboard::{self, Bitboard};
use waggle_hive_core::rules::dispatch::{self, Task};
use waggle_hive_core::rules::hive::Hive;
use waggle_hive_core::rules::{Bug, Color, Hex, Piece, Position};
use waggle_hive_engine::eval::{Feature, FeatureCounts};

/// Planes of one position.
pub(crate) const PLANES: usize = CONSTANTS + 2 * Bug::COUNT + 1;
/// The planes of top pieces and of covered pieces: ours, then theirs.
const TOPS: usize = 0;
const COVERED: usize = 2 * Bug::COUNT;
const HEIGHT: usize = 4 * Bug::COUNT;
const RESTING: usize = HEIGHT + 1;
const PINNED: usize = RESTING + 1;
/// The first of the planes that are constant over all hexes.
const CONSTANTS: usize = PINNED + 2;

/// The names of the planes.
pub(crate) fn plane_names() -> Vec<String> {
    let mut names = vec![];
    for what in ["", ", covered"] {
        for whose in ["our", "their"] {
            names.extend(Bug::ALL.map(|bug| format!("{whose} {bug}{what}")));
        }
    }
    names.extend(["height of the stack", "piece that rests"].map(str::to_owned));
    names.extend(["our pinned pieces", "their pinned pieces"].map(str::to_owned));
    for whose in ["our", "their"] {
        names.extend(Bug::ALL.map(|bug| format!("{whose} {bug} in hand")));
    }
    names.push("Black is to move".to_owned());
    names
}

/// Numbers that describe a piece in a list.
pub(crate) const PIECE_FIELDS: usize = PIECE_FIELD_NAMES.len();
pub(crate) const PIECE_FIELD_NAMES: [&str; 8] =
    ["state", "ours", "bug", "q", "r", "height", "covered", "resting"];

/// The extent of a hive: its first column and row, and its width and height.
struct Bounds {
    q: Span,
    r: Span,
}

#[derive(Clone, Copy)]
struct Span {
    first: u16,
    length: u16,
}

impl Span {
    /// The start and length of a set of columns or rows, which are consecutive on the torus.
    fn of(taken: u32) -> Self {
        let begins = taken & !taken.rotate_left(1);
        Self { first: begins.trailing_zeros() as u16 & 31, length: taken.count_ones() as u16 }
    }

    /// The index of a column or row in a window of this size, with the hive centered.
    fn place(self, at: u16, size: usize) -> Option<usize> {
        let margin = (size as isize - self.length as isize).div_euclid(2);
        let place = (at.wrapping_sub(self.first) & 31) as isize + margin;
        usize::try_from(place).ok().filter(|&place| place < size)
    }
}

impl Bounds {
    fn of(hexes: impl Iterator<Item = Hex>) -> Self {
        let (mut q, mut r) = (0u32, 0u32);
        for hex in hexes {
            q |= 1 << hex.q();
            r |= 1 << hex.r();
        }
        Self { q: Span::of(q), r: Span::of(r) }
    }

    /// The index of a hex in a square of this size, row by row; `None` if it is outside.
    fn place(&self, hex: Hex, size: usize) -> Option<usize> {
        Some(self.r.place(hex.r(), size)? * size + self.q.place(hex.q(), size)?)
    }
}

/// One of the twelve rotations and reflections of the board: below six, so many sixths of a turn
/// clockwise; from six on, a reflection that swaps columns and rows comes first.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    pub(crate) const COUNT: u8 = 12;

    /// The symmetry with this number, which must be below the count.
    pub(crate) fn new(number: u8) -> Self {
        debug_assert!(number < Self::COUNT);
        Self(number)
    }

    /// The image of a hex under the symmetry about `Hex::new(0, 0)`.
    pub(crate) fn image(self, hex: Hex) -> Hex {
        let (mut q, mut r) = (i32::from(hex.q()), i32::from(hex.r()));
        if self.0 >= 6 {
            (q, r) = (r, q);
        }
        for _ in 0..self.0 % 6 {
            (q, r) = (-r, q + r);
        }
        Hex::new(q, r)
    }
}

/// The pinned pieces that are not in stacks, one bit per index.
fn pinned_pieces(position: &Position) -> u32 {
    struct Pinned<'a>(&'a Hive);

    impl Task for Pinned<'_> {
        type Answer = u32;

        #[inline(always)]
        #[expect(clippy::inline_always, reason = "as all code over bitboards")]
        fn on<B: Bitboard>(self, bits: &BitHive<B>) -> u32 {
            let alone = bits.pins().hexes.without(B::from_words(bits.stacked)).words();
            let tops = bitboard::indices(&alone).filter_map(|index| self.0.top(bits.hex_at(index)));
            tops.fold(0, |pinned, piece| pinned | 1 << piece.index())
        }
    }

    // A hive of one piece has no pins.
    if position.ply() < 2 { 0 } else { dispatch::run(position.hive(), Pinned(position.hive())) }
}

/// Fills the planes of a position under a symmetry, which must be zeroed.
pub(crate) fn write_planes(
    position: &Position,
    size: usize,
    symmetry: Symmetry,
    planes: &mut [u8],
) {
    let us = position.side_to_move();
    let area = size * size;
    let placed = |piece| position.hex_of(piece).map(|hex| (piece, hex, symmetry.image(hex)));
    let pieces: Vec<_> = position.pieces_on_table().filter_map(placed).collect();
    let bounds = Bounds::of(pieces.iter().map(|(_, _, image)| *image));
    let side = |color: Color| usize::from(color != us);
    let pinned = pinned_pieces(position);
    for &(piece, hex, image) in &pieces {
        let Some(place) = bounds.place(image, size) else { continue };
        let first = if position.is_covered(piece) { COVERED } else { TOPS };
        let plane = first + side(piece.color()) * Bug::COUNT + piece.bug() as usize;
        planes[plane * area + place] += 1;
        planes[HEIGHT * area + place] = position.height(hex);
        if position.last_moved() == Some(piece) {
            planes[RESTING * area + place] = 1;
        }
        if pinned >> piece.index() & 1 != 0 {
            planes[(PINNED + side(piece.color())) * area + place] = 1;
        }
    }
    for color in Color::ALL {
        for bug in Bug::ALL {
            let plane = CONSTANTS + side(color) * Bug::COUNT + bug as usize;
            let in_hand = position.in_hand(color, bug);
            if in_hand > 0 {
                planes[plane * area..][..area].fill(in_hand);
            }
        }
    }
    if us == Color::Black {
        planes[(PLANES - 1) * area..].fill(1);
    }
}

/// Fills the piece list of a position: the pieces of the player to move, then the opponent's.
pub(crate) fn write_pieces(position: &Position, list: &mut [i8]) {
    let us = position.side_to_move();
    let on_table = position.pieces_on_table();
    let bounds = Bounds::of(on_table.filter_map(|piece| position.hex_of(piece)));
    let pieces = [us, us.other()].into_iter().flat_map(Piece::of);
    for (piece, fields) in pieces.zip(list.chunks_exact_mut(PIECE_FIELDS)) {
        let hex = position.hex_of(piece);
        let state = match hex {
            Some(_) => 2,
            None => i8::from(position.game_type().contains(piece.bug())),
        };
        fields[0] = state;
        fields[1] = i8::from(piece.color() == us);
        fields[2] = piece.bug() as i8;
        let Some(hex) = hex else { continue };
        fields[3] = (hex.q().wrapping_sub(bounds.q.first) & 31) as i8;
        fields[4] = (hex.r().wrapping_sub(bounds.r.first) & 31) as i8;
        fields[5] = position.stack(hex).take_while(|&below| below != piece).count() as i8;
        fields[6] = i8::from(position.is_covered(piece));
        fields[7] = i8::from(position.last_moved() == Some(piece));
    }
}

/// Fills the features of a position: those of the player to move, then the opponent's.
pub(crate) fn write_features(position: &Position, numbers: &mut [u8]) {
    let us = position.side_to_move();
    let counts = FeatureCounts::of(position);
    numbers[..Feature::COUNT].copy_from_slice(counts[us].counts());
    numbers[Feature::COUNT..].copy_from_slice(counts[us.other()].counts());
}
