//! The Zobrist key of a position, and of the position after a move.

use super::{Position, QUEEN_MUST_ENTER, side_at};
use crate::{Color, Hex, Move, Piece, piece_set, zobrist};

impl Position {
    /// The Zobrist key.
    ///
    /// Positions have equal keys if they have the same kinds of bugs of the same colors on the
    /// same hexes and heights, the same side to move, and the same resting piece where that
    /// matters.
    #[inline]
    pub fn key(&self) -> u64 {
        let moved = self.last_moved.and_then(|piece| Some((piece, self.hex_of(piece)?)));
        self.hive.key() ^ self.turn_key(self.ply, self.hive.on_table(), moved)
    }

    /// The key of the position after a legal move, without making the move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut hive_key = self.hive.key();
        let mut on_table = self.hive.on_table();
        if let Move::To { piece, hex } = mv {
            if let Some(from) = self.hex_of(piece) {
                hive_key ^= zobrist::piece_on(piece, from, self.height(from) - 1);
            }
            hive_key ^= zobrist::piece_on(piece, hex, self.height(hex));
            on_table |= 1 << piece.index();
        }
        let moved = match mv {
            Move::To { piece, hex } => Some((piece, hex)),
            Move::Pass => None,
        };
        hive_key ^ self.turn_key(self.ply + 1, on_table, moved)
    }

    /// The part of the key for the side to move and other state that legal moves depend on: at
    /// this ply, with these pieces on the table and this one just moved here.
    #[inline]
    pub(super) fn turn_key(&self, ply: u16, on_table: u32, moved: Option<(Piece, Hex)>) -> u64 {
        const QUEENS: u32 = 1 | 1 << Piece::PER_PLAYER;
        let us = side_at(ply);
        let mut key = 0;
        if us == Color::Black {
            key ^= zobrist::BLACK_TO_MOVE;
        }
        if on_table & QUEENS != QUEENS {
            key ^= zobrist::queen_in_hand(ply.min(QUEEN_MUST_ENTER + 2));
        }
        if self.game_type.pillbug
            && let Some((piece, hex)) = moved
            && self.rest_matters(us, piece, hex)
        {
            key ^= zobrist::resting(piece, hex);
        }
        key
    }

    /// Whether the rest of a piece that has just moved here matters to this player: the
    /// opponent has thrown it, or the player could throw it.
    #[inline]
    pub(super) fn rest_matters(&self, us: Color, piece: Piece, hex: Hex) -> bool {
        piece.color() == us
            || piece_set::pieces(piece_set::THROWERS & piece_set::all_of(us) & self.hive.on_table())
                .any(|thrower| self.hive.hex_on_table(thrower).is_beside(hex))
    }
}

#[cfg(test)]
mod tests {
    use crate::random_games::visit_random_games;

    #[test]
    fn the_key_after_a_move_is_predicted() {
        visit_random_games(24, 90, |game| {
            for mv in game.position().legal_moves() {
                let after = game.position().after(mv);
                assert_eq!(game.position().key_after(mv), after.key(), "{mv:?}");
            }
        });
    }
}
