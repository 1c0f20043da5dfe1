//! What there is to count in a position, told one fact after the other.
//!
//! Whoever listens makes of it what he needs: the features as numbers, or their value
//! alone, which is much quicker.

use super::features::{OfBug, Single};
use crate::rules::{Color, Direction, Piece, Position, Survey};

/// What a piece on the table is able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It can move.
    Free,
    /// It holds the hive together.
    Pinned,
    /// Another piece stands on it.
    Covered,
    /// Nothing holds it, but it has nowhere to go.
    Stuck,
}

impl State {
    pub(super) const ALL: [Self; 4] = [Self::Free, Self::Pinned, Self::Covered, Self::Stuck];

    pub(super) const fn feature(self) -> OfBug {
        match self {
            Self::Free => OfBug::Free,
            Self::Pinned => OfBug::Pinned,
            Self::Covered => OfBug::Covered,
            Self::Stuck => OfBug::Stuck,
        }
    }
}

/// A piece that stands beside a queen.
pub(super) struct BesideQueen {
    /// Whether the queen is its owner's.
    pub(super) is_own_queen: bool,
    pub(super) state: State,
}

impl BesideQueen {
    /// What counts for the piece's owner, and what for the queen's.
    pub(super) const fn features(&self) -> (OfBug, Single) {
        let is_pinned = matches!(self.state, State::Pinned);
        if self.is_own_queen {
            let neighbors =
                if is_pinned { Single::OurPinnedNeighbors } else { Single::OurFreeNeighbors };
            (OfBug::BesideOurQueen, neighbors)
        } else {
            let neighbors =
                if is_pinned { Single::TheirPinnedNeighbors } else { Single::TheirFreeNeighbors };
            (OfBug::BesideTheirQueen, neighbors)
        }
    }
}

/// Listens to the facts of a position.
pub(super) trait Tally {
    /// The piece is in hand.
    fn in_hand(&mut self, piece: Piece);
    /// The piece is on the table and has so many moves.
    fn on_table(&mut self, piece: Piece, state: State, moves: u8);
    /// The piece stands beside this player's queen.
    fn beside_queen(&mut self, queen: Color, piece: Piece, state: State);
    /// The player has so many of these.
    fn single(&mut self, color: Color, what: Single, count: u8);
}

/// Tells all there is to count.
#[inline]
pub(super) fn tally(position: &Position, survey: &Survey, to: &mut impl Tally) {
    for piece in position.pieces_in_hand() {
        to.in_hand(piece);
    }
    for piece in position.pieces_on_table() {
        let moves = survey.moves[piece.index()];
        to.on_table(piece, state_of(position, survey, piece), moves);
    }
    for color in Color::ALL {
        count_singles(position, survey, color, to);
    }
}

#[inline]
fn state_of(position: &Position, survey: &Survey, piece: Piece) -> State {
    if position.is_covered(piece) {
        State::Covered
    } else if survey.pinned >> piece.index() & 1 != 0 {
        State::Pinned
    } else if survey.moves[piece.index()] > 0 {
        State::Free
    } else {
        State::Stuck
    }
}

#[inline]
fn count_singles(position: &Position, survey: &Survey, color: Color, to: &mut impl Tally) {
    let fillable = survey.fillable[color];
    if let Some(queen) = position.hex_of(Piece::queen(color)) {
        const FILLED: [Single; 7] = [
            Single::Filled0,
            Single::Filled1,
            Single::Filled2,
            Single::Filled3,
            Single::Filled4,
            Single::Filled5,
            Single::Filled5,
        ];
        let ring = position.ring(queen);
        to.single(color, FILLED[ring.count_ones() as usize], 1);
        for direction in Direction::ALL {
            if ring >> direction as u8 & 1 != 0
                && let Some(piece) = position.top(queen.neighbor(direction))
            {
                to.beside_queen(color, piece, state_of(position, survey, piece));
            }
        }
        if position.top(queen).is_some_and(|top| top.color() != color) {
            to.single(color, Single::QueenCoveredByThem, 1);
        }
    }
    if let Some(queen) = position.hex_of(Piece::queen(color.other())) {
        match (position.ring(queen).count_ones(), fillable) {
            (5, 1..) => to.single(color, Single::LastLibertyFillable, 1),
            (4, 2) => to.single(color, Single::TwoLibertiesFillable, 1),
            _ => {}
        }
    }
    to.single(color, Single::Fillable, fillable);
    to.single(color, Single::Attackers, survey.attackers[color].count_ones() as u8);
    to.single(color, Single::Entries, survey.entries[color]);
    to.single(color, Single::Throws, survey.throws[color]);
}
