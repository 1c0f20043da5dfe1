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
#[cfg(test)]
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
