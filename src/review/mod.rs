//! A whole game looked through: what every move has cost, and what was better.
//!
//! [`review()`] searches every position of a game once and judges the moves by the chances
//! ([`chance()`]) before and after them; [`text()`], [`json()`] and [`html()`] tell what it
//! has found. Nothing here prints or knows files.

mod chance;
mod heading;
mod html;
mod json;
mod judgment;
mod look;
mod mark;
mod page_data;
mod plane;
mod remarks;
#[cfg(test)]
mod sample;
mod tally;
mod text;

pub use chance::chance;
pub use heading::Heading;
pub use html::html;
pub use json::json;
pub use judgment::Judgment;
pub use look::{Review, ReviewedMove, review};
pub use mark::Mark;
pub use remarks::{remarks, remarks_on_wins};
pub use tally::Tally;
pub use text::text;
