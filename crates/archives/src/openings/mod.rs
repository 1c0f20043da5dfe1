//! The opening tree of an archive, with transpositions and symmetric positions merged.
//!
//! [`Opening`] is the start of a game; [`Counts`] counts them by position; [`Explorer`] is the finished tree, which [`text()`], [`OpeningsDocument`] and
//! [`html()`] present; [`Description`] is what else there is to say of the games. [`Collection`] keeps games for questions about one position
//! after the other, and [`Desk`] answers those of a page. [`CountMinSketch`] keeps rare positions out of memory. Nothing here prints
//! or reads files.

mod collection;
mod count_min_sketch;
mod counts;
mod description;
mod desk;
mod explorer;
mod html;
mod json;
mod opening;
mod records;
mod scores;
mod text;
mod tree;

pub use collection::{Collection, PlayedDocument, Wanted};
pub use count_min_sketch::CountMinSketch;
pub use counts::Counts;
pub use description::{Description, FIRST_PLIES, GameFacts, ResultCounts};
pub use desk::{Desk, MAX_GAMES};
pub use explorer::{Continuation, Explorer, OpeningPosition};
pub use html::html;
pub use json::OpeningsDocument;
pub use opening::Opening;
pub use text::text;
pub use tree::{OF_PEOPLE, SOURCE};
