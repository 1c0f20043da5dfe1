//! Reviewing a whole game: what every move cost, why, and what was better.
//!
//! [`review()`] searches every position of a game; [`Review::new`] judges the moves by the
//! chances ([`WhiteScore::chance`](waggle_hive_engine::analysis::WhiteScore::chance)) before and after them; [`Reason`] says why; [`text()`], [`ReviewDocument`]
//! and [`html()`] write the result. [`Tally`], [`annotated()`] and [`ReviewPages`] work on the lines of
//! many games. Nothing here prints or reads files.

mod judging;
mod looks;
mod reasons;
#[cfg(test)]
mod sample;
mod writing;

pub use judging::accuracy;
pub use judging::assessment::{Assessment, SecondLook};
pub use judging::ending::{EndedBy, Ending};
pub use judging::fact::Fact;
pub use judging::game_review::{Review, ReviewedMove};
pub use judging::judgment::Judgment;
pub use judging::mark::Mark;
pub use judging::reason::{Origin, Reason};
pub use looks::finding::Finding;
pub use looks::searching::{ReviewProgress, review};
pub use writing::among_people::{Accuracies, AmongPeople};
pub use writing::annotated::annotated;
pub use writing::heading::Heading;
pub use writing::html::html;
pub use writing::json::{GameObject, Kind, MoveObject, PlayerObject, ReviewDocument, ReviewLine};
pub use writing::pages::{PageFile, ReviewPages};
pub use writing::reason_json::ReasonObject;
pub use writing::tally::Tally;
pub use writing::text::{ReviewStyle, text};
