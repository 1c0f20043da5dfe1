//! The verbs for one game or position.

mod analyze;
mod claims;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod puzzle_set;
mod puzzle_themes;
mod reasons;
mod review;
mod solve;
