//! Forced wins: the shortest one with its proof, or a proof that there is none.

mod document;
mod first_moves;
mod mate_search;
mod outline;
mod solver;
#[cfg(test)]
mod tests;
mod uniqueness;

pub use document::SolutionDocument;
pub use first_moves::{FirstMove, FirstMoves, MoveResult};
pub use outline::Outline;
pub use solver::{Defense, SolveResult, Solver, Stopped, Win};
pub use uniqueness::UniquenessObject;
