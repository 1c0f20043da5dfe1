//! Forced wins: the shortest one with its proof, or the proof that there is none.

mod document;
mod mate_search;
mod outline;
mod solver;
#[cfg(test)]
mod tests;

pub use outline::Outline;
pub use solver::{Defense, SolveResult, Solver, Win};

use crate::rules::{Move, Position};

/// The position after a legal move.
fn after(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    // Never unmade, so the undo token is not needed.
    let _ = position.make(mv);
    position
}
