//! `waggle hivegame` as an operator runs it: the executable with its settings, secrets and signals,
//! against the stand-in for the site.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "the hour shows its figures")]

mod bot;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod running;
mod side_by_side;
#[path = "../../crates/hivegame/tests/site/standin/mod.rs"]
#[allow(dead_code, unused_imports, reason = "no test file uses all of it")]
mod standin;
#[path = "../common/system.rs"]
mod system;
mod worker;
