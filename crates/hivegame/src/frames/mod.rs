//! The messages to and from the site that matter to a bot.
//!
//! Unknown fields, variants and kinds of frames are ignored; of a game, only what a bot cannot do
//! without is required.

mod challenge;
mod control;
mod game;
mod message;
mod request;
mod row;

pub use challenge::Challenge;
pub use control::Control;
pub use game::{ACCEPTED_TYPES, SiteGame, TimeLeft, User};
pub use message::{FrameError, Heartbeat, Message, Snapshot};
pub use request::{ChallengeAction, GameAction, Request};
pub use row::Row;
