//! Bugs and pieces: the 28 tiles of a full game.

use std::fmt;

use super::Color;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Bug {
    /// Queen Bee: one slide; surrounded, she loses the game.
    Queen,
    /// Spider: exactly three slides.
    Spider,
    /// Beetle: one step, also onto and along the top of the hive.
    Beetle,
    /// Grasshopper: jumps straight over a row of pieces.
    Grasshopper,
    /// Soldier Ant: any number of slides.
    Ant,
    /// Mosquito: moves as its neighbours do.
    Mosquito,
    /// Ladybug: two steps on top of the hive and one down.
    Ladybug,
    /// Pillbug: one slide, or throws a neighbour.
    Pillbug,
}

impl Bug {
    /// All kinds, in the order in which pieces are numbered.
    pub const ALL: [Self; 8] = [
        Self::Queen,
        Self::Spider,
        Self::Beetle,
        Self::Grasshopper,
        Self::Ant,
        Self::Mosquito,
        Self::Ladybug,
        Self::Pillbug,
    ];

    /// How many of this kind a player has when the kind is in play.
    #[must_use]
    #[inline]
    pub const fn quantity(self) -> u8 {
        match self {
            Self::Queen | Self::Mosquito | Self::Ladybug | Self::Pillbug => 1,
            Self::Spider | Self::Beetle => 2,
            Self::Grasshopper | Self::Ant => 3,
        }
    }

    /// The letter that UHP uses for this kind, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Queen => 'Q',
            Self::Spider => 'S',
            Self::Beetle => 'B',
            Self::Grasshopper => 'G',
            Self::Ant => 'A',
            Self::Mosquito => 'M',
            Self::Ladybug => 'L',
            Self::Pillbug => 'P',
        }
    }

    /// The kind with this letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|bug| bug.letter() == letter)
    }

    /// The first place of this kind among one player's fourteen pieces.
    #[inline]
    pub(crate) const fn first_slot(self) -> u8 {
        match self {
            Self::Queen => 0,
            Self::Spider => 1,
            Self::Beetle => 3,
            Self::Grasshopper => 5,
            Self::Ant => 8,
            Self::Mosquito => 11,
            Self::Ladybug => 12,
            Self::Pillbug => 13,
        }
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Queen => "Queen Bee",
            Self::Spider => "Spider",
            Self::Beetle => "Beetle",
            Self::Grasshopper => "Grasshopper",
            Self::Ant => "Soldier Ant",
            Self::Mosquito => "Mosquito",
            Self::Ladybug => "Ladybug",
            Self::Pillbug => "Pillbug",
        })
    }
}

/// The kind that each of a player's fourteen slots belongs to.
const BUG_OF_SLOT: [Bug; Piece::PER_PLAYER] = {
    let mut bugs = [Bug::Queen; Piece::PER_PLAYER];
    let mut kind = 0;
    while kind < Bug::ALL.len() {
        let bug = Bug::ALL[kind];
        let mut number = 0;
        while number < bug.quantity() {
            bugs[(bug.first_slot() + number) as usize] = bug;
            number += 1;
        }
        kind += 1;
    }
    bugs
};

/// One tile, such as `wA1`: White's first Soldier Ant.
///
/// Pieces of a kind are numbered in the order in which they enter the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

impl Piece {
    /// Pieces of one player in a game with all expansions.
    pub const PER_PLAYER: usize = 14;
    /// Pieces in a game with all expansions.
    pub const COUNT: usize = 2 * Self::PER_PLAYER;

    /// The piece of this color and kind with this number, counted from 1;
    /// `None` if the kind has fewer.
    #[must_use]
    pub const fn new(color: Color, bug: Bug, number: u8) -> Option<Self> {
        if number == 0 || number > bug.quantity() {
            return None;
        }
        Some(Self(color as u8 * Self::PER_PLAYER as u8 + bug.first_slot() + number - 1))
    }

    /// The queen of this player.
    #[must_use]
    #[inline]
    pub const fn queen(color: Color) -> Self {
        Self(color as u8 * Self::PER_PLAYER as u8)
    }

    /// The piece with this [`index`](Self::index).
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Piece::COUNT`].
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "a piece index is below 28");
        Self(index as u8)
    }

    /// All 28 pieces, White's first, in the order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The fourteen pieces of one player.
    pub fn of(color: Color) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let first = Self::queen(color).index();
        (first..first + Self::PER_PLAYER).map(Self::from_index)
    }

    /// A dense number below [`Piece::COUNT`], for arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose piece it is.
    #[must_use]
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 < Self::PER_PLAYER as u8 { Color::White } else { Color::Black }
    }

    /// What kind of piece it is.
    #[must_use]
    #[inline]
    pub const fn bug(self) -> Bug {
        BUG_OF_SLOT[self.0 as usize % Self::PER_PLAYER]
    }

    /// Its number among its kind, from 1, in order of entry.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 % Self::PER_PLAYER as u8 - self.bug().first_slot() + 1
    }
}

/// The UHP name: color, kind, and a number where there are several of the kind.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bug = self.bug();
        write!(f, "{}{}", self.color().letter(), bug.letter())?;
        if bug.quantity() > 1 {
            write!(f, "{}", self.number())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_found_by_its_parts() {
        for piece in Piece::all() {
            assert_eq!(Piece::new(piece.color(), piece.bug(), piece.number()), Some(piece));
            assert_eq!(Piece::from_index(piece.index()), piece);
        }
        assert_eq!(Piece::new(Color::White, Bug::Queen, 2), None);
        assert_eq!(Piece::new(Color::White, Bug::Queen, 0), None);
    }

    #[test]
    fn names_are_those_of_uhp() {
        let names: Vec<String> = Piece::of(Color::Black).map(|piece| piece.to_string()).collect();
        assert_eq!(names.join(" "), "bQ bS1 bS2 bB1 bB2 bG1 bG2 bG3 bA1 bA2 bA3 bM bL bP");
    }
}
