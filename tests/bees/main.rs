//! The rules of Bees!, from the outside.

mod against_plain;
mod drawings;
mod mutations;
mod perft;
mod plain;
mod play;
mod properties;
mod read_game;
mod scatter;
mod sessions;
mod strength;
