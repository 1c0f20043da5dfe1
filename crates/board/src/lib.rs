//! Serves the page of `web/` to browsers on this machine, with native sessions over WebSockets.
//!
//! [`Board::listen`] binds a port of the loopback interface, [`Board::serve`] accepts connections.
//! `head` parses requests, `guard` admits them, `wire` carries the lines of a session over a
//! WebSocket, and `openings` what the explorer is asked. All input is bounded, and none can cause a panic.
//!
//! `httparse` reads requests and `tungstenite` messages; the rest is written here. `tiny_http` (4
//! more crates, 2 s of processor time to build) has neither a deadline for a head nor a limit on
//! connections. `hyper` (10 more, 11 s) and `axum` (27 more, 37 s) have the deadline, but need an
//! asynchronous runtime beside sessions that block, and the checks of `guard` by hand all the same.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod address;
mod guard;
mod head;
mod openings;
mod response;
mod semaphore;
mod server;
#[cfg(test)]
mod tests;
mod timed_stream;
mod wire;

pub use address::fragment;
pub use server::{Board, BoardSettings};
