//! Ends of the game, and wins that the solver proves.

use std::sync::atomic::{AtomicBool, Ordering};

use super::comparison::{Comparison, liberties, passed, winning_move};
use super::{Fact, Finding};
use crate::review::{Mark, ReviewedMove};
use waggle_hive_core::rules::{Color, Move, Outcome, Piece, Position};
use waggle_hive_engine::analysis::{SolveResult, Solver, Win};
use waggle_hive_engine::search::MemoryError;

/// The most plies of a win that is to be proven: five moves of the winner.
const MOST_PLIES: u16 = 9;
/// The most nodes that a proof may take, some tenths of a second.
const MOST_NODES: u64 = 300_000;
/// The solver's table in MiB.
const TABLE_MIB: usize = 8;

/// Proves wins, and wins that are not there.
pub(in crate::review) struct Prover<'a> {
    solver: Solver,
    stop: &'a AtomicBool,
}

impl<'a> Prover<'a> {
    /// A prover that ends when `stop` is set.
    pub(in crate::review) fn new(stop: &'a AtomicBool) -> Result<Self, MemoryError> {
        // One thread, so that a review says the same every time.
        Ok(Self { solver: Solver::new(1, TABLE_MIB)?.limited_to(MOST_NODES), stop })
    }

    /// The shortest win of the player to move within so many plies, if there is one that can
    /// be proven.
    fn win(&mut self, position: &Position, plies: u16) -> Option<Win> {
        if plies > MOST_PLIES || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        match self.solver.solve(position, plies as u8, self.stop, &mut ()) {
            SolveResult::Win(win) => Some(win),
            SolveResult::NoWin | SolveResult::Stopped(_) => None,
        }
    }

    /// Whether it can be proven that the player to move has no win within so many plies.
    fn has_no_win(&mut self, position: &Position, plies: u8) -> bool {
        self.solver.solve(position, plies, self.stop, &mut ()) == SolveResult::NoWin
            && !self.stop.load(Ordering::Relaxed)
    }
}

/// How the game has ended with the move, what the player could have won, and what the opponent
/// can win.
pub(super) fn find(
    comparison: &Comparison,
    reviewed: &ReviewedMove,
    prover: &mut Prover<'_>,
) -> Vec<Finding> {
    let mut found = vec![];
    if reviewed.judgment.mark == Mark::Forced {
        found.push(Finding::before(Fact::OnlyMove, vec![]));
    }
    if let Some(outcome) = comparison.played.outcome() {
        found.push(Finding::before(Fact::Ends(outcome), vec![reviewed.mv]));
    } else if reviewed.repeats {
        found.push(Finding::before(Fact::ThirdTime, vec![reviewed.mv]));
    }
    found.extend(missed(comparison, reviewed, prover));
    found.extend(allowed(comparison, reviewed, prover));
    found
}

/// The win that the player could have had.
fn missed(
    comparison: &Comparison,
    reviewed: &ReviewedMove,
    prover: &mut Prover<'_>,
) -> Option<Finding> {
    let (us, before) = (comparison.us, &comparison.before);
    if reviewed.after.win() == Some((us, 0)) {
        return None;
    }
    let (winner, plies) = reviewed.before.win()?;
    let is_missed = reviewed.judgment.missed_win.is_some() || plies == 1;
    if winner != us || !is_missed {
        return None;
    }
    if let Some(mv) = winning_move(before, us) {
        let closes_the_gap = closes_the_gap(before, mv, us.other());
        return Some(Finding::before(Fact::CouldSurround { mv, closes_the_gap }, vec![mv]));
    }
    let win = prover.win(before, plies)?;
    let fact = Fact::CouldWin { mv: win.mv, plies: win.plies };
    Some(Finding::before(fact, longest_line(&win)))
}

/// The win that the opponent has now.
fn allowed(
    comparison: &Comparison,
    reviewed: &ReviewedMove,
    prover: &mut Prover<'_>,
) -> Option<Finding> {
    let (them, played) = (comparison.us.other(), &comparison.played);
    let plies = reviewed.judgment.allowed_win?;
    if played.outcome().is_some() {
        return None;
    }
    if let Some((mv, was_threatened)) = surrounding_move(comparison, them) {
        return Some(Finding::after(Fact::AllowsSurround { mv, was_threatened }, vec![mv]));
    }
    let win = prover.win(played, plies)?;
    let instead = comparison.instead.as_ref();
    let prevented_by = instead
        .filter(|(_, instead)| instead.outcome().is_none() && prover.has_no_win(instead, win.plies))
        .map(|(mv, _)| *mv);
    let fact = Fact::AllowsWin { mv: win.mv, plies: win.plies, prevented_by };
    Some(Finding::after(fact, longest_line(&win)))
}

/// A move of the opponent that surrounds now, and whether it would have done so before; one
/// that would have, if there is one.
fn surrounding_move(comparison: &Comparison, them: Color) -> Option<(Move, bool)> {
    let played = &comparison.played;
    let wins = |position: &Position, mv: Move| {
        position.is_legal(mv) && position.after(mv).outcome() == Some(Outcome::Win(them))
    };
    let threatened = passed(&comparison.before).and_then(|passed| {
        let was = passed.legal_moves().into_iter();
        was.filter(|&mv| wins(&passed, mv)).find(|&mv| wins(played, mv))
    });
    threatened.map(|mv| (mv, true)).or_else(|| Some((winning_move(played, them)?, false)))
}

/// Whether a move that surrounds fills the only liberty of a queen who stays where she is.
fn closes_the_gap(position: &Position, mv: Move, queen: Color) -> bool {
    liberties(position, queen) == Some(1) && mv.piece() != Some(Piece::queen(queen))
}

/// The line of a win in which the defender holds out longest.
fn longest_line(win: &Win) -> Vec<Move> {
    let mut line = vec![win.mv];
    let mut win = win;
    while let Some((defense, answer)) = win
        .defenses
        .iter()
        .filter_map(|defense| Some((defense.mv, defense.answer.as_ref()?)))
        .max_by_key(|(_, answer)| answer.plies)
    {
        line.extend([defense, answer.mv]);
        win = answer;
    }
    line
}
