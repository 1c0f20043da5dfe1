//! A player's moves added up.

use super::{Mark, Review};
use crate::rules::Color;

/// How well one player has played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarkCounts {
    /// Moves that were a choice.
    pub choices: usize,
    /// How many of them the search would have played too.
    pub best: usize,
    /// How many of them have each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; 4],
    /// How often a forced win was let go.
    pub missed_wins: usize,
    /// What a choice has cost on average, where 1 is a whole point.
    pub mean_loss: f64,
}

impl MarkCounts {
    /// Adds up the moves of one player; forced ones do not count.
    #[must_use]
    pub fn of(review: &Review, player: Color) -> Self {
        let mut counts = Self::default();
        let mut loss = 0.0;
        for reviewed in review.moves.iter().filter(|reviewed| reviewed.player == player) {
            if reviewed.is_forced {
                continue;
            }
            let judgment = &reviewed.judgment;
            counts.choices += 1;
            counts.best += usize::from(reviewed.is_best);
            counts.marks[judgment.mark as usize] += 1;
            counts.missed_wins += usize::from(judgment.missed_win.is_some());
            loss += judgment.loss;
        }
        counts.mean_loss = loss / counts.choices.max(1) as f64;
        counts
    }

    /// How many moves have this mark.
    #[must_use]
    pub fn marked(&self, mark: Mark) -> usize {
        self.marks[mark as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn forced_moves_count_for_nothing() {
        let review = sample();
        let (white, black) =
            (MarkCounts::of(&review, Color::White), MarkCounts::of(&review, Color::Black));
        assert_eq!((white.choices, black.choices), (3, 2), "one of Black's three was forced");
        assert_eq!(white.marks.iter().sum::<usize>(), white.choices);
        assert_eq!(white.best, 1);
        assert_eq!(white.marked(Mark::Blunder), 1);
        assert_eq!(black.missed_wins, 1);
        assert!(white.mean_loss > 0.1, "{}", white.mean_loss);
    }
}
