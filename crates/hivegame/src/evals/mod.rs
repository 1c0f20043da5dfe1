//! Evaluations of finished games, as the site's queue has them.

mod check;
mod evaluation;
mod job;

pub use check::{EvaluationFault, check};
pub use evaluation::{EvaluatedMove, Evaluation};
pub use job::Job;
