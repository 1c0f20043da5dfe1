//! The Universal Hive Protocol, from both ends of the pipe.
//!
//! The engine's end, from the outside in: `server` reads lines and writes
//! replies, [`Session`] is the state machine between them, [`Command`] and
//! [`Reply`] are what goes in and out, [`Options`] what can be set. A session is
//! generic over the game ([`SessionGame`]: `hive` and `bees`) and the engine
//! ([`Engine`]). [`client`] is the other end: it drives another engine as a child
//! process. Nothing here knows the terminal, and no input, however broken, can
//! cause a panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod best_move;
mod command;
mod control;
mod duration;
mod effort;
mod engine;
mod game_command;
mod help;
mod hive;
mod hive_commands;
#[cfg(all(test, feature = "program"))]
mod mutations;
mod options;
mod perft;
mod ponder;
mod progress;
mod repetition;
mod reply;
#[cfg(test)]
mod scripted;
mod session;
mod session_game;
mod words;

// The other games, and what needs threads and processes.
#[cfg(feature = "program")]
mod bees;
#[cfg(feature = "program")]
mod child;
#[cfg(feature = "program")]
pub mod client;
#[cfg(feature = "program")]
mod lines;
#[cfg(feature = "program")]
mod process_tree;
#[cfg(feature = "program")]
mod server;

#[cfg(feature = "program")]
pub use client::{Client, ClientConfig, ClientError};
#[cfg(feature = "program")]
pub use lines::{Line, LineReader};
#[cfg(feature = "program")]
pub use server::serve;

pub use command::Command;
pub use control::{Control, Interrupt};
pub use effort::Effort;
pub use engine::Engine;
pub use game_command::{GameCommand, Request};
pub use options::{Effect, OptionError, OptionInfo, Options, Scope};
pub use progress::Outlet;
pub use repetition::appearances;
pub use reply::Reply;
pub use session::{Answer, Session};
pub use session_game::{SessionGame, Usage};
pub use words::CommandError;
