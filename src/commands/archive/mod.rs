//! What the verbs that read archives share: progress, skipped games, and resumable output.

mod left_out;
mod line_file;
mod progress;
mod read_games;
mod work_through;

pub(crate) use left_out::{LeftOut, none_of};
pub(crate) use line_file::{Done, GameId, LineFile};
pub(crate) use progress::Progress;
pub(crate) use read_games::{ensure_any, read_all, read_games};
pub(crate) use work_through::{Plan, Work, work_through};
