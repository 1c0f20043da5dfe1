//! A player's moves counted by their marks, and their average cost.

use super::accuracy::accuracy;
use super::game_review::Review;
use super::mark::Mark;
use waggle_hive_core::rules::Color;

/// A summary of one player's moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarkCounts {
    /// The number of moves with each mark, in the order of [`Mark::ALL`].
    counts: [usize; Mark::ALL.len()],
    /// The number of moves before which the player had a proven win, and after which none.
    pub missed_wins: usize,
    /// The mean loss of the moves that were not forced, where 1 is a whole point.
    pub mean_loss: f64,
    /// The mean [`accuracy()`] of the same moves, in percent; `None` if there are none.
    pub accuracy: Option<f64>,
}

impl MarkCounts {
    /// Counts the moves of one player.
    #[must_use]
    pub fn of(review: &Review, player: Color) -> Self {
        let mut counts = Self::default();
        let (mut loss, mut accurate) = (0.0, 0.0);
        for reviewed in review.moves.iter().filter(|reviewed| reviewed.player == player) {
            let judgment = &reviewed.judgment;
            counts.counts[judgment.mark as usize] += 1;
            counts.missed_wins += usize::from(judgment.missed_win.is_some() && reviewed.proven[0]);
            loss += judgment.loss;
            if judgment.mark != Mark::Forced {
                accurate += accuracy(judgment.loss);
            }
        }
        counts.mean_loss = loss / counts.choices().max(1) as f64;
        counts.accuracy = (counts.choices() > 0).then(|| accurate / counts.choices() as f64);
        counts
    }

    /// The number of moves with this mark.
    #[must_use]
    pub fn count(&self, mark: Mark) -> usize {
        self.counts[mark as usize]
    }

    /// All moves of the player.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The moves that were not forced.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.moves() - self.count(Mark::Forced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn each_move_is_counted_once() {
        let review = sample();
        let [white, black] = Color::ALL.map(|color| MarkCounts::of(&review, color));
        let counts = |player: &MarkCounts| Mark::ALL.map(|mark| player.count(mark));
        assert_eq!(counts(&white), [0, 2, 0, 0, 0, 1]);
        assert_eq!(counts(&black), [1, 1, 0, 0, 0, 1]);
        assert_eq!([white.moves(), white.choices()], [3, 3]);
        assert_eq!([black.moves(), black.choices()], [3, 2]);
        assert_eq!([white.missed_wins, black.missed_wins], [0, 1]);
    }

    #[test]
    fn forced_moves_do_not_lower_the_mean_loss() {
        let review = sample();
        let black = MarkCounts::of(&review, Color::Black);
        let losses = review.moves.iter().filter(|reviewed| reviewed.player == Color::Black);
        let sum: f64 = losses.map(|reviewed| reviewed.judgment.loss).sum();
        assert!(sum > 0.1 && (black.mean_loss - sum / 2.0).abs() < 1e-12, "{black:?}");
    }
}
