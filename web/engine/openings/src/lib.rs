//! The opening explorer for JavaScript: files in, questions in, answers out, on the calling thread.
//!
//! `web/build` builds it into a module of its own, which the page loads once somebody opens the explorer.

use waggle_hive_archives::openings::{Counts, Desk};
use waggle_hive_engine as _; // only its feature, the book inside
use wasm_bindgen::prelude::*;

/// What answers about the openings of files; `crates/archives/src/openings/desk.rs` has the questions.
#[wasm_bindgen]
pub struct Openings(Desk);

#[wasm_bindgen]
impl Openings {
    /// Without any file of a person; `people` is the text of `crates/archives/src/openings/people.txt`, which tells how people begin.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new(people: &str) -> Self {
        Self(Desk::new(Counts::of_tree(people, 1, usize::MAX).unwrap_or_default()))
    }

    /// Takes a file: its name, a line feed, and its content.
    pub fn take(&mut self, file: &[u8]) -> String {
        self.0.take(file)
    }

    /// Answers a question.
    pub fn answer(&mut self, question: &str) -> String {
        self.0.answer(question)
    }
}
