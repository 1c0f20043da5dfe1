//! Reviewing a whole game: what every move cost, why, and what was better.
//!
//! [`review()`] searches every position of a game; [`Review::new`] judges the moves by the
//! chances ([`WhiteScore::chance`](waggle_hive_engine::analysis::WhiteScore::chance)) before and after them; [`Reason`] says why; [`text()`], [`ReviewDocument`]
//! and [`html()`] write the result. [`Tally`], [`annotated()`] and [`ReviewPages`] work on the lines of
//! many games. Nothing here prints or reads files.

mod accuracy;
mod annotated;
mod budget;
mod finding;
mod first_look;
mod game_review;
mod heading;
mod html;
mod in_parallel;
mod json;
mod judgment;
mod lasting_loss;
mod mark;
mod mark_counts;
mod pages;
mod percent;
mod proofs;
mod prover;
mod reasons;
#[cfg(test)]
mod sample;
mod searching;
mod second_look;
mod tally;
mod text;

pub use accuracy::accuracy;
pub use annotated::annotated;
pub use finding::Finding;
pub use game_review::{Assessment, Review, ReviewedMove};
pub use heading::Heading;
pub use html::html;
pub use json::{GameObject, Kind, MoveObject, PlayerObject, ReviewDocument, ReviewLine};
pub use judgment::Judgment;
pub use mark::Mark;
pub use mark_counts::MarkCounts;
pub use pages::{PageFile, ReviewPages};
pub use reasons::{Fact, Facts, Origin, Reason, ReasonObject};
pub use searching::{ReviewProgress, review, review_from};
pub use second_look::SecondLook;
pub use tally::Tally;
pub use text::{ReviewStyle, text};
