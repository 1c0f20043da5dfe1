//! What a search is for.

use super::params::Params;

/// What a search is for. It decides what a draw is worth, and how many lines are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play for the side to move: a draw costs it [`Params::contempt`].
    Play,
    /// To play, by the caller's choice among so many best lines with exact scores.
    Choose {
        /// The number of lines, at least one.
        lines: usize,
    },
    /// To foresee what the side to move does against the player who is asking: a draw costs the
    /// other side as much.
    Foresee,
    /// To score the position for both sides: a draw is worth nothing to either.
    Score {
        /// The number of best lines with exact scores (multi-PV), at least one.
        lines: usize,
    },
}

impl Purpose {
    /// To score the position by its best line.
    pub const SCORE: Self = Self::Score { lines: 1 };

    /// Whether the move that it finds is to be played now.
    pub(super) fn is_to_play(self) -> bool {
        matches!(self, Self::Play | Self::Choose { .. })
    }

    pub(super) fn lines(self) -> usize {
        match self {
            Self::Play | Self::Foresee => 1,
            Self::Choose { lines } | Self::Score { lines } => lines,
        }
    }

    /// What a draw costs the side to move at the root.
    pub(super) fn contempt(self, params: &Params) -> i32 {
        match self {
            Self::Play | Self::Choose { .. } => params.contempt,
            Self::Foresee => -params.contempt,
            Self::Score { .. } => 0,
        }
    }
}
