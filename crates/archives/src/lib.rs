//! Archives of games: streaming them, exploring their openings, and building opening books.

pub mod archive;
pub mod book;
pub mod openings;
