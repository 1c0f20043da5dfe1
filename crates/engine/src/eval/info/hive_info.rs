//! The hive in sets, with everything that the evaluation of both players needs.

use waggle_hive_core::rules::board::Board;
use waggle_hive_core::rules::grid::{self, Grid};
use waggle_hive_core::rules::hive::Hive;
use waggle_hive_core::rules::piece_set;
use waggle_hive_core::rules::slides::{Perimeter, Slides};
use waggle_hive_core::rules::{ByColor, Color, Piece};

/// The hive in sets, the same for both players. Sets of pieces have a bit for each index.
pub(super) struct HiveInfo<'a, G: Grid> {
    pub(super) hive: &'a Hive,
    pub(super) board: &'a Board<G>,
    pub(super) slides: Slides<G>,
    /// The hexes that may not be left.
    pub(super) pins: G,
    /// Where ants walk.
    pub(super) edge: G,
    /// Each queen on the table with the hexes around her; nothing for one in hand.
    pub(super) near_queens: ByColor<G>,
    pub(super) uppermost: u32,
    pub(super) on_ground: u32,
    pub(super) pinned: u32,
    pub(super) resting: Option<Piece>,
}

impl<'a, G: Grid> HiveInfo<'a, G> {
    #[inline(always)]
    pub(super) fn of(hive: &'a Hive, board: &'a Board<G>, resting: Option<Piece>) -> Self {
        let pins = board.pins();
        let uppermost = hive.on_table() & !hive.covered();
        let on_ground = uppermost & !pieces_on(hive, G::from_words(board.stacked));
        Self {
            hive,
            board,
            slides: Slides::around(&board.seen),
            pins: pins.hexes,
            edge: Perimeter::of(board.occupied, &board.seen, pins.encloses).hexes,
            near_queens: ByColor {
                white: near::<G>(hive, Piece::queen(Color::White)),
                black: near::<G>(hive, Piece::queen(Color::Black)),
            },
            uppermost,
            on_ground,
            pinned: pieces_on(hive, pins.hexes) & on_ground,
            resting,
        }
    }

    /// The pieces on these hexes, covered or not.
    #[inline(always)]
    pub(super) fn pieces_on(&self, set: G) -> u32 {
        pieces_on(self.hive, set)
    }

    /// All but the resting piece.
    #[inline(always)]
    pub(super) fn rested(&self) -> u32 {
        !self.resting.map_or(0, |piece| 1 << piece.index())
    }

    /// The pieces with a way to slide.
    #[inline(always)]
    pub(super) fn can_slide(&self) -> u32 {
        self.pieces_on(self.slides.starts()) & self.on_ground & self.rested()
    }

    /// The index of a queen's hex, if she is on the table.
    #[inline(always)]
    pub(super) fn queen(&self, color: Color) -> Option<usize> {
        let queen = Piece::queen(color);
        (self.hive.on_table() >> queen.index() & 1 != 0)
            .then(|| Board::<G>::place_of(self.hive, queen).index)
    }

    /// The uppermost pieces around a queen.
    #[inline(always)]
    pub(super) fn beside(&self, color: Color) -> u32 {
        let Some(queen) = self.queen(color) else { return 0 };
        let around = self.near_queens[color].without(G::single(queen));
        self.pieces_on(around) & self.uppermost
    }

    /// The uppermost pieces at most two steps away from a queen, without herself.
    #[inline(always)]
    pub(super) fn near(&self, color: Color) -> u32 {
        let near = self.pieces_on(self.near_queens[color].neighbors());
        near & self.uppermost & !(1 << Piece::queen(color).index())
    }

    /// The pieces below those of each player.
    #[inline(always)]
    pub(super) fn covered_by(&self) -> ByColor<u32> {
        let covered = self.hive.covered();
        if covered == 0 {
            return ByColor::default();
        }
        let below = self.pieces_on(self.board.tops.white) & covered;
        ByColor { white: below, black: covered & !below }
    }
}

/// The hex of a piece and those around it; nothing for a piece in hand.
#[inline(always)]
fn near<G: Grid>(hive: &Hive, piece: Piece) -> G {
    if hive.on_table() >> piece.index() & 1 == 0 {
        return G::empty();
    }
    let index = Board::<G>::place_of(hive, piece).index;
    G::around(index, 0x3f) | G::single(index)
}

/// The pieces on these hexes, covered or not.
#[inline(always)]
fn pieces_on<G: Grid>(hive: &Hive, set: G) -> u32 {
    let found = if G::BOUNDED {
        set.holds(&hive.window().spots)
    } else {
        let words = set.words();
        let mut found = 0;
        for piece in piece_set::pieces(hive.on_table()) {
            found |= u32::from(grid::contains(&words, hive.place(piece).index())) << piece.index();
        }
        found
    };
    found & hive.on_table()
}
