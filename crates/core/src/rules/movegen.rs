//! Legal moves: placements, then the moves of the pieces on the table (`mover`).
//!
//! The rules are written once over [`Bitboard`] and [`Sink`]: the board decides how fast
//! they run, the sink what becomes of the moves (a list, a number, exact mobility).

use super::bit_hive::BitHive;
use super::bitboard::Bitboard;
use super::dispatch::Task;
use super::hive::Hive;
use super::lines::Lines;
use super::mover::Mover;
use super::{Color, Hex, Piece};

/// Receives the moves.
pub trait Sink {
    /// Each of these pieces, a bit for each index, may be placed on each of these hexes.
    fn placements<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B);
    /// The piece may go to each of these hexes.
    fn moves<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: B);
    /// The piece, which stands on `from`, may go one step in these directions.
    fn steps<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, from: Hex, directions: u8);
    /// The piece may go to this hex.
    fn jump<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: Hex);

    /// The piece may jump in these directions over the pieces there.
    #[inline(always)]
    fn jumps<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, over: &Jumps<'_>) {
        for goal in over.goals() {
            self.jump(bits, piece, goal);
        }
    }
}

/// The straight jumps of a grasshopper.
pub struct Jumps<'a> {
    pub(super) lines: &'a Lines,
    pub(super) from: Hex,
    /// The directions in which there is a piece to jump over.
    pub directions: u8,
}

impl Jumps<'_> {
    /// Where they end.
    #[inline(always)]
    pub fn goals(&self) -> impl Iterator<Item = Hex> + use<> {
        self.lines.jumps(self.from)
    }
}

/// Whose moves to generate, and what they depend on.
pub struct Turn<'a> {
    /// What lies on the table.
    pub hive: &'a Hive,
    /// The player who moves.
    pub us: Color,
    /// The piece moved on the ply before, which rests.
    pub resting: Option<Piece>,
    /// The pieces that may be placed, one of each kind, a bit for each index.
    pub placeable: u32,
    /// Whether the player's queen is on the table.
    pub may_move: bool,
    /// Whether the pillbug is in play.
    pub throws: bool,
}

/// Generates all legal moves but a pass into a sink; the answer is false if the game is
/// over.
pub(super) struct Generation<'a, S> {
    pub(super) turn: &'a Turn<'a>,
    /// The pieces whose moves are wanted, a bit for each index.
    pub(super) pieces: u32,
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Task for Generation<'_, S> {
    type Answer = bool;

    #[inline(always)]
    fn on<B: Bitboard>(self, bits: &BitHive<B>) -> bool {
        let Self { turn, pieces, sink } = self;
        if bits.is_over(turn.hive) {
            return false;
        }
        placements(turn, bits, turn.placeable & pieces, sink);
        if turn.may_move && pieces & turn.hive.on_table() != 0 {
            Mover::new(turn, bits, bits.pins(), pieces).generate(sink);
        }
        true
    }
}

/// Where these pieces may be placed.
#[inline(always)]
pub fn placements<B: Bitboard, S: Sink>(
    turn: &Turn<'_>,
    bits: &BitHive<B>,
    pieces: u32,
    sink: &mut S,
) {
    if pieces != 0 {
        let free = bits.tops[turn.us]
            .neighbors()
            .without(bits.tops[turn.us.other()].neighbors())
            .without(bits.occupied);
        sink.placements(bits, pieces, free);
    }
}
