//! Search results for people and programs: scores from White's view, the terms of the evaluation,
//! forced wins, the bench, and the JSON that `analyze`, `solve` and `review` share.
//!
//! `docs/json.md` describes the documents.

mod bench;
mod chance;
mod draw_answer;
mod explanation;
mod json;
mod objection_json;
mod position_json;
mod solve;
mod white_score;

pub use bench::{BENCH_DEPTH, bench_positions, bench_search};
pub use chance::{PEOPLE_CHANCE_SCALE, chance_of_lead};
pub use draw_answer::{DrawAnswer, DrawDocument};
pub use explanation::{Explanation, ExplanationObject, QueenSafety, Term};
pub use json::{
    ExplanationDocument, IterationDocument, LineObject, ReportObject, ResultDocument, best_first,
    passed, thousandths,
};
pub use objection_json::ObjectionDocument;
pub use position_json::PositionDocument;
pub use solve::{
    Defense, FirstMove, FirstMoves, MoveResult, Outline, SolutionDocument, SolveResult, Solver,
    Stopped, UniquenessObject, Win,
};
pub use white_score::{ScoreObject, WhiteScore, WinObject, moves_of_winner};
