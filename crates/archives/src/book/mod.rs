//! Building opening books from games, from the engine's self-play, or from its search alone.

mod builder;
mod records;
mod replies;
mod selfplay;
mod tree;

pub use builder::{BookGame, BuildError, Builder, BuilderSettings, OnPosition, Searched};
pub use records::records;
pub use selfplay::BookSelfPlay;
