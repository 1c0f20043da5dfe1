//! Scores.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// What a position is worth to a player, in hundredths of a liberty (a filled neighbor
/// of a queen), or how far away a forced end is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The deepest that a line can go, in plies.
    pub const MAX_PLY: usize = 250;

    const WIN: i32 = 32_000;
    const LEAST_WIN: i32 = Self::WIN - Self::MAX_PLY as i32;

    /// Nobody wins.
    pub const DRAW: Self = Self(0);
    /// More than any score.
    pub const INFINITE: Self = Self(Self::WIN + 1);

    /// A score without a forced end, limited to the range of such scores.
    #[must_use]
    #[inline]
    pub const fn new(centiliberties: i32) -> Self {
        let most = Self::LEAST_WIN - 1;
        if centiliberties > most {
            Self(most)
        } else if centiliberties < -most {
            Self(-most)
        } else {
            Self(centiliberties)
        }
    }

    /// A forced win after this many plies (a mate score in chess).
    #[must_use]
    #[inline]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN - plies as i32)
    }

    /// A forced loss after this many plies.
    #[must_use]
    #[inline]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - Self::WIN)
    }

    /// The score in hundredths of a liberty; of no meaning for a decisive one.
    #[must_use]
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether one side can force a win.
    #[must_use]
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::LEAST_WIN
    }

    /// Whether the player can force a win.
    #[must_use]
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::LEAST_WIN
    }

    /// Whether the opponent can force a win.
    #[must_use]
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::LEAST_WIN
    }

    /// The plies to a forced end: positive for a win, negative or zero for a loss.
    #[must_use]
    pub fn plies_to_end(self) -> Option<i16> {
        if self.is_win() {
            Some((Self::WIN - self.0) as i16)
        } else if self.is_loss() {
            Some((-Self::WIN - self.0) as i16)
        } else {
            None
        }
    }

    /// The score as seen from a position `ply` plies further on, where a forced end is
    /// that much nearer: the form in which a table keeps it.
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

    /// The reverse of [`to_table`](Self::to_table).
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

/// Raises a bound by a margin; meant for windows, so it may leave the range.
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
    /// Liberties with two decimals, or the plies to a forced end as `win in 3`.
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
    fn a_shorter_win_is_better_and_a_longer_loss_too() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert!(Score::win_in(Score::MAX_PLY) > Score::new(i32::MAX));
        assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
        assert_eq!(Score::loss_in(2).plies_to_end(), Some(-2));
        assert_eq!(Score::new(7).plies_to_end(), None);
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
    }

    #[test]
    fn the_distance_to_the_end_is_counted_from_where_one_stands() {
        let at_ply_four = Score::win_in(7);
        let stored = at_ply_four.to_table(4);
        assert_eq!(Score::from_table(stored, 4), at_ply_four);
        assert_eq!(Score::from_table(stored, 0), Score::win_in(3));
    }

    #[test]
    fn scores_read_as_people_write_them() {
        assert_eq!(Score::new(125).to_string(), "+1.25");
        assert_eq!(Score::win_in(3).to_string(), "win in 3");
        assert_eq!(Score::loss_in(0).to_string(), "loss in 0");
    }
}
