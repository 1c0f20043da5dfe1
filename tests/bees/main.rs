//! The rules of Bees! through the public interface.

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
