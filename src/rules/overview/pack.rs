//! The pieces of a player, and which liberties of the opponent's queen they can fill.

use super::siege::Siege;
use super::whole::Whole;
use super::{Means, Outlook};
use crate::rules::board::Board;
use crate::rules::grid::Grid;
use crate::rules::hive::{self, Hive};
use crate::rules::slides::Slides;
use crate::rules::{Bug, Color, Direction, Piece};

/// A mosquito on the ground and the kinds of bugs that it touches.
#[derive(Clone, Copy)]
pub(super) struct Mosquito {
    piece: u32,
    pub(super) mimicked: u8,
}

impl Mosquito {
    #[inline(always)]
    pub(super) fn of(hive: &Hive, us: Color, on_ground: u32) -> Self {
        let piece = on_ground & hive::all_of_kind(us, Bug::Mosquito);
        let mimicked = match hive::pieces(piece).next() {
            Some(mosquito) => hive.bugs_around(hive.place(mosquito)),
            None => 0,
        };
        Self { piece, mimicked }
    }

    /// The mosquito, if it touches this kind.
    #[inline(always)]
    fn playing(self, bug: Bug) -> u32 {
        if self.mimicked >> bug as u8 & 1 != 0 { self.piece } else { 0 }
    }
}

/// The pieces of a player that may attack, and what they have been seen to do.
pub(super) struct Pack<'a, G: Grid> {
    pub(super) whole: &'a Whole<'a, G>,
    pub(super) siege: Siege<G>,
    pub(super) us: Color,
    pub(super) on_ground: u32,
    pub(super) atop: u32,
    pub(super) mosquito: Mosquito,
    pub(super) outlook: Outlook,
}

impl<G: Grid> Pack<'_, G> {
    /// Those on the ground that move as this kind.
    #[inline(always)]
    fn moving_as(&self, bug: Bug) -> u32 {
        (hive::all_of_kind(self.us, bug) | self.mosquito.playing(bug)) & self.on_ground
    }

    /// The pieces on these hexes.
    #[inline(always)]
    fn on(&self, set: G) -> u32 {
        Board::pieces_on(self.whole.hive, set)
    }

    /// Where the piece stands.
    #[inline(always)]
    fn spot(&self, piece: Piece) -> G {
        G::single(Board::<G>::place_of(self.whole.hive, piece).index)
    }

    /// Takes down where a piece goes.
    #[inline(always)]
    fn goes(&mut self, piece: Piece, means: Means, goals: G) {
        let filled = self.siege.directions(goals);
        self.outlook.fillable[means as usize] |= filled;
        self.outlook.attackers |= u32::from(filled != 0) << piece.index();
    }

    /// One slide: queen, pillbug and beetles.
    #[inline(always)]
    pub(super) fn slide(&mut self) {
        let steppers =
            self.moving_as(Bug::Queen) | self.moving_as(Bug::Beetle) | self.moving_as(Bug::Pillbug);
        let Whole { slides, .. } = self.whole;
        for piece in hive::pieces(steppers & self.on(slides.back(self.siege.liberties))) {
            self.goes(piece, Means::Slide, slides.step(self.spot(piece)));
        }
    }

    /// A spider's three slides.
    #[inline(always)]
    pub(super) fn walk(&mut self) {
        let spiders = self.moving_as(Bug::Spider);
        if spiders == 0 {
            return;
        }
        let slides = &self.whole.slides;
        let occupied = self.whole.board.occupied;
        let one_away = slides.back(self.siege.liberties).without(occupied);
        let two_away = slides.back(one_away).without(occupied);
        for piece in hive::pieces(spiders & self.on(slides.back(two_away))) {
            let start = self.spot(piece);
            let slides = Slides::around(&occupied.without(start).seen_from());
            self.goes(piece, Means::Spider, slides.three_steps(start));
        }
    }

    /// From the top of the hive onto a liberty or the queen.
    #[inline(always)]
    pub(super) fn step_down(&mut self) {
        if self.atop == 0 {
            return;
        }
        let board = self.whole.board;
        let goals = self.siege.liberties | G::single(self.siege.queen);
        self.outlook.attackers |= self.atop & self.on(goals.neighbors());
        let stacks = G::from_words(board.stacked) & board.tops[self.us];
        self.outlook.fillable[Means::StepDown as usize] = self.siege.directions(stacks.neighbors());
    }

    /// A grasshopper's jump.
    #[inline(always)]
    pub(super) fn jump(&mut self) {
        let Whole { hive, board, .. } = *self.whole;
        for piece in hive::pieces(self.moving_as(Bug::Grasshopper)) {
            let from = Board::<G>::place_of(hive, piece);
            let mut filled = 0;
            for (direction, pieces) in hive.lines().rows_beside(from.hex).into_iter().enumerate() {
                // Without a piece to jump over the grasshopper stays: no branch is needed.
                let steps = pieces + u32::from(pieces > 0);
                filled |= if G::BOUNDED {
                    self.siege.direction_of(from.index, direction, steps)
                } else {
                    let goal = from.hex.stepped(Direction::ALL[direction], steps as u16);
                    self.siege.directions(G::single(board.index_of(goal)))
                };
            }
            filled &= self.siege.free_directions;
            self.outlook.fillable[Means::Jump as usize] |= filled;
            self.outlook.attackers |= u32::from(filled != 0) << piece.index();
        }
    }

    /// An ant's walk along the edge of the hive.
    #[inline(always)]
    pub(super) fn walk_far(&mut self) {
        let ants = self.moving_as(Bug::Ant);
        if ants != 0 && self.outlook.open != 0 {
            let ants = ants & self.on(self.whole.slides.back(self.whole.edge));
            self.outlook.attackers |= ants;
            self.outlook.fillable[Means::Ant as usize] =
                if ants == 0 { 0 } else { self.outlook.open };
        }
    }

    /// A ladybug's run over two pieces.
    #[inline(always)]
    pub(super) fn run(&mut self) {
        for piece in hive::pieces(self.moving_as(Bug::Ladybug)) {
            let start = self.spot(piece);
            let others = self.whole.board.occupied.without(start);
            let first = start.neighbors() & others;
            let second = first.neighbors() & others;
            self.goes(piece, Means::Ladybug, second.neighbors());
        }
    }

    /// The throws of a pillbug, and of a mosquito beside one.
    #[inline(always)]
    pub(super) fn throw(&mut self) {
        let Whole { board, hive, .. } = *self.whole;
        let throwers =
            hive::all_of_kind(self.us, Bug::Pillbug) | self.mosquito.playing(Bug::Pillbug);
        let throwers = throwers & self.whole.on_ground & self.whole.rested();
        if throwers == 0 {
            return;
        }
        let mut fixed = self.whole.pins | G::from_words(board.stacked);
        if let Some(resting) = self.whole.resting {
            fixed = fixed | self.spot(resting);
        }
        for piece in hive::pieces(throwers) {
            let index = Board::<G>::place_of(hive, piece).index;
            let ring = board.ring(index);
            let victims = G::around(index, ring).without(fixed);
            if ring != 0x3f && !victims.is_empty() {
                self.outlook.throwable += victims.len() as u8;
                let goals = G::around(index, !ring & 0x3f);
                self.outlook.fillable[Means::Throw as usize] |= self.siege.directions(goals);
            }
        }
    }
}
