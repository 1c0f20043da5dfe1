//! Sockets, requests and threads.

mod account;
mod backoff;
mod bot_line;
mod http;
mod link;
mod log;
mod play;
mod polling;
mod seat;
mod socket;
mod trust;
mod work;

use std::path::PathBuf;

pub use play::play;
pub use work::work;

/// Why the bot or the worker cannot continue.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum NetworkError {
    #[error("the site refuses the account or the secret: {0}")]
    Refused(String),
    #[error(
        "the site has no queue of evaluations for this machine: {0}; run the worker on the site's own \
         machine, with `site = \"http://127.0.0.1:3999\"` in the settings, or ask its operators \
         whether evaluations are on"
    )]
    NoQueue(String),
    #[error("ca_file: expected certificates as PEM in `{}`: {reason}", path.display())]
    Authorities { path: PathBuf, reason: String },
    #[error(transparent)]
    Memory(#[from] waggle_hive_engine::search::MemoryError),
    /// A thread cannot be started, or the log cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
