//! Bees!, the second game: Drones, Warriors and Queens on a hive of 91 hexes.
//!
//! The rules are those of a page of the project's rulebooks; `RULINGS.md` of this crate decides the
//! cases that it leaves open. The game shares its players and outcomes and the search with Hive.

mod bee;
mod dead;
mod drawing;
mod entry;
mod eval;
mod game;
mod hex;
mod hex_set;
mod key;
mod kills;
mod last_push;
mod move_text;
mod movegen;
mod moves;
mod perft;
mod position;
mod position_text;
mod push;
mod refusal;
mod search_position;
mod session;
mod turn;

pub use bee::{Queen, Warrior};
pub use dead::{Caste, Dead};
pub use entry::{DRONES_TO_ENTER, WARRIORS_TO_ENTER};
pub use game::{Game, GameTextError};
pub use hex::{Direction, Hex, HexNameError};
pub use hex_set::{HexSet, Hexes};
pub use last_push::Push;
pub use move_text::MoveTextError;
pub use moves::Move;
pub use perft::perft;
pub use position::{PLAYERS, Part, Position, WARRIORS};
pub use position_text::PositionTextError;
pub use refusal::Refusal;
pub use turn::Undo;
pub use waggle_hive_core::rules::{Color, Outcome};
