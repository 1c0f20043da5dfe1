//! Files of games: reading, writing, replaying.
//!
//! A [`GameRecord`] is what all formats have in common, and a [`Format`] reads and
//! writes it. [`pgn`] is the format of `MzingaViewer`, [`sgf`] that of
//! boardspace.net, and [`lines`] are GameStrings. No text that comes in, however
//! broken, can panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod error;
mod format;
pub mod lines;
pub mod pgn;
mod record;
mod replay;
mod result_word;
pub mod sgf;

pub use error::{GameError, GameFault, MoveFault};
pub use format::{Format, FormatError, decode};
pub use record::{Comment, GameRecord, GameResult};
