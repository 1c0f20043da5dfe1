//! The result of every first move: whether a problem's key is unique, and what refutes the tries.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Color, Move, Outcome, Position};

use super::mate_search::MateSearch;
use super::solver::{Solver, Stopped};

/// All moves of a position, and whether they force a win within this many plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// The plies within which to win, including the first move.
    pub within: u8,
    /// Every legal move.
    pub moves: Vec<FirstMove>,
}

/// A move and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// The move.
    pub mv: Move,
    /// Its result.
    pub result: MoveResult,
}

/// The result of a move that should force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveResult {
    /// It forces a win in this many plies, including itself, and no sooner.
    Wins(u8),
    /// A reply refutes it: there is then no forced win within the remaining plies.
    Refuted {
        /// The reply.
        by: Move,
        /// Whether every other reply loses.
        is_only: bool,
    },
    /// It ends the game without a win.
    EndsGame,
    /// The solver was stopped first.
    Unknown,
}

impl FirstMoves {
    /// The moves with the shortest win, and its plies. More than one is a flaw of a problem.
    pub fn keys(&self) -> impl Iterator<Item = (Move, u8)> {
        let soonest = self.wins().map(|(_, plies)| plies).min();
        self.wins().filter(move |(_, plies)| Some(*plies) == soonest)
    }

    /// The moves with a longer win.
    pub fn slower(&self) -> impl Iterator<Item = (Move, u8)> {
        let soonest = self.wins().map(|(_, plies)| plies).min();
        self.wins().filter(move |(_, plies)| Some(*plies) != soonest)
    }

    /// Whether exactly one move has the shortest win, with proof.
    pub fn has_unique_key(&self) -> bool {
        self.keys().count() == 1 && !self.is_incomplete()
    }

    /// Whether the solver was stopped before it had searched all moves.
    pub fn is_incomplete(&self) -> bool {
        self.moves.iter().any(|first| first.result == MoveResult::Unknown)
    }

    fn wins(&self) -> impl Iterator<Item = (Move, u8)> {
        self.moves.iter().filter_map(|first| match first.result {
            MoveResult::Wins(plies) => Some((first.mv, plies)),
            _ => None,
        })
    }
}

impl Solver {
    /// The result of each move of the side to move, which is to win within this many plies. Adds
    /// its nodes to those of the last [`solve`](Self::solve). Moves are unknown from `stop` or the node
    /// limit on.
    pub fn first_moves(
        &mut self,
        position: &Position,
        within: u8,
        stop: &AtomicBool,
    ) -> FirstMoves {
        let moves = if position.outcome().is_some() { vec![] } else { position.legal_moves() };
        let us = position.side_to_move();
        let first_move = |mv: Move| {
            if stop.load(Ordering::Relaxed) {
                return FirstMove { mv, result: MoveResult::Unknown };
            }
            let result = self.move_result(&position.after(mv), us, within.saturating_sub(1), stop);
            FirstMove { mv, result: result.unwrap_or(MoveResult::Unknown) }
        };
        FirstMoves { within, moves: moves.into_iter().map(first_move).collect() }
    }

    /// A move other than these that forces a win within this many plies; `None` if there is none.
    pub fn other_win(
        &mut self,
        position: &Position,
        known: &[Move],
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<Move>, Stopped> {
        if within == 0 || position.legal_moves().iter().all(|mv| known.contains(mv)) {
            return Ok(None);
        }
        let search = MateSearch::new(position, position.side_to_move(), within).excluding(known);
        let report = self.search(&search, within, stop, &mut ());
        if report.score.is_win() {
            return Ok(report.best);
        }
        self.ensure_finished().map(|()| None)
    }

    /// The result of a move after which the defender has to survive this many plies.
    fn move_result(
        &mut self,
        position: &Position,
        us: Color,
        plies: u8,
        stop: &AtomicBool,
    ) -> Result<MoveResult, Stopped> {
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == us => return Ok(MoveResult::Wins(1)),
            Some(_) => return Ok(MoveResult::EndsGame),
            None if self.draws(position) => return Ok(MoveResult::EndsGame),
            None => {}
        }
        let Some(by) = self.refutation_besides(position, us, &[], plies, stop)? else {
            let mut soonest = plies;
            while soonest > 1
                && self.refutation_besides(position, us, &[], soonest - 1, stop)?.is_none()
            {
                soonest -= 1;
            }
            return Ok(MoveResult::Wins(soonest + 1));
        };
        let is_only = position.legal_moves().len() == 1
            || self.refutation_besides(position, us, &[by], plies, stop)?.is_none();
        Ok(MoveResult::Refuted { by, is_only })
    }

    /// A reply other than these after which the attacker does not win in time; `None` if there is
    /// none. There must be other replies.
    pub(super) fn refutation_besides(
        &mut self,
        position: &Position,
        attacker: Color,
        known: &[Move],
        plies: u8,
        stop: &AtomicBool,
    ) -> Result<Option<Move>, Stopped> {
        if plies == 0 {
            // A reply that loses at once takes a ply.
            return Ok(position.legal_moves().into_iter().find(|mv| !known.contains(mv)));
        }
        let search = MateSearch::new(position, attacker, plies).excluding(known);
        let report = self.search(&search, plies, stop, &mut ());
        if report.score.is_loss() {
            return Ok(None);
        }
        self.ensure_finished().map(|()| report.best)
    }
}
