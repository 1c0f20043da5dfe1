//! How good a move was, in a word.

use std::fmt;

/// How good a move was, by what it has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// It has cost nothing that counts.
    Good,
    /// It has cost a little.
    Inaccuracy,
    /// It has cost much.
    Mistake,
    /// It may have cost the game.
    Blunder,
}

impl Mark {
    /// All of them, from the best to the worst.
    pub const ALL: [Self; 4] = [Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark for a loss in chances, where 1 is a whole point.
    ///
    /// Losses are rounded to whole percents first, as people see them.
    #[must_use]
    pub fn of_loss(loss: f64) -> Self {
        match (loss * 100.0).round() as i32 {
            ..5 => Self::Good,
            5..10 => Self::Inaccuracy,
            10..20 => Self::Mistake,
            20.. => Self::Blunder,
        }
    }

    /// The sign that players write behind a move; none behind a good one.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
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
    fn the_boundaries_belong_to_the_worse_mark() {
        for (loss, mark) in [
            (-0.2, Mark::Good),
            (0.0, Mark::Good),
            (0.044, Mark::Good),
            (0.05, Mark::Inaccuracy),
            (0.094, Mark::Inaccuracy),
            (0.1, Mark::Mistake),
            (0.194, Mark::Mistake),
            (0.2, Mark::Blunder),
            (1.0, Mark::Blunder),
        ] {
            assert_eq!(Mark::of_loss(loss), mark, "{loss}");
        }
    }

    #[test]
    fn a_loss_is_judged_as_it_is_shown() {
        assert_eq!(Mark::of_loss(0.0496), Mark::Inaccuracy, "shown as 5 %");
        assert_eq!(Mark::of_loss(0.1951), Mark::Blunder, "shown as 20 %");
    }

    #[test]
    fn a_greater_loss_never_has_a_better_mark() {
        let marks = (0..=100).map(|percent| Mark::of_loss(f64::from(percent) / 100.0));
        assert!(marks.is_sorted());
    }
}
