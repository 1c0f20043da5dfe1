//! The moves of the pieces on the table, by kind of bug, with the throws of those pieces.

use super::bit_hive::{BitHive, IndexedHex};
use super::bitboard::{self, Bitboard};
use super::hive::Hive;
use super::piece_set;
use super::pins::Pins;
use super::sink::{Jumps, Sink, Turn};
use super::slides::{OPEN, Perimeter, Slides, WIDE};
use super::throws::Throws;
use super::{Bug, Color, Direction, Hex, Piece};

/// Generates the moves of the pieces on the table.
pub struct Mover<'a, B: Bitboard> {
    hive: &'a Hive,
    bits: &'a BitHive<B>,
    us: Color,
    /// The pieces whose moves to generate.
    wanted: u32,
    /// Our pieces among them that may move: not covered, resting or pinned.
    free: u32,
    encloses: bool,
    throws: Throws<B>,
    perimeter: Option<Perimeter<B>>,
}

impl<'a, B: Bitboard> Mover<'a, B> {
    /// A generator for the moves of the `wanted` pieces, one bit per index.
    #[inline(always)]
    pub fn new(turn: &Turn<'a>, bits: &'a BitHive<B>, pins: Pins<B>, wanted: u32) -> Self {
        if B::BOUNDED {
            Self::inlined(turn, bits, pins, wanted)
        } else {
            Self::apart(turn, bits, pins, wanted)
        }
    }

    #[inline(never)]
    fn apart(turn: &Turn<'a>, bits: &'a BitHive<B>, pins: Pins<B>, wanted: u32) -> Self {
        Self::inlined(turn, bits, pins, wanted)
    }

    #[inline(always)]
    fn inlined(turn: &Turn<'a>, bits: &'a BitHive<B>, pins: Pins<B>, wanted: u32) -> Self {
        let hive = turn.hive;
        let resting = turn.resting.map_or(0, |piece| 1 << piece.index());
        let movable = hive.on_table() & !hive.covered() & piece_set::all_of(turn.us) & !resting;
        let throws = if turn.throws {
            Throws::find(hive, bits, pins.hexes, movable, turn.resting)
        } else {
            Throws::none()
        };
        // No branch per piece: it would be mispredicted.
        let pinned = pins.hexes.without(B::from_words(bits.stacked)).words();
        let mut free = movable & wanted;
        for piece in piece_set::pieces(free) {
            let is_pinned = bitboard::contains(&pinned, BitHive::<B>::locate(hive, piece).index);
            free ^= u32::from(is_pinned) << piece.index();
        }
        Self {
            hive,
            bits,
            us: turn.us,
            wanted,
            free,
            encloses: pins.encloses,
            throws,
            perimeter: None,
        }
    }

    /// Generates the moves into the sink.
    #[inline(always)]
    pub fn generate<S: Sink>(mut self, sink: &mut S) {
        // Not a loop: inlined, each call is specialized for its kind.
        const { assert!(Bug::COUNT == 8, "a call for each kind of bug") };
        self.all(Bug::Queen, sink);
        self.all(Bug::Spider, sink);
        self.all(Bug::Beetle, sink);
        self.all(Bug::Grasshopper, sink);
        self.all(Bug::Ant, sink);
        self.all(Bug::Mosquito, sink);
        self.all(Bug::Ladybug, sink);
        self.all(Bug::Pillbug, sink);
        if self.throws.any() {
            self.throw_enemies(sink);
        }
    }

    /// Generates the moves of our free pieces of a kind.
    #[inline(always)]
    fn all<S: Sink>(&mut self, bug: Bug, sink: &mut S) {
        for piece in piece_set::pieces(self.free & piece_set::all_of_kind(self.us, bug)) {
            let from = BitHive::<B>::locate(self.hive, piece);
            match bug {
                Bug::Queen | Bug::Pillbug => self.slide(sink, piece, from),
                Bug::Spider => self.moves(sink, piece, from, self.spider_walk(from)),
                Bug::Beetle => self.climb(sink, piece, from),
                Bug::Grasshopper => self.jump(sink, piece, from),
                Bug::Ant => {
                    let walk = self.ant_walk(from);
                    self.moves(sink, piece, from, walk);
                }
                Bug::Mosquito => self.mosquito(sink, piece, from),
                Bug::Ladybug => self.moves(sink, piece, from, self.ladybug_run(from)),
            }
        }
    }

