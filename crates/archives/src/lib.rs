//! Archives of games: streaming them, exploring their openings, and building opening books.

pub mod archive;
pub mod book;
mod lines;
pub mod openings;
