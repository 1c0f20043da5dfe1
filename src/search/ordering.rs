//! The order in which moves are tried: table move, noisy moves, killers, the
//! counter-move, and all others by their history.

use super::game_state::{GameState, NOISY};
use super::memory::Memory;

const TABLE_MOVE: i32 = 1 << 30;
const KILLERS: [i32; 2] = [NOISY - 1, NOISY - 2];
const COUNTER_MOVE: i32 = NOISY - 3;

/// The least score of a quiet move that a clue speaks for.
pub(super) const LIKELY: i32 = COUNTER_MOVE;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordered<M> {
    pub(super) mv: M,
    pub(super) bits: u16,
    /// What the game says at first sight.
    pub(super) hint: i32,
    /// What it has done elsewhere.
    pub(super) earned: i32,
    pub(super) score: i32,
}

impl<M> Ordered<M> {
    pub(super) fn is_noisy(&self) -> bool {
        self.hint >= NOISY
    }
}

/// What a node knows that speaks for single moves, given by their bits, 0 for none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clues {
    pub(super) table_move: u16,
    pub(super) killers: [u16; 2],
    /// What refuted the move that led here the last time.
    pub(super) counter_move: u16,
    /// The move that led here.
    pub(super) last_move: Option<u16>,
}

impl Clues {
    /// The moves that something speaks for.
    pub(super) fn likely(&self) -> impl Iterator<Item = u16> {
        let Self { table_move, killers: [first, second], counter_move, .. } = *self;
        [table_move, first, second, counter_move].into_iter().filter(|bits| *bits != 0)
    }

    /// Gives a move its place.
    #[inline]
    pub(super) fn ordered<G: GameState>(
        &self,
        mv: G::Move,
        hint: i32,
        memory: &Memory,
    ) -> Ordered<G::Move> {
        let bits = G::move_bits(mv);
        let earned = memory.history.of(bits)
            + self.last_move.map_or(0, |last| memory.continuation.of(last, bits));
        let score = if bits == self.table_move && bits != 0 {
            TABLE_MOVE
        } else if hint >= NOISY || bits == 0 {
            hint + earned
        } else if bits == self.killers[0] {
            KILLERS[0]
        } else if bits == self.killers[1] {
            KILLERS[1]
        } else if bits == self.counter_move {
            COUNTER_MOVE
        } else {
            hint + earned
        };
        Ordered { mv, bits, hint, earned, score }
    }
}
