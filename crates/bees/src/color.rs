//! The two players of Bees!.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Plays first, from the top of the page.
    Black,
    /// Plays second, from the bottom.
    White,
}

impl Color {
    /// Both players, in the order of play.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The letter of this player: `b` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }

    /// A letter in this player's case: Black's are capitals.
    pub(crate) const fn cased(self, letter: char) -> char {
        match self {
            Self::Black => letter.to_ascii_uppercase(),
            Self::White => letter.to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// Indexes a pair by color, Black first.
impl<T> Index<Color> for [T; 2] {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        let [black, white] = self;
        match color {
            Color::Black => black,
            Color::White => white,
        }
    }
}

impl<T> IndexMut<Color> for [T; 2] {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        let [black, white] = self;
        match color {
            Color::Black => black,
            Color::White => white,
        }
    }
}
