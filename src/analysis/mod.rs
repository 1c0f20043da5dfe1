//! What a search has found, for people and for programs: White's view in words, what
//! the evaluation counts, and the JSON that `analyze`, `solve` and `review` share.
//!
//! Nothing here prints. The documents are described in `docs/json.md`.

mod explanation;
mod json;
mod solve;
mod white_score;

pub use explanation::{Explanation, QueenSafety, Term};
pub use json::{best_first, line_json, report_json};
pub use solve::{Defense, Outline, SolveResult, Solver, Win};
pub use white_score::{WhiteScore, moves_of_winner};
