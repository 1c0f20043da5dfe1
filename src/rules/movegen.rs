//! Legal moves: placements, then the moves of each kind of bug with the throws that
//! its pieces may suffer.
//!
//! The rules are written once over [`Grid`] and [`Sink`]: the board decides how fast
//! they run, the sink what is made of the moves (a list, a number, the counts that
//! the evaluation reads).

use super::board::Board;
use super::grid::{self, Grid};
use super::hive::{self, Hive};
use super::pins::Pins;
use super::slides::{OPEN, Perimeter, Slides, WIDE};
use super::throws::Throws;
use super::{Bug, Color, Direction, Hex, Piece};

/// What is made of the moves.
pub(super) trait Sink {
    /// Each of these pieces, a bit for each index, may be placed on each of these hexes.
    fn placements<G: Grid>(&mut self, board: &Board<G>, pieces: u32, to: G);
    /// The piece may go to each of these hexes.
    fn moves<G: Grid>(&mut self, board: &Board<G>, piece: Piece, to: G);
    /// The piece, which stands on `from`, may go one step in these directions.
    fn steps<G: Grid>(&mut self, board: &Board<G>, piece: Piece, from: Hex, directions: u8);
    /// The piece may go to this hex.
    fn jump<G: Grid>(&mut self, board: &Board<G>, piece: Piece, to: Hex);
}

/// Whose moves are wanted, and what in the position bears on them.
pub(super) struct Turn<'a> {
    pub(super) hive: &'a Hive,
    /// The player who moves.
    pub(super) us: Color,
    /// The piece moved on the ply before, which rests.
    pub(super) resting: Option<Piece>,
    /// The pieces that may be placed, one of each kind, a bit for each index.
    pub(super) placeable: u32,
    /// Whether the player's queen is on the table.
    pub(super) may_move: bool,
    /// Whether the pillbug is in play.
    pub(super) throws: bool,
}

/// Everything that may be played, on a board of any kind.
#[inline(always)]
pub(super) fn generate<G: Grid, S: Sink>(turn: &Turn<'_>, board: &Board<G>, sink: &mut S) {
    place(turn, board, sink);
    if turn.may_move {
        Mover::new(turn, board, board.pins()).generate(sink);
    }
}

/// Where pieces may be placed.
#[inline(always)]
pub(super) fn place<G: Grid, S: Sink>(turn: &Turn<'_>, board: &Board<G>, sink: &mut S) {
    if turn.placeable != 0 {
        let free = board.tops[turn.us]
            .neighbors()
            .without(board.tops[turn.us.other()].neighbors())
            .without(board.occupied);
        sink.placements(board, turn.placeable, free);
    }
}

/// The moves of the pieces on the table.
pub(super) struct Mover<'a, G: Grid> {
    hive: &'a Hive,
    board: &'a Board<G>,
    us: Color,
    /// The pieces of ours that are neither covered nor resting.
    movable: u32,
    pins: Pins<G>,
    pinned: G::Words,
    throws: Throws<G>,
    perimeter: Option<Perimeter<G>>,
}

impl<'a, G: Grid> Mover<'a, G> {
    #[inline(always)]
    pub(super) fn new(turn: &Turn<'a>, board: &'a Board<G>, pins: Pins<G>) -> Self {
        let hive = turn.hive;
        let resting = turn.resting.map_or(0, |piece| 1 << piece.index());
        let movable = hive.on_table() & !hive.covered() & hive::all_of(turn.us) & !resting;
        let throws = if turn.throws {
            Throws::find(hive, board, pins.hexes, movable, turn.resting)
        } else {
            Throws::none()
        };
        let pinned = pins.hexes.words();
        Self { hive, board, us: turn.us, movable, pins, pinned, throws, perimeter: None }
    }

    /// Feeds the moves to the sink and returns the perimeter if it was needed.
    #[inline(always)]
    pub(super) fn generate<S: Sink>(mut self, sink: &mut S) -> Option<Perimeter<G>> {
        for (piece, hex) in self.all(Bug::Queen) {
            self.slide(sink, piece, hex);
        }
        for (piece, hex) in self.all(Bug::Spider) {
            let walk = self.spider_walk(hex);
            self.moves(sink, piece, hex, walk);
        }
        for (piece, hex) in self.all(Bug::Beetle) {
            self.climb(sink, piece, hex);
        }
        for (piece, hex) in self.all(Bug::Grasshopper) {
            self.jump(sink, piece, hex);
        }
        for (piece, hex) in self.all(Bug::Ant) {
            let walk = self.ant_walk(hex);
            self.moves(sink, piece, hex, walk);
        }
        for (piece, hex) in self.all(Bug::Mosquito) {
            self.mosquito(sink, piece, hex);
        }
        for (piece, hex) in self.all(Bug::Ladybug) {
            let run = if self.is_free(hex) { self.ladybug_run(hex) } else { G::empty() };
            self.moves(sink, piece, hex, run);
        }
        for (piece, hex) in self.all(Bug::Pillbug) {
            self.slide(sink, piece, hex);
        }
        if self.throws.any() {
            self.throw_enemies(sink);
        }
        self.perimeter
    }

