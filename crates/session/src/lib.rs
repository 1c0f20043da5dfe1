//! A session of the Universal Hive Protocol, without input and output.
//!
//! [`Session`] is the state machine that turns a line into an [`Answer`]. Each [`Command`] is an
//! entry in one table (`commands`, and the [`GameProfile`] of the game), and so is each of the
//! [`Options`]. A session is generic over the game ([`SessionGame`]) and the engine ([`Engine`]).
//! No input can cause a panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod command;
mod commands;
mod control;
mod duration;
mod engine;
mod hive;
mod hive_commands;
mod limits;
mod networks;
mod options;
mod outlet;
mod ponder;
mod repetition;
mod reply;
#[cfg(test)]
mod scripted;
mod search_output;
mod session;
mod session_game;
mod state;
mod words;

pub use command::{Command, GameProfile, Request};
pub use control::{Control, Interrupt};
pub use engine::Engine;
pub use networks::Networks;
pub use options::{Effect, OptionError, OptionInfo, Options};
pub use outlet::Outlet;
pub use ponder::Ponder;
pub use repetition::appearances;
pub use reply::{Answer, Reply};
pub use session::Session;
pub use session_game::SessionGame;
pub use words::{CommandError, keyword};
