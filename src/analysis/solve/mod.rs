//! Forced wins: the shortest one with its proof, or the proof that there is none.

mod document;
mod mate_search;
mod outline;
mod solver;
#[cfg(test)]
mod tests;

pub use outline::Outline;
pub use solver::{Defense, SolveResult, Solver, Win};
