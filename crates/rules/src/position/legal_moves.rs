//! The legal moves of a position: listed, counted, or picked from candidates.

use super::{Position, QUEEN_MUST_ENTER};
use crate::bit_hive::BitHive;
use crate::bitboard::words::Portable;
use crate::dispatch;
use crate::movegen::{Generation, Sink, Turn};
use crate::sinks::{Among, Attacks, Count, List};
use crate::{Color, Hex, Move, Piece, piece_set, throws};

impl Position {
    /// All legal moves: none if the game is over, a pass if there is no other.
    ///
    /// ```
    /// use waggle_hive_rules::{GameType, Position};
    ///
    /// // A Spider, a Beetle, a Grasshopper or an Ant.
    /// assert_eq!(Position::new(GameType::BASE).legal_moves().len(), 4);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves
    }

    /// Appends all [legal moves](Self::legal_moves) to a list.
    #[inline]
    pub fn moves_into(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        if self.generate(piece_set::ALL, &mut List { moves }) && moves.len() == before {
            moves.push(Move::Pass);
        }
    }

    /// Appends the legal moves that fill a liberty of the opponent's queen or climb onto her,
    /// except those of pieces that already fill one.
    #[inline]
    pub fn attacks_into(&self, moves: &mut Vec<Move>) {
        let them = self.side_to_move().other();
        if let Some(queen) = self.hex_of(Piece::queen(them)) {
            self.generate(piece_set::ALL, &mut Attacks { hive: &self.hive, queen, moves });
        }
    }

    /// Appends the legal ones of these moves, except a pass. Faster than listing all, since
    /// only moves of the candidates' pieces are generated.
    #[inline]
    pub fn legal_among_into(&self, candidates: &[Move], moves: &mut Vec<Move>) {
        let pieces = candidates.iter().filter_map(|mv| mv.piece());
        let pieces = pieces.fold(0, |pieces, piece| pieces | 1 << piece.index());
        self.generate(pieces, &mut Among { candidates, moves });
    }

    /// The number of legal moves, without listing them; but listed in WebAssembly, because there size counts.
    #[inline]
    pub fn count_moves(&self) -> usize {
        if cfg!(target_family = "wasm") {
            return self.legal_moves().len();
        }
        let mut count = Count(0);
        if self.generate(piece_set::ALL, &mut count) { count.0.max(1) as usize } else { 0 }
    }

    /// Whether a move is legal.
    ///
    /// ```
    /// use waggle_hive_rules::{GameType, Move, Position};
    ///
    /// let start = Position::new(GameType::BASE);
    /// assert!(start.is_legal(start.legal_moves()[0]));
    /// assert!(!start.is_legal(Move::Pass));
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        let Move::To { .. } = mv else { return self.legal_moves() == [Move::Pass] };
        let mut found = Vec::new();
        self.legal_among_into(&[mv], &mut found);
        !found.is_empty()
    }

    /// The thrower in this legal move; `None` for a placement, a pass, and a move that the piece
    /// can also make by itself.
    #[inline]
    pub fn thrower(&self, mv: Move) -> Option<Piece> {
        let Move::To { piece, hex } = mv else { return None };
        let from = self.hex_of(piece)?;
        let us = self.side_to_move();
        let mut walks = Vec::new();
        if piece.color() == us {
            let turn = Turn { throws: false, ..self.turn(us) };
            let sink = &mut Among { candidates: &[mv], moves: &mut walks };
            dispatch::run(&self.hive, Generation { turn: &turn, pieces: 1 << piece.index(), sink });
        }
        let rests = |thrower: Piece| self.last_moved == Some(thrower);
        piece_set::pieces(piece_set::THROWERS & piece_set::all_of(us))
            .filter(|&thrower| walks.is_empty() && !rests(thrower))
            .find(|&thrower| throws::reaches(&self.hive, thrower, from, hex))
    }

    /// Generates the legal moves of these pieces into a sink; false if the game is over.
    #[inline]
    fn generate<S: Sink>(&self, pieces: u32, sink: &mut S) -> bool {
        let us = self.side_to_move();
        if self.ply < 2 {
            self.first_placements(sink);
            true
        } else {
            dispatch::run(&self.hive, Generation { turn: &self.turn(us), pieces, sink })
        }
    }

    /// The pieces a player may place now, one of each kind, one bit per index.
    #[inline]
    fn placeable(&self, us: Color) -> u32 {
        let queen = 1 << Piece::queen(us).index();
        let next = self.next_to_enter() & piece_set::all_of(us);
        if self.ply < 2 {
            next & !queen
        } else if self.must_place_queen(us) {
            queen
        } else {
            next
        }
    }

    /// Whether a player must place the queen now.
    #[inline]
    pub(crate) fn must_place_queen(&self, us: Color) -> bool {
        self.ply >= QUEEN_MUST_ENTER && self.hex_of(Piece::queen(us)).is_none()
    }

    /// The turn of this player, to move or not.
    #[inline]
    pub fn turn(&self, us: Color) -> Turn<'_> {
        Turn {
            hive: &self.hive,
            us,
            resting: if us == self.side_to_move() { self.last_moved } else { None },
            placeable: self.placeable(us),
            may_move: self.hex_of(Piece::queen(us)).is_some(),
            throws: self.game_type.pillbug,
        }
    }

    /// White's first piece goes to the center, Black's next to it.
    fn first_placements<S: Sink>(&self, sink: &mut S) {
        let bits = BitHive::<Portable>::in_window(&self.hive);
        let first = self.pieces_on_table().find_map(|piece| self.hex_of(piece));
        for piece in piece_set::pieces(self.placeable(self.side_to_move())) {
            match first {
                None => sink.jump(&bits, piece, Hex::CENTER),
                Some(first) => sink.steps(&bits, piece, first, 0x3f),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bug;
    use crate::random_games::visit_random_games;

    #[test]
    fn a_throw_has_a_thrower_next_to_both_ends() {
        let (mut enemies, mut friends) = (0, 0);
        visit_random_games(24, 80, |game| {
            let position = game.position();
            let us = position.side_to_move();
            let mut walks = Vec::new();
            let turn = Turn { throws: false, ..position.turn(us) };
            if position.ply() > 1 {
                let sink = &mut List { moves: &mut walks };
                let pieces = piece_set::ALL;
                dispatch::run(&position.hive, Generation { turn: &turn, pieces, sink });
            }
            for mv in position.legal_moves() {
                let Move::To { piece, hex } = mv else { continue };
                let Some(from) = position.hex_of(piece) else {
                    assert_eq!(position.thrower(mv), None);
                    continue;
                };
                assert_eq!(position.thrower(mv).is_none(), walks.contains(&mv), "{mv:?}");
                let Some(thrower) = position.thrower(mv) else { continue };
                let place = position.hex_of(thrower).unwrap();
                assert!(place.is_beside(from) && place.is_beside(hex));
                assert!(thrower.color() == us && position.height(place) == 1);
                let mut tops = place.neighbors().filter_map(|next| position.top(next));
                let is_pillbug = |piece: Piece| piece.bug() == Bug::Pillbug;
                assert!(is_pillbug(thrower) || tops.any(is_pillbug), "{thrower} throws");
                *if piece.color() == us { &mut friends } else { &mut enemies } += 1;
            }
        });
        assert!(enemies > 20 && friends > 20, "{enemies} {friends}");
    }
}
