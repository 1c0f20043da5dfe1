//! A description of an archive: White's points, lengths, endings and first moves, as a page with
//! plots. [`GameFacts`] are taken from each game, [`Description`] adds them up, and
//! [`Description::files`] makes the page.

mod facts;
mod page;
mod plot;
mod result_counts;

pub use facts::GameFacts;
pub use page::FIRST_PLIES;
pub use result_counts::{Description, ResultCounts};
