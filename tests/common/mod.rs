//! Code shared by test files.
#![allow(dead_code, unused_imports, unreachable_pub, reason = "no test file uses all of it")]

pub mod drawing;
pub mod engine;
pub mod forced_wins;
pub mod perft_table;
pub mod plain_puzzle;
pub mod plain_rules;
pub mod random_games;
pub mod random_positions;
pub mod recorded;
