//! The value of a position, added up fact by fact from tables made beforehand.

use super::features::{self, OfBug, Single};
use super::tally::{BesideQueen, State, Tally};
use super::weights::WEIGHTS;
use crate::rules::{Bug, Color, Piece};

/// What is added up for White, in the units of [`WEIGHTS`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Value(pub(super) i32);

/// What each piece adds for White.
struct OfPiece {
    in_hand: i32,
    /// By its state.
    on_table: [i32; 4],
    /// For each move.
    moves: i32,
    /// By the owner of the queen it stands beside, and by its state.
    beside_queen: [[i32; 4]; 2],
}

static OF_PIECE: [OfPiece; 32] = {
    const NOTHING: OfPiece =
        OfPiece { in_hand: 0, on_table: [0; 4], moves: 0, beside_queen: [[0; 4]; 2] };
    let mut table = [NOTHING; 32];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        let (color, bug) = (piece.color(), piece.bug());
        table[index].in_hand = for_white(color, weight_of(bug, OfBug::InHand));
        table[index].moves = for_white(color, weight_of(bug, OfBug::Moves));
        let mut state_index = 0;
        while state_index < State::ALL.len() {
            let state = State::ALL[state_index];
            table[index].on_table[state_index] = for_white(color, weight_of(bug, state.feature()));
            let mut queen_index = 0;
            while queen_index < Color::ALL.len() {
                let queen = Color::ALL[queen_index];
                let (beside, neighbors) = BesideQueen { queen, piece, state }.features();
                table[index].beside_queen[queen_index][state_index] =
                    for_white(color, weight_of(bug, beside))
                        + for_white(queen, WEIGHTS[features::single(neighbors)]);
                queen_index += 1;
            }
            state_index += 1;
        }
        index += 1;
    }
    table
};

const fn weight_of(bug: Bug, what: OfBug) -> i16 {
    WEIGHTS[features::of_bug(bug, what)]
}

const fn for_white(owner: Color, weight: i16) -> i32 {
    match owner {
        Color::White => weight as i32,
        Color::Black => -(weight as i32),
    }
}

impl Tally for Value {
    #[inline]
    fn in_hand(&mut self, piece: Piece) {
        self.0 += OF_PIECE[piece.index() & 31].in_hand;
    }

    #[inline]
    fn on_table(&mut self, piece: Piece, state: State, moves: u8) {
        let of_piece = &OF_PIECE[piece.index() & 31];
        self.0 += of_piece.on_table[state as usize] + of_piece.moves * i32::from(moves);
    }

    #[inline]
    fn beside_queen(&mut self, queen: Color, piece: Piece, state: State) {
        let of_piece = &OF_PIECE[piece.index() & 31];
        self.0 += of_piece.beside_queen[queen as usize][state as usize];
    }

    #[inline]
    fn single(&mut self, color: Color, what: Single, count: u8) {
        self.0 += for_white(color, WEIGHTS[features::single(what)]) * i32::from(count);
    }
}
