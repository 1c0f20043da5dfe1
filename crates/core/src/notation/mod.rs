//! Hive as text: parsers and writers for the strings of UHP.
//!
//! The parsers accept what known programs write: any case, any order of letters, extra blanks,
//! any neighbor as a move's reference. The writers produce one form, that of MzingaEngine. No
//! I/O, and no text can cause a panic.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod contradiction;
mod game_state;
mod game_string;
mod game_type;
mod hop;
mod line;
mod move_string;
mod numbering;
mod piece_name;
mod plane_coordinates;
mod setup;

pub use contradiction::{Contradiction, contradictions};
pub use game_state::{GameState, turn_string};
pub(crate) use game_string::parse_archived_beginning;
pub use game_string::{
    GameStringError, game_string, parse_archived_game, parse_game, widened_by, write_game,
};
pub use game_type::{GameTypeError, parse_game_type};
pub(crate) use hop::looks_like_hop;
pub use hop::{HopError, hop, parse_hop};
pub use line::move_strings;
pub use move_string::{MoveStringError, move_string, parse_move};
pub use numbering::Numbering;
pub use piece_name::{PieceNameError, parse_piece};
pub use plane_coordinates::{Destination, PlaneCoordinates};
pub use setup::{SetupTextError, parse_setup, setup_text};
