//! Hive behind the seam: the only file of the search that names the rules of the game
//! and their evaluation.

use std::sync::atomic::AtomicBool;

use super::game_state::{Ending, GameState, NOISY};
use super::{Limits, Observer, Report, Searcher};
use crate::eval;
use crate::rules::{Bug, Game, Move, Outcome, Piece, Position, Undo};

impl GameState for Position {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        Some(match self.outcome()? {
            Outcome::Draw => Ending::Draw,
            Outcome::Win(color) if color == self.side_to_move() => Ending::Win,
            Outcome::Win(_) => Ending::Loss,
        })
    }

    #[inline]
    fn moves_into(&self, moves: &mut Vec<Move>) {
        self.moves_into(moves);
    }

    #[inline]
    fn noisy_moves_into(&self, moves: &mut Vec<Move>) {
        self.attacks_into(moves);
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.make(mv)
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        self.unmake(undo);
    }

    /// Hive is no game of zugzwang, but passing is only believed once both queens are
    /// down: before that a turn is a placement, and those run out.
    #[inline]
    fn null_move(&self) -> Option<Move> {
        let us = self.side_to_move();
        let queens_are_down =
            self.in_hand(us, Bug::Queen) == 0 && self.in_hand(us.other(), Bug::Queen) == 0;
        queens_are_down.then_some(Move::Pass)
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        eval::evaluate(self)
    }

    #[inline]
    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    /// Attacks on the queen first, then moves that free our own.
    #[inline]
    fn order_hint(&self, mv: Move) -> i32 {
        let Move::To { piece, hex } = mv else { return 0 };
        let us = self.side_to_move();
        let from = self.hex_of(piece);
        let fills = |queen: Piece, leaves: &mut bool| {
            let Some(queen) = self.hex_of(queen) else { return false };
            let was_beside =
                from.is_some_and(|from| from.is_beside(queen) && self.height(from) == 1);
            let comes = hex == queen || hex.is_beside(queen) && self.height(hex) == 0;
            *leaves = was_beside && !comes;
            comes && !was_beside
        };
        let (mut leaves_theirs, mut leaves_ours) = (false, false);
        let fills_theirs = fills(Piece::queen(us.other()), &mut leaves_theirs);
        let fills_ours = piece != Piece::queen(us) && fills(Piece::queen(us), &mut leaves_ours);
        let mut hint = 0;
        if fills_theirs {
            hint += NOISY + 2000 - 2000 * i32::from(fills_ours);
        } else if fills_ours {
            hint -= 1500;
        }
        if leaves_ours || piece == Piece::queen(us) && from.is_some() {
            hint += 1000;
        }
        if leaves_theirs {
            hint -= 2000;
        }
        hint
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.hex_of(Piece::queen(self.side_to_move()))
            .is_some_and(|queen| self.ring(queen).count_ones() >= 5)
    }
}

impl Searcher {
    /// Searches the present position of a game of Hive: see [`search`](Self::search).
    pub fn search_game(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let past: Vec<u64> = game.past_keys().collect();
        self.search(game.position(), &past, limits, stop, observer)
    }
}
