//! The result of a game on the board.

use super::Color;

/// The end of a game by surrounded queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won: only the other queen is surrounded.
    Win(Color),
    /// Both queens are surrounded.
    Draw,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }
}
