//! Puzzles: positions from games in which only one move forces a win.
//!
//! - [`Finder`] finds them, by proof and never by evaluation;
//! - [`Theme`] says what a solution is about, by the rules alone;
//! - [`difficulty()`] is the lowest level of the engine that finds the first move;
//! - `document` writes a [`Puzzle`] as JSON, and [`html()`] makes a page on which to solve them;
//! - a set is made of games of the levels ([`level_game()`]): [`Entry`] is its line of text, [`balanced()`]
//!   chooses, and [`Attempts`] measure the rating, by how many people find such moves ([`fit_finders()`]).

mod difficulty;
mod document;
mod entry;
mod finder;
mod finders;
mod html;
mod level_games;
mod rating;
mod selection;
mod set;
#[cfg(test)]
mod tests;
mod theme;

pub use difficulty::difficulty;
pub use document::{
    Kind, PuzzleDocument, PuzzleLine, RepeatDocument, ReplyObject, SearchedDocument, StepObject,
};
pub use entry::{Entry, EntryError};
pub use finder::{Finder, OnlyWin, Puzzle, Reply, Step};
pub use finders::{Find, Inputs, cross_validated, fit_finders};
pub use html::{PageError, html};
pub use level_games::level_game;
pub use rating::{Attempts, Task};
pub use selection::balanced;
pub use set::{SetError, built_in_sets, read_set, set_file, write_set};
pub use theme::Theme;
