//! The positions that a reason compares.

use crate::review::judging::game_review::ReviewedMove;
use waggle_hive_core::rules::{Color, Move, Piece, Position};

/// The position before a move, after it, and after the move that should have been played.
pub(crate) struct Comparison {
    pub(crate) us: Color,
    pub(crate) mv: Move,
    pub(crate) before: Position,
    pub(crate) played: Position,
    /// The move that should have been played, and the position after it.
    pub(crate) instead: Option<(Move, Position)>,
}

impl Comparison {
    pub(crate) fn new(before: &Position, reviewed: &ReviewedMove) -> Self {
        let instead = reviewed.better.as_ref().and_then(|line| line.moves.first().copied());
        let instead = instead.filter(|&mv| mv != reviewed.mv && before.is_legal(mv));
        Self {
            us: reviewed.player,
            mv: reviewed.mv,
            before: before.clone(),
            played: before.after(reviewed.mv),
            instead: instead.map(|mv| (mv, before.after(mv))),
        }
    }

    /// The position in which the better move's threat would be carried out: after it and a pass.
    pub(crate) fn threatening(&self) -> Option<Position> {
        self.instead.as_ref().and_then(|(_, instead)| passed(instead))
    }
}

/// The empty neighbors of a queen; `None` while she is in hand.
pub(crate) fn liberties(position: &Position, queen: Color) -> Option<u8> {
    let hex = position.hex_of(Piece::queen(queen))?;
    Some(6 - position.ring(hex).count_ones() as u8)
}

/// A legal move after which this player has won.
pub(crate) fn winning_move(position: &Position, player: Color) -> Option<Move> {
    let wins = waggle_hive_core::rules::Outcome::Win(player);
    position.legal_moves().into_iter().find(|&mv| position.after(mv).outcome() == Some(wins))
}

/// The same position with the other player to move, which shows threats. `None` before both
/// players have a piece on the table, or if the game is over.
pub(crate) fn passed(position: &Position) -> Option<Position> {
    let may_pass = position.ply() >= 2 && position.outcome().is_none();
    may_pass.then(|| position.after(Move::Pass))
}