    /// Takes over a perimeter that is known already.
    #[inline(always)]
    pub(super) fn with_perimeter(self, perimeter: Option<Perimeter<G>>) -> Self {
        Self { perimeter, ..self }
    }

    /// Our movable pieces of a kind.
    #[inline(always)]
    fn all(&self, bug: Bug) -> impl Iterator<Item = (Piece, Hex)> + use<'a, G> {
        let all = hive::all_of_kind(self.us, bug);
        let hive = self.hive;
        hive::pieces(self.movable & all).map(move |piece| (piece, hive.place(piece)))
    }

    /// Whether a piece of height 1 may leave its hex.
    #[inline(always)]
    fn is_free(&self, hex: Hex) -> bool {
        !grid::contains(&self.pinned, self.board.index_of(hex))
    }

    /// Hands over the moves of a piece together with the throws it may suffer.
    #[inline(always)]
    fn moves<S: Sink>(&self, sink: &mut S, piece: Piece, from: Hex, to: G) {
        let to = match self.throws.of(self.board.index_of(from)) {
            Some(thrown) => to | thrown,
            None => to,
        };
        sink.moves(self.board, piece, to);
    }

    /// As [`moves`](Self::moves), for single steps.
    #[inline(always)]
    fn steps<S: Sink>(&self, sink: &mut S, piece: Piece, from: Hex, directions: u8) {
        if let Some(thrown) = self.throws.of(self.board.index_of(from)) {
            sink.moves(self.board, piece, self.board.around(from, directions) | thrown);
        } else {
            sink.steps(self.board, piece, from, directions);
        }
    }

    /// One slide: the queen and the pillbug.
    #[inline(always)]
    fn slide<S: Sink>(&self, sink: &mut S, piece: Piece, hex: Hex) {
        if self.is_free(hex) {
            self.steps(sink, piece, hex, OPEN[self.hive.ring(hex) as usize]);
        }
    }

    /// One step along the ground, up, across or down: the beetle.
    #[inline(always)]
    fn climb<S: Sink>(&self, sink: &mut S, piece: Piece, hex: Hex) {
        if self.board.is_stacked(self.board.index_of(hex)) {
            sink.steps(self.board, piece, hex, self.steps_on_top(hex));
        } else if self.is_free(hex) {
            let directions = self.steps_up(hex) | OPEN[self.hive.ring(hex) as usize];
            self.steps(sink, piece, hex, directions);
        }
    }

    /// The directions in which a piece on the ground may climb the hive.
    #[inline(always)]
    fn steps_up(&self, hex: Hex) -> u8 {
        let occupied = self.hive.ring(hex);
        if self.board.upper_gates { occupied & !self.gated(hex, 0) } else { occupied }
    }

    /// The directions in which the top piece of a stack may step.
    #[inline(always)]
    fn steps_on_top(&self, hex: Hex) -> u8 {
        let height = self.hive.height(hex) - 1;
        if self.board.upper_gates { 0x3f & !self.gated(hex, height) } else { 0x3f }
    }

    /// The directions in which a piece that stands at `height` is held by a gate: both
    /// stacks beside its path are higher than either end of the step.
    fn gated(&self, hex: Hex, height: u8) -> u8 {
        let heights = Direction::ALL.map(|direction| self.hive.height(hex.neighbor(direction)));
        let mut gated = 0;
        for direction in 0..6 {
            let bar = height.max(heights[direction]);
            let lower_post = heights[(direction + 1) % 6].min(heights[(direction + 5) % 6]);
            gated |= u8::from(lower_post > bar) << direction;
        }
        gated
    }

    /// The slides of a piece that has been lifted off its hex.
    #[inline(always)]
    fn slides_without(&self, lifted: G) -> Slides<G> {
        Slides::around(&self.board.occupied.without(lifted).seen_from())
    }

    #[inline(always)]
    fn spider_walk(&self, hex: Hex) -> G {
        if !self.is_free(hex) || OPEN[self.hive.ring(hex) as usize] == 0 {
            return G::empty();
        }
        let start = G::single(self.board.index_of(hex));
        self.slides_without(start).three_steps(start)
    }

    #[inline(always)]
    fn ant_walk(&mut self, hex: Hex) -> G {
        let wide = WIDE[self.hive.ring(hex) as usize];
        if !self.is_free(hex) || wide == 0 {
            return G::empty();
        }
        let board = self.board;
        let perimeter = match self.perimeter {
            Some(known) => known,
            None => Perimeter::of(board.occupied, &board.seen, self.pins.encloses),
        };
        self.perimeter = Some(perimeter);
        perimeter.walk(board.around(hex, wide), &board.seen)
    }

    /// Straight over a row of pieces to the first empty hex: the grasshopper.
    #[inline(always)]
    fn jump<S: Sink>(&self, sink: &mut S, piece: Piece, hex: Hex) {
        if !self.is_free(hex) {
            return;
        }
        if let Some(thrown) = self.throws.of(self.board.index_of(hex)) {
            sink.moves(self.board, piece, self.jump_goals(hex) | thrown);
        } else {
            for goal in self.hive.lines().jumps(hex) {
                sink.jump(self.board, piece, goal);
            }
        }
    }

    #[inline(always)]
    fn jump_goals(&self, hex: Hex) -> G {
        let mut goals = G::empty();
        for goal in self.hive.lines().jumps(hex) {
            goals = goals | G::single(self.board.index_of(goal));
        }
        goals
    }

    /// Two steps on top of the hive and one down: the ladybug.
    #[inline(always)]
    fn ladybug_run(&self, hex: Hex) -> G {
        if self.board.upper_gates {
            return self.ladybug_run_between_gates(hex);
        }
        let start = G::single(self.board.index_of(hex));
        let others = self.board.occupied.without(start);
        let first = start.neighbors() & others;
        let second = first.neighbors() & others;
        second.neighbors().without(self.board.occupied)
    }

    #[inline(always)]
    fn ladybug_run_between_gates(&self, start: Hex) -> G {
        let mut goals = G::empty();
        for first in steps(start, self.steps_up(start)) {
            let level = self.hive.height(first);
            let across = self.hive.ring(first) & !self.gated(first, level);
            for second in steps(first, across) {
                if second != start {
                    let level = self.hive.height(second);
                    let down = !self.hive.ring(second) & !self.gated(second, level);
                    goals = goals | self.board.around(second, down & 0x3f);
                }
            }
        }
        goals.without(G::single(self.board.index_of(start)))
    }

    /// As the bugs on top of the neighboring stacks, or on a stack as a beetle.
    #[inline(always)]
    fn mosquito<S: Sink>(&mut self, sink: &mut S, piece: Piece, hex: Hex) {
        let index = self.board.index_of(hex);
        if self.board.is_stacked(index) {
            sink.steps(self.board, piece, hex, self.steps_on_top(hex));
            return;
        }
        if !self.is_free(hex) {
            return;
        }
        let copies = self.hive.bugs_around(hex);
        let has = |bug: Bug| copies >> bug as u8 & 1 != 0;
        let mut directions = 0;
        let mut goals = G::empty();
        if has(Bug::Queen) || has(Bug::Pillbug) || has(Bug::Beetle) {
            directions |= OPEN[self.hive.ring(hex) as usize];
        }
        if has(Bug::Beetle) {
            directions |= self.steps_up(hex);
        }
        if has(Bug::Ant) {
            goals = goals | self.ant_walk(hex);
        } else if has(Bug::Spider) {
            goals = goals | self.spider_walk(hex);
        }
        if has(Bug::Grasshopper) {
            goals = goals | self.jump_goals(hex);
        }
        if has(Bug::Ladybug) {
            goals = goals | self.ladybug_run(hex);
        }
        self.moves(sink, piece, hex, goals | self.board.around(hex, directions));
    }

    /// The throws of the opponent's pieces; our own were handed over with their moves.
    #[inline(always)]
    fn throw_enemies<S: Sink>(&self, sink: &mut S) {
        let enemies = self.throws.victims() & self.board.tops[self.us.other()];
        for index in grid::numbers(&enemies.words()) {
            let piece = self.hive.top(self.board.hex_at(index));
            if let (Some(piece), Some(thrown)) = (piece, self.throws.of(index)) {
                sink.moves(self.board, piece, thrown);
            }
        }
    }
}

/// The neighbors in the directions whose bits are set.
#[inline(always)]
fn steps(from: Hex, directions: u8) -> impl Iterator<Item = Hex> {
    Direction::ALL
        .into_iter()
        .filter(move |direction| directions >> *direction as u8 & 1 != 0)
        .map(move |direction| from.neighbor(direction))
}
