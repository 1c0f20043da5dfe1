//! What move generation reads and where the moves go.

use super::bit_hive::BitHive;
use super::bitboard::Bitboard;
use super::hive::Hive;
use super::lines::Lines;
use super::{Color, Hex, Piece};

/// Receives generated moves.
pub trait Sink {
    /// Each of these pieces, one bit per index, may be placed on each of these hexes.
    fn placements<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B);
    /// The piece may move to each of these hexes.
    fn moves<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: B);
    /// The piece on `from` may move one step in these directions.
    fn steps<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, from: Hex, directions: u8);
    /// The piece may move to this hex.
    fn jump<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: Hex);

    /// The piece may make these jumps.
    #[inline(always)]
    fn jumps<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, over: &Jumps<'_>) {
        for goal in over.destinations() {
            self.jump(bits, piece, goal);
        }
    }
}

/// The straight jumps of a grasshopper.
pub struct Jumps<'a> {
    pub(super) lines: &'a Lines,
    pub(super) from: Hex,
    /// The directions with a piece to jump over.
    pub directions: u8,
}

impl Jumps<'_> {
    /// The destinations.
    #[inline(always)]
    pub fn destinations(&self) -> impl Iterator<Item = Hex> + use<> {
        self.lines.jumps(self.from)
    }
}

/// The player to move, and the state that the legal moves depend on.
pub struct Turn<'a> {
    /// The pieces on the table.
    pub hive: &'a Hive,
    /// The player to move.
    pub us: Color,
    /// The piece moved on the previous ply, which rests.
    pub resting: Option<Piece>,
    /// The pieces that may be placed, one of each kind, one bit per index.
    pub placeable: u32,
    /// Whether the player's queen is on the table.
    pub may_move: bool,
    /// Whether the pillbug is in play.
    pub throws: bool,
}
