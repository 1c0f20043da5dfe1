//! The rules of Hive, written down slowly.
//!
//! The engine is fast and clever; this is neither. It knows nothing of the engine, keeps an unbounded
//! grid in a map, floods the hive to see whether it holds together, and clones the table to lift a
//! piece. Where the two disagree, one of them has misread the rules. Each rule is quoted by the number
//! it has in this list:
//!
//! 1. First pieces: White's anywhere, Black's beside it, neither a queen.
//! 2. Later pieces touch a piece of their own color and none of the other; stacks count by their tops.
//! 3. The queen comes down on the fourth own turn at the latest.
//! 4. What is down stays.
//! 5. Nothing moves before the own queen is down.
//! 6. Only the top of a stack moves.
//! 7. One hive, also while the mover is in the air.
//! 8. Sliding on the ground: along a piece, not through a gate.
//! 9. Climbing: held back only by two flanks that are higher than both ends of the step.
//! 10. No move ends where it began, and each goal counts once.
//! 11. The pillbug's throw: a lone neighbor, up onto the thrower and down beside it.
//! 12. The thrown piece must be free, the thrower need not be.
//! 13. What moved on the ply before is not thrown; if it was ours, it rests.
//! 14. A throw is written as a move of the thrown piece.
//! 15. A pass only without anything else to do.
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
