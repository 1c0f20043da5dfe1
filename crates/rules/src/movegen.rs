//! Legal moves: placements, then the moves of the pieces on the table (`mover`).
//!
//! Generic over [`Bitboard`], for speed, and over [`Sink`], which receives the moves and lists
//! or counts them.

use super::bit_hive::BitHive;
use super::bitboard::Bitboard;
use super::dispatch::Task;
use super::mover::Mover;
pub use super::sink::{Jumps, Sink, Turn};
use super::sinks::Recorded;

/// Generates all legal moves except a pass into a sink. The answer is false if the game is over.
pub(super) struct Generation<'a, S> {
    pub(super) turn: &'a Turn<'a>,
    /// The pieces whose moves to generate, one bit per index.
    pub(super) pieces: u32,
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Task for Generation<'_, S> {
    type Answer = bool;

    #[inline(always)]
    fn on<B: Bitboard>(self, bits: &BitHive<B>) -> bool {
        let Self { turn, pieces, sink } = self;
        if B::BOUNDED {
            return generate(turn, bits, pieces, sink);
        }
        let (is_on, recorded) = recorded(turn, bits, pieces);
        recorded.replay(bits, sink);
        is_on
    }
}

/// Records the legal moves of these pieces for any sink, for which it is compiled once.
#[inline(never)]
fn recorded<B: Bitboard>(turn: &Turn<'_>, bits: &BitHive<B>, pieces: u32) -> (bool, Recorded) {
    let mut recorded = Recorded::default();
    let is_on = generate(turn, bits, pieces, &mut recorded);
    (is_on, recorded)
}

#[inline(always)]
fn generate<B: Bitboard, S: Sink>(
    turn: &Turn<'_>,
    bits: &BitHive<B>,
    pieces: u32,
    sink: &mut S,
) -> bool {
    if bits.is_over(turn.hive) {
        return false;
    }
    placements(turn, bits, turn.placeable & pieces, sink);
    if turn.may_move && pieces & turn.hive.on_table() != 0 {
        Mover::new(turn, bits, bits.pins(), pieces).generate(sink);
    }
    true
}

/// Generates the placements of these pieces.
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
