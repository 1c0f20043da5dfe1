//! What the verbs that go through an archive share: progress, what was left out, and an
//! output that a later run goes on with.

mod left_out;
mod line_file;
mod progress;
mod work_through;

pub(crate) use left_out::LeftOut;
pub(crate) use line_file::{Done, Existing, GameId, LineFile, PerGame};
pub(crate) use progress::Progress;
pub(crate) use work_through::{Plan, Work, work_through};
