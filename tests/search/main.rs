//! The search and perft, checked for what they find and with many threads.

#[path = "../common/mod.rs"]
mod common;
mod kept;
mod mates;
mod parallel;
mod perft;
mod positions;
