//! The game trait: what the search needs of a game.

use std::fmt;

use crate::eval::Network;

/// The result at a terminal node for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// The game is drawn.
    Draw,
}

/// The indices of a move in the history tables.
///
/// The game chooses them; they may depend on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryIndex {
    /// In the main history and the counter-moves.
    pub main: usize,
    /// In a row of the continuation history, as a reply to an earlier move.
    pub continuation: usize,
    /// The row of the continuation history, as the earlier move.
    pub context: usize,
}

/// The sizes of the history tables: upper bounds for a [`HistoryIndex`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistorySizes {
    /// The size of the main history and of the counter-moves.
    pub main: usize,
    /// The length of a row of the continuation history.
    pub continuation: usize,
    /// The number of rows of the continuation history.
    pub context: usize,
}

/// A position of a two-player game with perfect information.
///
/// Scores are in hundredths of a liberty for the side to move.
pub trait GamePosition: Clone + Send {
    /// A move.
    type Move: Copy + Eq + fmt::Debug + Send + Sync;
    /// What [`unmake`](Self::unmake) needs.
    type Undo;

    /// The hash key, including the side to move.
    fn key(&self) -> u64;

    /// The key after a legal move, if it can be computed without making the move: for prefetching.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Whether White is to move: scores with contempt are one player's.
    fn is_white_to_move(&self) -> bool;

    /// How many plies were played before it, unless the past keys of a search are all of them: they
    /// tell which move on a clock was the player's last.
    fn plies(&self) -> Option<usize> {
        None
    }

    /// A number below 8 that tells variants of the game apart in which equal keys may have
    /// different moves.
    fn variant(&self) -> u16 {
        0
    }

    /// The result of the game; `None` while it goes on.
    fn terminal(&self) -> Option<Terminal>;

    /// Appends all legal moves, at least one while the game goes on.
    fn moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Appends the legal moves for quiescence search: those with a
    /// [static score](Self::static_scores) of at least [`NOISY`].
    fn noisy_moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Appends the legal ones of the moves with these [bits](Self::move_bits), if that is much
    /// faster than generating all moves. Returns whether it is.
    #[inline]
    fn legal_among_into(&self, _bits: &[u16], _moves: &mut Vec<Self::Move>) -> bool {
        false
    }

    /// Whether no position before this legal move can recur after it, such as a placement. Ends
    /// the search for repetitions.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Makes a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Unmakes the last move.
    fn unmake(&mut self, undo: Self::Undo);

    /// The null move; `None` where zugzwang makes null move pruning unsound.
    fn null_move(&self) -> Option<Self::Move>;

    /// The static evaluation, by the network if the game has one, less `contempt` times the chance of
    /// a draw, if the game can tell it.
    fn evaluate(&self, network: &Network, contempt: i32) -> i32;

    /// Sixteen bits that identify a move among the legal moves of a position, except for
    /// collisions. 0 means no move: a move with these bits is never a table move or refutation.
    fn move_bits(mv: Self::Move) -> u16;

    /// The sizes of the history tables.
    const HISTORY_SIZES: HistorySizes;

    /// The indices of a legal move in the history tables.
    fn history_index(&self, mv: Self::Move) -> HistoryIndex;

    /// Calls `each` with every move and its static score for move ordering: 0 for a normal move,
    /// at least [`NOISY`] for exactly those that quiescence searches.
    fn static_scores(&self, moves: &[Self::Move], each: impl FnMut(Self::Move, i32));

    /// Whether the opponent's next move could win.
    fn is_threatened(&self) -> bool;
}

/// The minimum [static score](GamePosition::static_scores) of a noisy move.
pub const NOISY: i32 = 1 << 16;
