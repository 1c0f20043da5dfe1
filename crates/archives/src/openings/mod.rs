//! How the games of an archive begin: a tree of openings, in which lines that lead to the same
//! position are joined, also where it is turned or reflected.
//!
//! [`Opening`] is the beginning of a game; [`Filter`] says which games count; [`Counts`] adds
//! them up by position; [`Explorer`] is what is shown, and [`text()`], [`OpeningsDocument`] and
//! [`html()`] show it. [`Sketch`] keeps rare positions out of memory. Nothing here prints or
//! reads files.

mod counts;
mod explorer;
mod filter;
mod html;
mod json;
mod opening;
mod sketch;
mod text;

pub use counts::Counts;
pub use explorer::{Continuation, Explorer, OpeningPosition};
pub use filter::Filter;
pub use html::html;
pub use json::OpeningsDocument;
pub use opening::Opening;
pub use sketch::Sketch;
pub use text::text;
