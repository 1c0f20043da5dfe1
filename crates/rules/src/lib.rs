//! The rules of Hive: positions, legal moves, outcomes.
//!
//! Independent of everything else: no text formats, no search, no clock, no I/O. A crate of its own,
//! so that a browser's build can compile the rules for speed and text for size. From the bottom up:
//!
//! - the vocabulary: [`Color`], [`Bug`], [`Piece`], [`GameType`], [`Hex`],
//!   [`Direction`], [`Move`], [`Outcome`];
//! - `hive`, `stack`, `lines`, `window`, `tops`, `piece_set`: stacks on the table, and the
//!   sets and the key updated with them;
//! - `bitboard`, `bit_hive`: the hive as bitboards, of three types;
//! - `pins`, `slides`, `throws`: the One Hive rule, freedom to move and the pillbug's power,
//!   each for the whole hive at once;
//! - `movegen`, `mover`, `sinks`, `dispatch`: the generator, what receives the moves, and the
//!   choice of the kernel;
//! - `symmetry`: moves that differ only by a symmetry of the hive;
//! - `objection`: which rule forbids a move, an [`IllegalMove`];
//! - [`Position`] and [`Game`]: a position, and a position with its history.
//!
//! What the evaluation needs of the bitboards is public.

pub mod bit_hive;
pub mod bitboard;
mod color;
pub mod dispatch;
mod game;
mod game_type;
mod hex;
pub mod hive;
mod illegal_move;
mod lines;
pub mod movegen;
pub mod mover;
mod moves;
mod objection;
mod outcome;
mod perft;
mod piece;
pub mod piece_set;
mod pins;
mod position;
#[cfg(any(test, feature = "test-support"))]
pub mod random_games;
mod sink;
mod sinks;
pub mod slides;
mod stack;
mod symmetry;
mod throws;
mod tops;
mod window;
mod zobrist;

pub use color::{ByColor, Color};
pub use dispatch::{KernelError, kernel, use_kernel};
pub use game::Game;
pub use game_type::GameType;
pub use hex::{Direction, Hex};
pub use illegal_move::IllegalMove;
pub use moves::Move;
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use piece::{Bug, Piece};
pub use position::{Position, SetupError, Undo};
