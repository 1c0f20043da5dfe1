//! The mark of a move, in a word.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a move cost, in a word. Each move has exactly one mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The only legal move.
    Forced,
    /// The move that the search would play, or one that wins at once.
    Best,
    /// Another move that costs almost nothing.
    Good,
    /// It costs a little.
    Inaccuracy,
    /// It costs much.
    Mistake,
    /// It may have cost the game.
    Blunder,
}

impl Mark {
    /// All marks, from the best to the worst.
    pub const ALL: [Self; 6] =
        [Self::Forced, Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark of a move that was neither forced nor best, by its loss in chances, where 1 is a
    /// whole point.
    ///
    /// Losses are rounded to whole percents first, as they are displayed.
    pub fn of_loss(loss: f64) -> Self {
        match (loss * 100.0).round() as i32 {
            ..5 => Self::Good,
            5..10 => Self::Inaccuracy,
            10..20 => Self::Mistake,
            20.. => Self::Blunder,
        }
    }

    /// Whether the move is an inaccuracy or worse.
    pub fn is_error(self) -> bool {
        self > Self::Good
    }

    /// The mark if the error may be the search's: one grade milder, except for a blunder.
    #[must_use]
    pub(crate) const fn milder(self) -> Self {
        match self {
            Self::Forced | Self::Best | Self::Blunder => self,
            Self::Good | Self::Inaccuracy => Self::Good,
            Self::Mistake => Self::Inaccuracy,
        }
    }

    /// The annotation symbol that follows a move; empty unless it is an error.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Forced | Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Forced => "forced",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundaries_belong_to_the_worse_mark_and_losses_are_judged_as_displayed() {
        for (loss, mark) in [
            (-0.2, Mark::Good),
            (0.0, Mark::Good),
            (0.044, Mark::Good),
            (0.0496, Mark::Inaccuracy),
            (0.05, Mark::Inaccuracy),
            (0.094, Mark::Inaccuracy),
            (0.1, Mark::Mistake),
            (0.194, Mark::Mistake),
            (0.1951, Mark::Blunder),
            (0.2, Mark::Blunder),
            (1.0, Mark::Blunder),
        ] {
            assert_eq!(Mark::of_loss(loss), mark, "{loss}");
        }
    }

    #[test]
    fn a_greater_loss_never_has_a_better_mark() {
        let marks = (0..=100).map(|percent| Mark::of_loss(f64::from(percent) / 100.0));
        assert!(marks.is_sorted());
    }

    #[test]
    fn errors_and_only_they_have_a_sign() {
        assert!(Mark::ALL.is_sorted());
        assert_eq!(Mark::ALL.iter().filter(|mark| mark.is_error()).count(), 3);
        assert!(Mark::ALL.iter().all(|mark| mark.is_error() != mark.sign().is_empty()));
    }
}
