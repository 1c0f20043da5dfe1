//! The rules of Bees! through the public interface.

mod against_plain;
mod drawings;
mod mutations;
mod perft;
mod plain;
mod play;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod properties;
mod read_game;
mod scatter;
mod sessions;
mod strength;
