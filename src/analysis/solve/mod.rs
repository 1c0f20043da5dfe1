//! Forced wins: the shortest one with its proof, or that there is none.

mod hunt;
mod outline;
mod solver;
#[cfg(test)]
mod tests;

pub use outline::Outline;
pub use solver::{Reply, Solver, Verdict, Win};

use crate::rules::{Move, Position};

/// The position after a legal move.
fn after(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    // Never taken back, so the token is of no use.
    let _ = position.make(mv);
    position
}
