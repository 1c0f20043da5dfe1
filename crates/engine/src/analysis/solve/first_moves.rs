//! What becomes of every first move: whether the key of a problem is unique, and what refutes
//! the tries.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Color, Move, Outcome, Position};

use super::mate_search::MateSearch;
use super::solver::{Solver, Stopped};

/// All moves of a position, and whether they force a win within a number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// The plies within which the win has to come, the first move included.
    pub within: u8,
    /// Every legal move.
    pub moves: Vec<FirstMove>,
}

/// A move, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// The move.
    pub mv: Move,
    /// What becomes of it.
    pub result: MoveResult,
}

/// What becomes of a move that is meant to force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveResult {
    /// It forces a win in so many plies, itself included, and none sooner.
    Wins(u8),
    /// A reply refutes it: after that there is no forced win within the plies left.
    Refuted {
        /// The reply.
        by: Move,
        /// Whether every other reply loses.
        is_only: bool,
    },
    /// It ends the game, but does not win it.
    EndsGame,
    /// The solver was stopped before it could tell.
    Unknown,
}

impl FirstMoves {
    /// The moves that win soonest, with the plies that they take. More than one is a flaw of a
    /// problem.
    pub fn keys(&self) -> impl Iterator<Item = (Move, u8)> {
        let soonest = self.wins().map(|(_, plies)| plies).min();
        self.wins().filter(move |(_, plies)| Some(*plies) == soonest)
    }

    /// The moves that win, but not as soon as the keys do.
    pub fn slower(&self) -> impl Iterator<Item = (Move, u8)> {
        let soonest = self.wins().map(|(_, plies)| plies).min();
        self.wins().filter(move |(_, plies)| Some(*plies) != soonest)
    }

    /// Whether one move wins soonest, which is proven.
    #[must_use]
    pub fn has_unique_key(&self) -> bool {
        self.keys().count() == 1 && !self.is_open()
    }

    /// Whether the solver was stopped before it had looked at all moves.
    #[must_use]
    pub fn is_open(&self) -> bool {
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
    /// Finds out what becomes of each move of the player to move, who is to win within this
    /// many plies. Counts its nodes on top of those of the last
    /// [`solve`](Self::solve), and has no limit but `stop`.
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

    /// A move that forces a win within this many plies and is none of these; `None` if there
    /// is none.
    ///
    /// # Errors
    ///
    /// If the solver was stopped, or its nodes are used up.
    pub fn other_win(
        &mut self,
        position: &Position,
        known: &[Move],
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<Move>, Stopped> {
        if position.legal_moves().iter().all(|mv| known.contains(mv)) {
            return Ok(None);
        }
        let search = MateSearch::new(position, position.side_to_move(), within).without(known);
        let report = self.search(&search, within, stop, &mut ());
        if report.score.is_win() {
            return Ok(report.best);
        }
        self.ensure_finished(stop).map(|()| None)
    }

    /// What becomes of a move after which the defender has to survive this many plies.
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

    /// A reply of the defender, none of these, after which the attacker does not win within
    /// the plies left of so many; `None` if there is none. There are others than these.
    fn refutation_besides(
        &mut self,
        position: &Position,
        attacker: Color,
        known: &[Move],
        plies: u8,
        stop: &AtomicBool,
    ) -> Result<Option<Move>, Stopped> {
        let search = MateSearch::new(position, attacker, plies).without(known);
        let report = self.search(&search, plies, stop, &mut ());
        if report.score.is_loss() {
            return Ok(None);
        }
        self.ensure_finished(stop).map(|()| report.best)
    }
}
