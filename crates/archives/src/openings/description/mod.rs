//! What an archive is made of: White's points, lengths, ends and first moves, as a page with plots.
//!
//! [`GameFacts`] is what counts of a game, [`Description`] adds them up, and
//! [`Description::files`] makes the page.

mod facts;
mod page;
mod plot;
mod result_counts;

pub use facts::GameFacts;
pub use page::FIRST_PLIES;
pub use result_counts::{Description, ResultCounts};
