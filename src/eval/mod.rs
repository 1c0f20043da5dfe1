//! Static evaluation: what a position is worth without looking ahead.
//!
//! A small network over features of both players, seen by the player to move: the value
//! does not depend on colors, nor on how the hive lies.

mod explanation;
mod features;
mod learned;
mod network;
mod standing;
mod tally;
mod value;

pub use explanation::{Explained, explain};
pub use features::{Feature, Features};
pub use network::{CLIP, HIDDEN, SCALE, Weights};

use crate::rules::Position;
use value::Value;

/// The value of the position for the player to move, in hundredths of a liberty.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let mut value = Value::new(position.side_to_move());
    tally::tally(position, &position.overview(), &mut value);
    value.steps() / SCALE
}
