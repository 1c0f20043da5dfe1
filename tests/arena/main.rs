//! Matches between scripted engines.

mod clocks;
mod command;
mod engine;
mod misbehaving_engines;
mod no_false_yes;
mod nothing_is_lost;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod tune;
mod verify;
