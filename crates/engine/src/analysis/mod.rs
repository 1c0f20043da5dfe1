//! Results of searches for people and for programs: scores from White's view, the terms of
//! the evaluation, forced wins, positions to click on, the bench, and the JSON that `analyze`, `solve` and `review` share.
//!
//! Nothing here prints. `docs/json.md` describes the documents.

mod bench;
mod chance;
mod explanation;
mod json;
mod position_json;
mod solve;
mod white_score;

pub use bench::{BENCH_DEPTH, bench_positions, bench_search};
pub use chance::chance_of_lead;
pub use explanation::{Explanation, QueenSafety, Term};

pub use json::{
    best_first, explanation_json, iteration_json, line_json, report_json, result_json, thousandths,
};
pub use position_json::position_json;
pub use solve::{Defense, Fate, FirstMove, FirstMoves, Outline, SolveResult, Solver, Stopped, Win};
pub use white_score::{WhiteScore, moves_of_winner};
