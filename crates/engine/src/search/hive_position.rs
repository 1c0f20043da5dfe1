//! The game trait for Hive: the only file of the search that uses the rules and the evaluation.

use std::sync::atomic::AtomicBool;

use super::game_position::{GamePosition, NOISY, Terminal};
use super::params::static_scores::{FILLS_OURS, FILLS_THEIRS, FREES_OURS, FREES_THEIRS};
use super::{GameSearcher, HistoryIndex, HistorySizes, Limits, Observer, Purpose, Report};
use crate::eval::{self, Network};
use waggle_hive_core::rules::{
    Bug, Color, Game, GameType, Hex, Move, Outcome, Piece, Position, Undo,
};

impl GamePosition for Position {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.key_after(mv))
    }

    fn is_white_to_move(&self) -> bool {
        self.side_to_move() == Color::White
    }

    fn plies(&self) -> Option<usize> {
        Some(self.ply().into())
    }

    fn variant(&self) -> u16 {
        let GameType { mosquito, ladybug, pillbug } = self.game_type();
        u16::from(mosquito) | u16::from(ladybug) << 1 | u16::from(pillbug) << 2
    }

    #[inline]
    fn terminal(&self) -> Option<Terminal> {
        Some(match self.outcome()? {
            Outcome::Draw => Terminal::Draw,
            Outcome::Win(color) if color == self.side_to_move() => Terminal::Win,
            Outcome::Win(_) => Terminal::Loss,
        })
    }

    /// Only one of each set of symmetric moves.
    #[inline]
    fn moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.moves_into(moves);
        self.keep_distinct_moves(moves, first);
    }

    #[inline]
    fn noisy_moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.attacks_into(moves);
        self.keep_distinct_moves(moves, first);
    }

    /// Excludes passes, which are legal only if no other move is.
    #[inline]
    fn legal_among_into(&self, bits: &[u16], moves: &mut Vec<Move>) -> bool {
        const MAX: usize = 8;
        let mut candidates = [Move::Pass; MAX];
        let count = bits.len().min(MAX);
        for (candidate, &bits) in candidates.iter_mut().zip(bits) {
            let Some(mv @ Move::To { .. }) = Move::from_bits(bits) else { return false };
            *candidate = mv;
        }
        let first = moves.len();
        self.legal_among_into(&candidates[..count], moves);
        self.keep_distinct_moves(moves, first);
        count == bits.len()
    }

    /// Placements: pieces never leave the hive.
    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.is_placement(mv)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.make(mv)
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        self.unmake(undo);
    }

    /// Only once both queens are placed: before, every turn is a placement, and those run out.
    #[inline]
    fn null_move(&self) -> Option<Move> {
        let us = self.side_to_move();
        let queens_are_placed =
            self.in_hand(us, Bug::Queen) == 0 && self.in_hand(us.other(), Bug::Queen) == 0;
        queens_are_placed.then_some(Move::Pass)
    }

    #[inline]
    fn evaluate(&self, network: &Network, contempt: i32) -> i32 {
        eval::evaluate(network, self, contempt)
    }

    #[inline]
    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    const HISTORY_SIZES: HistorySizes = {
        let moves = Piece::COUNT * Hex::COUNT + 1;
        HistorySizes { main: moves, continuation: moves, context: Piece::COUNT + 1 }
    };

    /// Moves are indexed by piece and destination, earlier moves by piece.
    #[inline]
    fn history_index(&self, mv: Move) -> HistoryIndex {
        let (piece, hex) = match mv {
            Move::To { piece, hex } => (piece.index(), hex.index()),
            Move::Pass => (Piece::COUNT, 0),
        };
        let index = piece * Hex::COUNT + hex;
        HistoryIndex { main: index, continuation: index, context: piece }
    }

    /// Attacks on their queen first, then moves that free ours.
    #[inline]
    fn static_scores(&self, moves: &[Move], mut each: impl FnMut(Move, i32)) {
        let us = self.side_to_move();
        let our_queen = self.hex_of(Piece::queen(us));
        let their_queen = self.hex_of(Piece::queen(us.other()));
        // The moves of a piece are consecutive.
        let mut origin = Origin::default();
        let mut origin_of = None;
        for &mv in moves {
            let Move::To { piece, hex } = mv else {
                each(mv, 0);
                continue;
            };
            if origin_of != Some(piece) {
                origin_of = Some(piece);
                origin = Origin::of(self, piece, our_queen, their_queen);
            }
            let arrives = |queen: Option<Hex>| {
                queen.is_some_and(|queen| {
                    hex == queen || hex.is_beside(queen) && self.height(hex) == 0
                })
            };
            let is_queen = piece == Piece::queen(us);
            let (by_theirs, by_ours) = (arrives(their_queen), arrives(our_queen));
            let fills_ours = by_ours && !origin.is_by_ours && !is_queen;
            let mut score = 0;
            if by_theirs && !origin.is_by_theirs {
                score += NOISY + FILLS_THEIRS * i32::from(!fills_ours);
            } else if fills_ours {
                score += FILLS_OURS;
            }
            if origin.is_our_queen || origin.is_by_ours && !by_ours {
                score += FREES_OURS;
            }
            if origin.is_by_theirs && !by_theirs {
                score += FREES_THEIRS;
            }
            each(mv, score);
        }
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.hex_of(Piece::queen(self.side_to_move()))
            .is_some_and(|queen| self.ring(queen).count_ones() >= 5)
    }
}

/// The relation of a piece to the queens before it moves.
#[derive(Clone, Copy, Default)]
struct Origin {
    is_our_queen: bool,
    /// The piece fills a liberty of our queen.
    is_by_ours: bool,
    /// The piece fills a liberty of their queen.
    is_by_theirs: bool,
}

impl Origin {
    #[inline]
    fn of(
        position: &Position,
        piece: Piece,
        our_queen: Option<Hex>,
        their_queen: Option<Hex>,
    ) -> Self {
        let Some(from) = position.hex_of(piece) else { return Self::default() };
        let fills = |queen: Option<Hex>| {
            queen.is_some_and(|queen| from.is_beside(queen)) && position.height(from) == 1
        };
        Self {
            is_our_queen: our_queen == Some(from) && piece.bug() == Bug::Queen,
            is_by_ours: fills(our_queen),
            is_by_theirs: fills(their_queen),
        }
    }
}

/// The searcher for Hive.
pub type Searcher = GameSearcher<Position>;

impl Searcher {
    /// Searches the current position of a game: see [`search`](Self::search).
    pub fn search_game(
        &mut self,
        game: &Game,
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let past: Vec<u64> = game.reversible_keys().collect();
        self.search(game.position(), &past, purpose, limits, stop, observer)
    }
}
