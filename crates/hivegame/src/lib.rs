//! hivegame.com: a bot that plays there and a worker that reviews. See `docs/hivegame.md`.
//!
//! [`frames`] are the messages of the protocol; [`Bot`] decides, without I/O, how to react to them;
//! [`evals`] turns our reviews into the site's evaluations. The optional feature `network` adds the
//! sockets and threads.

// Frames come from a site, settings from a person.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod bot;
pub mod evals;
pub mod frames;
#[cfg(feature = "network")]
mod network;
mod quiet_times;
mod secret;
mod settings;
mod site;
mod stamp;

pub use bot::{Action, Bot, Decision, Event, Now, Order, Pace, Task};
#[cfg(feature = "network")]
pub use network::{NetworkError, play, work};
pub use quiet_times::{QuietTimes, QuietTimesError};
pub use secret::{Credentials, Secret};
pub use settings::{
    BotSettings, Rated, SettingsError, SiteSettings, Speed, Takebacks, Waits, WorkerSettings,
};
pub use site::{Site, SiteError};
pub use stamp::Stamp;
