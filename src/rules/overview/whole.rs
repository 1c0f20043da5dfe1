//! The hive as both players see it.

use super::pack::{Mosquito, Pack};
use super::siege::Siege;
use super::{Means, Outlook, Overlooking};
use crate::rules::board::Board;
use crate::rules::grid::Grid;
use crate::rules::hive::{self, Hive};
use crate::rules::slides::{Perimeter, Slides};
use crate::rules::{Color, Piece};

/// The hive as both players see it.
pub(super) struct Whole<'a, G: Grid> {
    pub(super) hive: &'a Hive,
    pub(super) board: &'a Board<G>,
    pub(super) slides: Slides<G>,
    /// The hexes that may not be left.
    pub(super) pins: G,
    /// Where ants walk.
    pub(super) edge: G,
    pub(super) uppermost: u32,
    pub(super) on_ground: u32,
    pub(super) pinned: u32,
    pub(super) resting: Option<Piece>,
    throws: bool,
}

impl<'a, G: Grid> Whole<'a, G> {
    #[inline(always)]
    pub(super) fn of(task: &Overlooking<'a>, board: &'a Board<G>) -> Self {
        let Overlooking { hive, resting, throws } = *task;
        let pins = board.pins();
        let uppermost = hive.on_table() & !hive.covered();
        let on_ground = uppermost & !Board::pieces_on(hive, G::from_words(board.stacked));
        Self {
            hive,
            board,
            slides: Slides::around(&board.seen),
            pins: pins.hexes,
            edge: Perimeter::of(board.occupied, &board.seen, pins.encloses).hexes(),
            uppermost,
            on_ground,
            pinned: Board::pieces_on(hive, pins.hexes) & on_ground,
            resting,
            throws,
        }
    }

    /// All but the resting piece.
    #[inline(always)]
    pub(super) fn rested(&self) -> u32 {
        !self.resting.map_or(0, |piece| 1 << piece.index())
    }

    /// The pieces with a way to slide, and those with several.
    #[inline(always)]
    pub(super) fn slides(&self) -> (u32, u32) {
        let ready = self.on_ground & self.rested();
        let [one_way, two_ways] = self.slides.one_and_two_ways();
        let one_way = Board::pieces_on(self.hive, one_way);
        let two_ways = Board::pieces_on(self.hive, two_ways);
        (one_way & ready, two_ways & ready)
    }

    /// The number of a queen's hex, if she is on the table.
    #[inline(always)]
    fn queen(&self, color: Color) -> Option<usize> {
        let queen = Piece::queen(color);
        (self.hive.on_table() >> queen.index() & 1 != 0)
            .then(|| Board::<G>::place_of(self.hive, queen).index)
    }

    /// The uppermost pieces around a queen.
    #[inline(always)]
    pub(super) fn beside(&self, color: Color) -> u32 {
        let Some(queen) = self.queen(color) else { return 0 };
        let around = self.board.near_queens[color].without(G::single(queen));
        Board::pieces_on(self.hive, around) & self.uppermost
    }

    /// What a player can do, while these pieces stand beside the opponent's queen.
    #[inline(always)]
    pub(super) fn outlook(&self, us: Color, beside: u32) -> Outlook {
        let Self { hive, board, .. } = *self;
        let them = us.other();
        let entries = board.tops[us]
            .neighbors()
            .without(board.tops[them].neighbors())
            .without(board.occupied);
        let mut outlook = Outlook { entries: entries.len() as u8, ..Outlook::default() };
        let Some(queen) = self.queen(them) else { return outlook };
        let liberties = board.near_queens[them].without(board.occupied);
        let siege = Siege::new(board, queen, liberties);
        outlook.open = siege.directions(self.edge);
        if self.queen(us).is_none() {
            return outlook;
        }
        outlook.fillable[Means::Placement as usize] = siege.directions(entries);
        // Whoever stands beside her would open a liberty in order to fill one.
        let movable = hive::all_of(us) & self.uppermost & !self.pinned & !(beside & self.on_ground);
        let movable = movable & self.rested();
        let mosquito = Mosquito::of(hive, us, self.on_ground);
        outlook.mimicked = mosquito.mimicked;
        let mut pack = Pack {
            whole: self,
            siege,
            us,
            on_ground: movable & self.on_ground,
            atop: movable & !self.on_ground,
            mosquito,
            outlook,
        };
        pack.slide();
        pack.walk();
        pack.step_down();
        pack.jump();
        pack.walk_far();
        pack.run();
        if self.throws {
            pack.throw();
        }
        pack.outlook
    }
}
