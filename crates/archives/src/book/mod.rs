//! Opening books made of games, of the engine's games against itself, or of its search alone.

mod builder;
mod replies;
mod selfplay;
mod tree;

pub use builder::{BookGame, BuildError, Builder, BuilderSettings, Progress};
pub use selfplay::BookSelfPlay;
