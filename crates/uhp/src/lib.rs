//! Both ends of the Universal Hive Protocol: a server for sessions, and a client for other engines.

// Both ends read what other programs write.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod child;
pub mod client;
mod lines;
mod process_tree;
mod server;

pub use client::{Client, ClientConfig, ClientError};
pub use lines::{Line, LineReader};
pub use server::{MAX_LINE_LEN, serve};
