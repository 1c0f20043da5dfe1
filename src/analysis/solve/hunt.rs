//! Hive as a hunt: nothing counts but that one player surrounds the other's queen in
//! time.

use crate::rules::{Bug, Color, Move, Outcome, Piece, Position, Undo};
use crate::search::{Ending, GameState, NOISY};

/// A position in which the hunter has to win within so many plies.
///
/// Behind the search's seam it has only two values, won or not, so that alpha-beta
/// asks one question all over the tree. The plies left are part of the key: what the
/// table knows does not depend on the way to a position, and no position repeats, as
/// the shortest way to a win never does.
#[derive(Clone, Debug)]
pub(super) struct Hunt {
    position: Position,
    hunter: Color,
    plies_left: u8,
}

impl Hunt {
    /// The player to move hunts, or flees, for so many plies.
    pub(super) fn new(position: &Position, hunter: Color, plies: u8) -> Self {
        Self { position: position.clone(), hunter, plies_left: plies }
    }

    /// Whether the next ply could surround the hunted queen, whoever plays it.
    ///
    /// A ply fills one liberty at most, unless it throws the queen herself somewhere
    /// else, for which a pillbug, or a mosquito that does as one, must stand beside her.
    /// Her own slide leaves a liberty behind.
    fn could_end(&self) -> bool {
        self.liberties() <= 1 || self.thrower_is_beside()
    }

    /// The hunted queen's liberties; none while she is in hand, when anything is possible.
    fn liberties(&self) -> u32 {
        let queen = self.position.hex_of(Piece::queen(self.hunter.other()));
        queen.map_or(0, |hex| 6 - self.position.ring(hex).count_ones())
    }

    fn thrower_is_beside(&self) -> bool {
        let Some(queen) = self.position.hex_of(Piece::queen(self.hunter.other())) else {
            return false;
        };
        let mut tops = queen.neighbors().filter_map(|hex| self.position.top(hex));
        tops.any(is_thrower)
    }

    /// Whether a move of the hunter leaves a chance that the reply to it, which is the
    /// last ply, surrounds the hunted queen: see [`could_end`](Self::could_end).
    fn leaves_a_chance(&self, mv: Move) -> bool {
        let Move::To { piece, hex } = mv else { return false };
        let queen = self.position.hex_of(Piece::queen(self.hunter.other()));
        self.liberties() <= 2
            || is_thrower(piece) && queen.is_some_and(|queen| queen.is_beside(hex))
    }
}

fn is_thrower(piece: Piece) -> bool {
    matches!(piece.bug(), Bug::Pillbug | Bug::Mosquito)
}

impl GameState for Hunt {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn key(&self) -> u64 {
        // An odd constant, so that keys with different plies left lie apart.
        let plies = u64::from(self.plies_left) << 1 | u64::from(self.hunter == Color::White);
        self.position.key() ^ (plies + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        Some(match self.position.outcome()? {
            Outcome::Win(color) if color != self.hunter => Ending::Draw,
            Outcome::Draw => Ending::Draw,
            Outcome::Win(color) if color == self.position.side_to_move() => Ending::Win,
            Outcome::Win(_) => Ending::Loss,
        })
    }

    /// All legal moves, but for those of the hunter that come too late: one of these stays
    /// if there is no other, for the game goes on.
    fn moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.moves_into(moves);
        if self.position.side_to_move() != self.hunter || self.plies_left > 2 || self.could_end() {
            return;
        }
        let mut kept = first;
        if self.plies_left == 2 {
            for index in first..moves.len() {
                if self.leaves_a_chance(moves[index]) {
                    moves.swap(kept, index);
                    kept += 1;
                }
            }
        }
        moves.truncate(kept.max(first + 1));
    }

    fn noisy_moves_into(&self, _moves: &mut Vec<Move>) {}

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.plies_left = self.plies_left.saturating_sub(1);
        self.position.make(mv)
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        self.plies_left += 1;
        self.position.unmake(undo);
    }

    fn null_move(&self) -> Option<Move> {
        None
    }

    fn evaluate(&self) -> i32 {
        0
    }

    fn move_bits(mv: Move) -> u16 {
        Position::move_bits(mv)
    }

    /// Attacks come first, but none is noisy: a hunt has no quiescence.
    #[inline]
    fn hint_at(&self, moves: &[Move], mut hear: impl FnMut(Move, i32)) {
        self.position.hint_at(moves, |mv, hint| hear(mv, hint.min(NOISY - 4)));
    }

    fn is_threatened(&self) -> bool {
        false
    }
}
