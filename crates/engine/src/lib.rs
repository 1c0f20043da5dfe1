//! The engine: what a position is worth, the search, play below full strength, analysis, and opening books.

pub mod analysis;
pub mod book;
pub mod document;
pub mod eval;
pub mod levels;
pub mod search;
