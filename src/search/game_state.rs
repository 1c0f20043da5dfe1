//! The seam: what the search asks of a game.

use std::fmt;

/// How a game has ended, seen by the player who would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

/// A position of a two-player game with perfect information.
///
/// The search walks one position up and down with [`make`](Self::make) and
/// [`unmake`](Self::unmake). Scores are in hundredths of a liberty from the view of the
/// player to move.
pub trait GameState: Clone + Send {
    /// What a player does in a turn.
    type Move: Copy + Eq + fmt::Debug + Send + Sync;
    /// What takes a move back.
    type Undo;

    /// A number that equal positions share; it includes the player to move.
    fn key(&self) -> u64;

    /// The key of the position after a legal move, if that is quickly told: what is known
    /// of that position can then be fetched early.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// How the game has ended, `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// Appends all legal moves. There is at least one while the game goes on.
    fn moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Appends the legal moves that quiescence looks at: those with a hint of [`NOISY`] or
    /// more.
    fn noisy_moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Appends those of the legal moves that have one of these [bits](Self::move_bits), if
    /// that is quickly told, much quicker than listing all. Returns whether it is.
    #[inline]
    fn legal_among_into(&self, _bits: &[u16], _moves: &mut Vec<Self::Move>) -> bool {
        false
    }

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn unmake(&mut self, undo: Self::Undo);

    /// The move of doing nothing, where it tells something that nothing is lost by it.
    fn null_move(&self) -> Option<Self::Move>;

    /// The static evaluation.
    fn evaluate(&self) -> i32;

    /// Sixteen bits that tell the legal moves of a position apart, as well as they can.
    fn move_bits(mv: Self::Move) -> u16;

    /// Tells `hear` of each of these legal moves how promising it looks at first sight: 0
    /// for an ordinary one, [`NOISY`] or more exactly for those that quiescence looks at.
    fn hint_at(&self, moves: &[Self::Move], hear: impl FnMut(Self::Move, i32));

    /// Whether the player to move could lose by the next move of the opponent.
    fn is_threatened(&self) -> bool;
}

/// The least [hint](GameState::hint_at) of a noisy move.
pub const NOISY: i32 = 1 << 16;
