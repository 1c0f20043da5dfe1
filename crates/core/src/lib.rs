//! Hive without an engine: rules, notation, game files and drawings.

pub mod fnv;
pub mod games;
pub mod notation;
pub mod opening_names;
pub mod render;
pub mod text;

#[doc(inline)]
pub use waggle_hive_rules as rules;
