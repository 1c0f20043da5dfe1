//! The engine: static evaluation, search, levels of play, analysis, and opening books.

pub mod analysis;
pub mod book;
pub mod document;
pub mod eval;
pub mod levels;
pub mod people;
mod reader;
pub mod search;
