//! The game trait: what the search asks of a game.

use std::fmt;

/// The result at a terminal node, from the view of the player who would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

/// What the history tables distinguish of a move: an index into each of them.
///
/// The indices are the game's choice, and may depend on the position: who moves, from where,
/// to where, beside what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryIndex {
    /// In the main history and the counter-moves.
    pub main: usize,
    /// In a row of the continuation history, as an answer to an earlier move.
    pub continuation: usize,
    /// Of a row of the continuation history, as the earlier move.
    pub context: usize,
}

/// The sizes of the history tables: each index of a [`HistoryIndex`] is below its size.
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
/// The search walks one position up and down with [`make`](Self::make) and
/// [`unmake`](Self::unmake). Scores are in hundredths of a liberty from the view of the
/// player to move.
pub trait GamePosition: Clone + Send {
    /// What a player does in a turn.
    type Move: Copy + Eq + fmt::Debug + Send + Sync;
    /// What it takes to undo a move.
    type Undo;

    /// A number that equal positions share; it includes the player to move.
    fn key(&self) -> u64;

    /// The key of the position after a legal move, where that can be computed without making
    /// the move: the search then prefetches that position's table entries.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// The result of the game, `None` while it goes on.
    fn terminal(&self) -> Option<Terminal>;

    /// Appends all legal moves. There is at least one while the game goes on.
    fn moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Appends the legal moves that quiescence looks at: those with a
    /// [static score](Self::static_scores) of at least [`NOISY`].
    fn noisy_moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Appends those of the moves with these [bits](Self::move_bits) that are legal, where
    /// that is much faster than generating all moves. Returns whether it is.
    #[inline]
    fn legal_among_into(&self, _bits: &[u16], _moves: &mut Vec<Self::Move>) -> bool {
        false
    }

    /// Whether no position from before this legal move can ever recur after it, as when a piece
    /// enters the game: repetitions are not looked for any further back.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn unmake(&mut self, undo: Self::Undo);

    /// The null move, `None` where zugzwang makes null move pruning unsound.
    fn null_move(&self) -> Option<Self::Move>;

    /// The static evaluation.
    fn evaluate(&self) -> i32;

    /// Sixteen bits that identify a move among the legal moves of a position, as far as
    /// sixteen bits can. 0 also stands for no move: a move with these bits is never a table
    /// move or a refutation.
    fn move_bits(mv: Self::Move) -> u16;

    /// The sizes of the history tables.
    const HISTORY_SIZES: HistorySizes;

    /// What the history tables distinguish of a legal move.
    fn history_index(&self, mv: Self::Move) -> HistoryIndex;

    /// Calls `each` with every one of these legal moves and a score for the order of moves: 0
    /// for an ordinary one, at least [`NOISY`] for exactly those that quiescence searches.
    fn static_scores(&self, moves: &[Self::Move], each: impl FnMut(Self::Move, i32));

    /// Whether the opponent's next move could win.
    fn is_threatened(&self) -> bool;
}

/// The least [static score](GamePosition::static_scores) of a noisy move.
pub const NOISY: i32 = 1 << 16;
