//! Hive as a library that knows no engine: its rules, notation, files of games, and drawings.

pub mod fnv;
pub mod games;
pub mod notation;
pub mod render;
pub mod rules;
