//! Files of games: reading, writing, replaying.
//!
//! A [`GameRecord`] is what all formats have in common; a [`Format`] reads and writes
//! it. [`pgn`] is the format of `MzingaViewer`, [`sgf`] that of boardspace.net, and
//! [`lines`] holds GameStrings. With the feature `json` there are `site`, the lines of JSON of
//! hivegame.com, `bga`, logs of Board Game Arena, and `collection`, tables of GameStrings. No input, however broken, can cause a panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

#[cfg(feature = "json")]
pub mod bga;
pub mod clock;
#[cfg(all(feature = "json", not(target_family = "wasm")))]
pub mod collection;
mod error;
mod file_stem;
mod format;
mod formats;
mod incremental;
#[cfg(feature = "json")]
mod json;
pub mod lines;
pub mod pgn;
mod record;
mod replay;
mod result_word;
pub mod sgf;
#[cfg(feature = "json")]
pub mod site;

pub use error::{GameError, GameFault, MoveFault, WriteError};
pub use file_stem::file_stem;
pub use format::{Format, Writer};
pub use formats::{FormatError, decode, utf16_units};
pub use incremental::{GameSplitter, GameText, IncrementalReader};
pub use record::{Comment, GameRecord, GameResult, Variation};
