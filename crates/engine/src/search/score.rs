//! Scores: evaluations in hundredths of a liberty, and distances to forced wins and losses.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score: a value in hundredths of a liberty, or the distance to a forced win or loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The maximum ply of a search.
    pub const MAX_PLY: usize = 250;

    const WIN: i32 = 32_000;
    const MIN_WIN: i32 = Self::WIN - Self::MAX_PLY as i32;

    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Greater than any score.
    pub const INFINITE: Self = Self(Self::WIN + 1);

    /// A score without a forced win or loss, clamped to its range.
    #[inline]
    pub const fn new(centiliberties: i32) -> Self {
        let most = Self::MIN_WIN - 1;
        if centiliberties > most {
            Self(most)
        } else if centiliberties < -most {
            Self(-most)
        } else {
            Self(centiliberties)
        }
    }

    /// A forced win in this many plies (a mate score).
    #[inline]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN - plies as i32)
    }

    /// A forced loss in this many plies.
    #[inline]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - Self::WIN)
    }

    /// The score in hundredths of a liberty; meaningless if decisive.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether this is a forced win or loss.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::MIN_WIN
    }

    /// Whether this is a forced win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MIN_WIN
    }

    /// Whether this is a forced loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MIN_WIN
    }

    /// The plies to a forced win (positive) or loss (negative or zero).
    pub fn plies_to_end(self) -> Option<i16> {
        if self.is_win() {
            Some((Self::WIN - self.0) as i16)
        } else if self.is_loss() {
            Some((-Self::WIN - self.0) as i16)
        } else {
            None
        }
    }

    /// Converts to a transposition table score: there, the distance to a win or loss is from the
    /// node instead of the root.
    #[inline]
    pub(super) fn to_table(self, ply: usize) -> i16 {
        let ply = ply as i32;
        (if self.is_win() {
            self.0 + ply
        } else if self.is_loss() {
            self.0 - ply
        } else {
            self.0
        }) as i16
    }

    /// Converts from a transposition table score: the reverse of [`to_table`](Self::to_table).
    #[inline]
    pub(super) fn from_table(stored: i16, ply: usize) -> Self {
        let (score, ply) = (Self(i32::from(stored)), ply as i32);
        if score.is_win() {
            Self(score.0 - ply)
        } else if score.is_loss() {
            Self(score.0 + ply)
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Raises a bound by a margin.
impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, margin: i32) -> Self {
        Self(self.0.saturating_add(margin))
    }
}

/// Lowers a bound by a margin.
impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, margin: i32) -> Self {
        Self(self.0.saturating_sub(margin))
    }
}

impl fmt::Display for Score {
    /// Liberties with two decimals, or a forced win or loss in plies, such as `win in 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {}", -plies),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert!(Score::win_in(Score::MAX_PLY) > Score::new(i32::MAX));
        assert!(Score::loss_in(Score::MAX_PLY) < Score::new(i32::MIN));
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
        assert!(Score::INFINITE > Score::win_in(0));
        assert!(-Score::INFINITE < Score::loss_in(0));
    }

    #[test]
    fn evaluations_are_clamped_below_all_wins() {
        let most = 32_000 - 250 - 1;
        for (value, expected) in [
            (0, 0),
            (-77, -77),
            (most, most),
            (most + 1, most),
            (i32::MAX, most),
            (-most, -most),
            (-most - 1, -most),
            (-i32::MAX, -most),
        ] {
            assert_eq!(Score::new(value).value(), expected, "{value}");
            assert!(!Score::new(value).is_decisive(), "{value}");
        }
    }

    #[test]
    fn wins_and_losses_are_decisive_up_to_the_maximum_ply() {
        for plies in [0, 1, Score::MAX_PLY] {
            let (win, loss) = (Score::win_in(plies), Score::loss_in(plies));
            assert_eq!((win.is_decisive(), win.is_win(), win.is_loss()), (true, true, false));
            assert_eq!((loss.is_decisive(), loss.is_win(), loss.is_loss()), (true, false, true));
            assert_eq!(win.plies_to_end(), Some(plies as i16));
            assert_eq!(loss.plies_to_end(), Some(-(plies as i16)));
        }
        let quiet = Score::new(7);
        assert_eq!((quiet.is_decisive(), quiet.is_win(), quiet.is_loss()), (false, false, false));
        assert_eq!(quiet.plies_to_end(), None);
    }

    #[test]
    fn the_table_counts_wins_and_losses_from_the_node() {
        assert_eq!(Score::from_table(Score::win_in(7).to_table(4), 0), Score::win_in(3));
        assert_eq!(Score::from_table(Score::win_in(7).to_table(4), 6), Score::win_in(9));
        assert_eq!(Score::from_table(Score::loss_in(8).to_table(4), 0), Score::loss_in(4));
        assert_eq!(Score::from_table(Score::loss_in(8).to_table(4), 6), Score::loss_in(10));
        for score in [Score::win_in(7), Score::loss_in(8), Score::new(-321), Score::new(321)] {
            assert_eq!(Score::from_table(score.to_table(4), 4), score);
        }
        assert_eq!(Score::from_table(Score::new(-321).to_table(9), 2), Score::new(-321));
    }

    #[test]
    fn margins_move_bounds_and_saturate() {
        assert_eq!(Score::new(5) + 3, Score::new(8));
        assert_eq!(Score::new(5) - 3, Score::new(2));
        assert_eq!((Score::new(5) + i32::MAX).value(), i32::MAX);
        assert_eq!((Score::new(-5) - i32::MAX).value(), i32::MIN);
    }

    #[test]
    fn scores_are_written_in_liberties_or_plies() {
        assert_eq!(Score::new(125).to_string(), "+1.25");
        assert_eq!(Score::new(-5).to_string(), "-0.05");
        assert_eq!(Score::win_in(3).to_string(), "win in 3");
        assert_eq!(Score::loss_in(2).to_string(), "loss in 2");
        assert_eq!(Score::loss_in(0).to_string(), "loss in 0");
    }
}
