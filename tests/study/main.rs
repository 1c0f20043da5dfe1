//! The verbs for one game or position.

mod analyze;
mod chance;
mod claims;
#[path = "../common/mod.rs"]
mod common;
mod judging;
mod looks;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod puzzle_set;
mod puzzle_themes;
mod reasons;
mod review;
mod solve;
mod tune_people;
