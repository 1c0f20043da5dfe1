//! The opening tree of an archive, with transpositions and symmetric positions merged.
//!
//! [`Opening`] is the start of a game; [`Filter`] selects games; [`Counts`] counts them by
//! position; [`Explorer`] is the finished tree, which [`text()`], [`OpeningsDocument`] and
//! [`html()`] present. [`CountMinSketch`] keeps rare positions out of memory. Nothing here prints
//! or reads files.

mod count_min_sketch;
mod counts;
mod explorer;
mod filter;
mod html;
mod json;
mod opening;
mod text;

pub use count_min_sketch::CountMinSketch;
pub use counts::Counts;
pub use explorer::{Continuation, Explorer, OpeningPosition};
pub use filter::Filter;
pub use html::html;
pub use json::OpeningsDocument;
pub use opening::Opening;
pub use text::text;
