//! The Universal Hive Protocol, from both ends of the pipe.
//!
//! [`client`] drives another engine as a child process. Nothing here prints,
//! and no text that comes in, however broken, can panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod child;
pub mod client;
mod lines;

pub use client::{Client, ClientConfig, ClientError};
