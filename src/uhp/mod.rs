//! The Universal Hive Protocol, from both ends of the pipe.
//!
//! The engine's end, from the outside in: `server` reads lines and writes
//! replies, `session` is the state machine between them, `command` and `reply`
//! are its two languages, [`Options`] what can be set. [`client`] is the other
//! end: it drives another engine as a child process. Nothing here knows the
//! terminal, and no text that comes in, however broken, can panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod brain;
mod child;
pub mod client;
mod command;
mod control;
mod counting;
mod duration;
mod foresight;
mod help;
mod lines;
#[cfg(test)]
mod mutations;
mod options;
mod progress;
mod repetition;
mod reply;
#[cfg(test)]
mod scripted;
mod server;
mod session;
mod thinking;

pub use brain::Brain;
pub use client::{Client, ClientConfig, ClientError};
pub use command::{Command, CommandError, Effort};
pub use control::Control;
pub use options::{OptionError, Options};
pub use progress::Outlet;
pub use repetition::appearances;
pub use reply::Reply;
pub use server::{Conversation, serve};
pub use session::{Answer, Session};
