//! Self-play games of the engine, and their positions as training samples.

mod inputs;
mod played;
mod sample;
mod selfplay;

pub use inputs::{INPUTS, Input, Inputs};
pub use played::{MoveScore, PlayedGame, PlayedGameError};
pub use sample::{Sample, expected_points, lasting};
pub use selfplay::{SelfPlay, TURNS};
