//! The rules of Bees!, from the outside.

mod against_plain;
mod perft;
mod plain;
mod properties;
mod scatter;
