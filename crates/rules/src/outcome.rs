//! The result of a game on the board.

use super::Color;

/// How a game has ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won; in Hive, only the other queen is surrounded.
    Win(Color),
    /// A draw; in Hive, both queens are surrounded.
    Draw,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }
}
