//! The page of `web/`, served to browsers on this machine, with sessions of the native engine
//! behind WebSockets.
//!
//! [`Board::listen`] takes a port of the loopback interface, [`Board::serve`] answers. `head`
//! reads what a browser asks, `guard` decides whether it may, `files` holds the page, and
//! `wire` makes a WebSocket of one session's lines. Everything a stranger sends is bounded,
//! and nothing of it can cause a panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod address;
mod guard;
mod head;
mod places;
mod response;
mod server;
#[cfg(test)]
mod tests;
mod wire;

pub use address::fragment;
pub use server::{Board, BoardSettings};
