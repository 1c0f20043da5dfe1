//! The rules of Hive: what lies on the table, what may be played, who has won.
//!
//! This folder knows nothing outside itself: no text formats, no search, no
//! clock, no input or output.

mod color;
mod game_type;
mod hex;
mod piece;

pub use color::{ByColor, Color};
pub use game_type::GameType;
pub use hex::{Direction, Hex};
pub use piece::{Bug, Piece};
