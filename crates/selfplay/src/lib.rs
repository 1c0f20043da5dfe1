//! Games of the engine against itself, and the positions of such games as samples to learn from.

mod inputs;
mod played;
mod sample;
mod selfplay;

pub use inputs::{INPUTS, Input, Inputs};
pub use played::{MoveScore, PlayedGame, PlayedGameError};
pub use sample::{Sample, expected_points};
pub use selfplay::{SelfPlay, TURNS};
