//! The rules of Hive, slow and simple.
//!
//! A reference for the engine, independent of it: it keeps an unbounded grid in a map, flood-fills the
//! hive to check that it is connected, and clones the table to lift a piece. Comments quote the rules
//! by these numbers:
//!
//! 1. First pieces: White's anywhere, Black's beside it, neither a queen.
//! 2. Later pieces touch a piece of their own color and none of the other; stacks count by their tops.
//! 3. The queen is placed by the player's fourth turn.
//! 4. Pieces on the table stay there.
//! 5. No piece moves before its player's queen is placed.
//! 6. Only the top of a stack moves.
//! 7. One hive, also while the moving piece is lifted.
//! 8. Sliding on the ground: along a piece, not through a gate.
//! 9. Climbing: blocked only by two flanks that are higher than both ends of the step.
//! 10. No move ends where it began, and each destination counts once.
//! 11. The pillbug's throw: a single neighbor, up onto the thrower and down next to it.
//! 12. The thrown piece may not be pinned; the thrower may.
//! 13. The piece moved on the previous ply is not thrown; if it is ours, it rests.
//! 14. A throw is written as a move of the thrown piece.
//! 15. A pass is legal only if nothing else is.
//! 16. A surrounded queen has lost; two at once are a draw.

mod bugs;
mod cell;
mod game;
mod piece;
mod steps;
mod table;
mod text;

pub use cell::{Cell, Way};
pub use game::{Game, Ply, State, all_types, perft};
pub use piece::{Bug, Color, Piece};
pub use table::Table;
pub use text::{parse_ply, replay, write_ply};
