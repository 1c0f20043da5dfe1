#![doc = include_str!("../README.md")]
// A thin facade: the crates in `crates/` are the library, and only this one promises stable names.

pub use waggle_hive_core::{games, notation, opening_names, rules, text};

#[cfg(feature = "engine")]
pub use waggle_hive_engine::{analysis, document, eval, levels, people, search};
#[cfg(feature = "engine")]
pub use waggle_hive_study::{notes, puzzles, review};

#[cfg(feature = "program")]
pub use waggle_hive_archives::{archive, openings};
#[cfg(feature = "program")]
pub mod conformance;
#[cfg(feature = "hivegame")]
pub use waggle_hive_hivegame as hivegame;
#[cfg(feature = "program")]
pub use waggle_hive_lab::arena;
#[cfg(feature = "program")]
pub use {waggle_hive_bees as bees, waggle_hive_board as board, waggle_hive_service as service};

/// Drawings of positions, as text, as SVG and, with the feature `program`, as PNG.
pub mod render {
    pub use waggle_hive_core::render::*;
    #[cfg(feature = "program")]
    pub use waggle_hive_png::*;
}

/// Opening books: read and, with the feature `program`, made.
#[cfg(feature = "engine")]
pub mod book {
    #[cfg(feature = "program")]
    pub use waggle_hive_archives::book::*;
    pub use waggle_hive_engine::book::*;
}

/// The Universal Hive Protocol: a session and, with the feature `program`, its server and a
/// client of other engines.
#[cfg(feature = "engine")]
pub mod uhp {
    pub use waggle_hive_session::*;
    #[cfg(feature = "program")]
    pub use waggle_hive_uhp::*;
}

/// Self-play games, and learning from them.
#[cfg(feature = "program")]
pub mod tune {
    pub use waggle_hive_lab::tune::*;
    pub use waggle_hive_selfplay::*;
}
