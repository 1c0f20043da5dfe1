//! Files of games: reading, writing, replaying.
//!
//! A [`GameRecord`] is what all formats have in common. [`pgn`] is the format of
//! `MzingaViewer`. No text that comes in, however broken, can panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod pgn;
mod record;

pub use record::{Comment, GameRecord, GameResult};