    /// Emits the moves of a piece together with the throws of it.
    #[inline(always)]
    fn moves<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex, to: B) {
        if B::BOUNDED {
            self.moves_inlined(sink, piece, from, to);
        } else {
            self.moves_apart(sink, piece, from, to);
        }
    }

    #[inline(never)]
    fn moves_apart<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex, to: B) {
        self.moves_inlined(sink, piece, from, to);
    }

    #[inline(always)]
    fn moves_inlined<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex, to: B) {
        let to = match self.throws.of(from.index) {
            Some(thrown) => to | thrown,
            None => to,
        };
        sink.moves(self.bits, piece, to);
    }

    /// As [`moves`](Self::moves), for single steps.
    #[inline(always)]
    fn steps<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex, directions: u8) {
        if B::BOUNDED {
            self.steps_inlined(sink, piece, from, directions);
        } else {
            self.steps_apart(sink, piece, from, directions);
        }
    }

    #[inline(never)]
    fn steps_apart<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex, directions: u8) {
        self.steps_inlined(sink, piece, from, directions);
    }

    #[inline(always)]
    fn steps_inlined<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex, directions: u8) {
        if let Some(thrown) = self.throws.of(from.index) {
            sink.moves(self.bits, piece, B::around(from.index, directions) | thrown);
        } else {
            sink.steps(self.bits, piece, from.hex, directions);
        }
    }

    /// One slide, as the queen and the pillbug.
    #[inline(always)]
    fn slide<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex) {
        self.steps(sink, piece, from, OPEN[self.bits.ring(from.index) as usize]);
    }

    /// One step along the ground, up, across or down, as the beetle.
    #[inline(always)]
    fn climb<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex) {
        if self.bits.is_stacked(from.index) {
            sink.steps(self.bits, piece, from.hex, self.steps_on_top(from.hex));
        } else {
            let directions = self.steps_up(from) | OPEN[self.bits.ring(from.index) as usize];
            self.steps(sink, piece, from, directions);
        }
    }

    /// The directions in which a piece on the ground may climb.
    #[inline(always)]
    fn steps_up(&self, from: IndexedHex) -> u8 {
        let occupied = self.bits.ring(from.index);
        if self.bits.upper_gates { occupied & !self.gated(from.hex, 0) } else { occupied }
    }

    /// The directions in which the top piece of a stack may step.
    #[inline(always)]
    fn steps_on_top(&self, hex: Hex) -> u8 {
        let height = self.hive.height(hex) - 1;
        if self.bits.upper_gates { 0x3f & !self.gated(hex, height) } else { 0x3f }
    }

    /// The directions in which a gate holds a piece at `height`: both stacks flanking the step
    /// are higher than both of its ends.
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

    /// The slides with a piece lifted off its hex.
    #[inline(always)]
    fn slides_without(&self, lifted: B) -> Slides<B> {
        Slides::around(&self.bits.occupied.without(lifted).shifted_to_neighbors())
    }

    #[inline(always)]
    fn spider_walk(&self, from: IndexedHex) -> B {
        if B::BOUNDED { self.spider_walk_inlined(from) } else { self.spider_walk_apart(from) }
    }

    #[inline(never)]
    fn spider_walk_apart(&self, from: IndexedHex) -> B {
        self.spider_walk_inlined(from)
    }

    #[inline(always)]
    fn spider_walk_inlined(&self, from: IndexedHex) -> B {
        if OPEN[self.bits.ring(from.index) as usize] == 0 {
            return B::empty();
        }
        let start = B::single(from.index);
        self.slides_without(start).three_steps(start)
    }

    #[inline(always)]
    fn ant_walk(&mut self, from: IndexedHex) -> B {
        if B::BOUNDED { self.ant_walk_inlined(from) } else { self.ant_walk_apart(from) }
    }

    #[inline(never)]
    fn ant_walk_apart(&mut self, from: IndexedHex) -> B {
        self.ant_walk_inlined(from)
    }

    #[inline(always)]
    fn ant_walk_inlined(&mut self, from: IndexedHex) -> B {
        let wide = WIDE[self.bits.ring(from.index) as usize];
        if wide == 0 {
            return B::empty();
        }
        let bits = self.bits;
        let perimeter = match self.perimeter {
            Some(known) => known,
            None => Perimeter::of(bits.occupied, &bits.seen, self.encloses),
        };
        self.perimeter = Some(perimeter);
        perimeter.walk(B::around(from.index, wide), &bits.seen)
    }

    /// Straight over a row of pieces to the first empty hex, as the grasshopper.
    #[inline(always)]
    fn jump<S: Sink>(&self, sink: &mut S, piece: Piece, from: IndexedHex) {
        let jumps = self.jumps(from);
        if let Some(thrown) = self.throws.of(from.index) {
            sink.moves(self.bits, piece, self.goals(&jumps) | thrown);
        } else {
            sink.jumps(self.bits, piece, &jumps);
        }
    }

    #[inline(always)]
    fn jumps(&self, from: IndexedHex) -> Jumps<'a> {
        let directions = self.bits.ring(from.index);
        Jumps { lines: self.hive.lines(), from: from.hex, directions }
    }

    #[inline(always)]
    fn goals(&self, jumps: &Jumps<'_>) -> B {
        let mut goals = B::empty();
        for goal in jumps.destinations() {
            goals = goals | B::single(self.bits.index_of(goal));
        }
        goals
    }

    /// Two steps on top of the hive and one down, as the ladybug.
    #[inline(always)]
    fn ladybug_run(&self, from: IndexedHex) -> B {
        if B::BOUNDED { self.ladybug_run_inlined(from) } else { self.ladybug_run_apart(from) }
    }

    #[inline(never)]
    fn ladybug_run_apart(&self, from: IndexedHex) -> B {
        self.ladybug_run_inlined(from)
    }

    #[inline(always)]
    fn ladybug_run_inlined(&self, from: IndexedHex) -> B {
        if self.bits.upper_gates {
            return self.ladybug_run_between_gates(from);
        }
        let start = B::single(from.index);
        let others = self.bits.occupied.without(start);
        let first = start.neighbors() & others;
        let second = first.neighbors() & others;
        second.neighbors().without(self.bits.occupied)
    }

    #[inline(always)]
    fn ladybug_run_between_gates(&self, from: IndexedHex) -> B {
        let mut goals = B::empty();
        let start = from.hex;
        for first in steps(start, self.steps_up(from)) {
            let level = self.hive.height(first);
            let across = self.hive.ring(first) & !self.gated(first, level);
            for second in steps(first, across) {
                if second != start {
                    let level = self.hive.height(second);
                    let down = !self.hive.ring(second) & !self.gated(second, level);
                    goals = goals | self.bits.around(second, down & 0x3f);
                }
            }
        }
        goals.without(B::single(from.index))
    }

    /// As the bugs on top of the neighboring stacks; on a stack, as a beetle.
    #[inline(always)]
    fn mosquito<S: Sink>(&mut self, sink: &mut S, piece: Piece, from: IndexedHex) {
        if self.bits.is_stacked(from.index) {
            sink.steps(self.bits, piece, from.hex, self.steps_on_top(from.hex));
            return;
        }
        let copied = self.hive.bugs_around(from.hex);
        let [queen, spider, beetle, grasshopper, ant, _mosquito, ladybug, pillbug] =
            Bug::ALL.map(|bug| copied >> bug as u8 & 1 != 0);
        let mut directions = 0;
        let mut goals = B::empty();
        if queen || pillbug || beetle {
            directions |= OPEN[self.bits.ring(from.index) as usize];
        }
        if beetle {
            directions |= self.steps_up(from);
        }
        if ant {
            goals = goals | self.ant_walk(from);
        } else if spider {
            goals = goals | self.spider_walk(from);
        }
        if grasshopper {
            goals = goals | self.goals(&self.jumps(from));
        }
        if ladybug {
            goals = goals | self.ladybug_run(from);
        }
        self.moves(sink, piece, from, goals | B::around(from.index, directions));
    }

    /// Emits the throws of the opponent's pieces. Those of our own come with their moves.
    #[inline(always)]
    fn throw_enemies<S: Sink>(&self, sink: &mut S) {
        let enemies = self.throws.victims() & self.bits.tops[self.us.other()];
        for index in bitboard::indices(&enemies.words()) {
            let piece = self.hive.top(self.bits.hex_at(index));
            if let (Some(piece), Some(thrown)) = (piece, self.throws.of(index))
                && self.wanted >> piece.index() & 1 != 0
            {
                sink.moves(self.bits, piece, thrown);
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
