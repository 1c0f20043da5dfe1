//! Puzzles: positions of games in which one move alone forces a win.
//!
//! - [`Finder`] finds them, by proof and never by evaluation;
//! - [`Theme`] says what a solution is about, by the rules alone;
//! - [`difficulty()`] is the lowest level of the engine that finds the first move;
//! - `document` writes a [`Puzzle`] as JSON, and [`html()`] makes a page of many to solve.

mod difficulty;
mod document;
mod finder;
mod html;
#[cfg(test)]
mod tests;
mod theme;

pub use difficulty::difficulty;
pub use document::{Kind, PuzzleDocument, PuzzleLine, RepeatDocument, ReplyObject, StepObject};
pub use finder::{Finder, Puzzle, Reply, Step};
pub use html::{PageError, html};
pub use theme::Theme;
