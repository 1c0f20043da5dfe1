//! Bugs, and the 28 pieces of a full game.

use std::fmt;

use super::Color;

/// Makes of each row `Bug: "name", letter, quantity;` a kind of [`Bug`].
macro_rules! bugs {
    ($($(#[$doc:meta])* $bug:ident: $name:literal, $letter:literal, $quantity:literal;)*) => {
        /// A kind of piece.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Bug {
            $($(#[$doc])* $bug,)*
        }

        impl Bug {
            /// All kinds, in the order of piece indices.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$bug),*];
            /// The number of kinds.
            pub const COUNT: usize = [$(Self::$bug),*].len();

            /// The kind's English name.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$bug => $name,)*
                }
            }

            /// The letter that UHP uses for this kind, upper case.
            #[inline]
            pub const fn letter(self) -> char {
                match self {
                    $(Self::$bug => $letter,)*
                }
            }

            /// How many of this kind each player has, if it is in play.
            #[inline]
            pub const fn quantity(self) -> u8 {
                match self {
                    $(Self::$bug => $quantity,)*
                }
            }
        }
    };
}

bugs! {
    /// Queen Bee: one slide; surrounded, she loses the game.
    Queen: "Queen Bee", 'Q', 1;
    /// Spider: exactly three slides.
    Spider: "Spider", 'S', 2;
    /// Beetle: one step, also onto and along the top of the hive.
    Beetle: "Beetle", 'B', 2;
    /// Grasshopper: jumps straight over a row of pieces.
    Grasshopper: "Grasshopper", 'G', 3;
    /// Soldier Ant: any number of slides.
    Ant: "Soldier Ant", 'A', 3;
    /// Mosquito: moves as its neighbors do.
    Mosquito: "Mosquito", 'M', 1;
    /// Ladybug: two steps on top of the hive and one down.
    Ladybug: "Ladybug", 'L', 1;
    /// Pillbug: one slide, or throws a neighbor.
    Pillbug: "Pillbug", 'P', 1;
}

impl Bug {
    /// The kind with this letter, in either case.
    #[inline]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|bug| bug.letter() == letter)
    }

    /// Whether it may stand on another piece.
    #[inline]
    pub const fn climbs(self) -> bool {
        match self {
            Self::Beetle | Self::Mosquito => true,
            Self::Queen
            | Self::Spider
            | Self::Grasshopper
            | Self::Ant
            | Self::Ladybug
            | Self::Pillbug => false,
        }
    }

    /// Whether it may throw other pieces, itself or as a bug it touches.
    #[inline]
    pub const fn throws(self) -> bool {
        match self {
            Self::Pillbug | Self::Mosquito => true,
            Self::Queen
            | Self::Spider
            | Self::Beetle
            | Self::Grasshopper
            | Self::Ant
            | Self::Ladybug => false,
        }
    }

    /// The first slot of this kind among the pieces of a player.
    #[inline]
    pub const fn first_slot(self) -> u8 {
        FIRST_SLOT[self as usize]
    }
}

const FIRST_SLOT: [u8; Bug::COUNT] = {
    let mut slots = [0; Bug::COUNT];
    let mut kind = 1;
    while kind < Bug::COUNT {
        slots[kind] = slots[kind - 1] + Bug::ALL[kind - 1].quantity();
        kind += 1;
    }
    slots
};

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The kinds of a player's pieces, by slot.
const BUG_OF_SLOT: [Bug; Piece::PER_PLAYER] = {
    let mut bugs = [Bug::Queen; Piece::PER_PLAYER];
    let mut kind = 0;
    while kind < Bug::COUNT {
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
/// Pieces of a kind are numbered in the order of placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

impl Piece {
    /// Pieces of one player in a game with all expansions.
    pub const PER_PLAYER: usize = {
        let last = Bug::ALL[Bug::COUNT - 1];
        (last.first_slot() + last.quantity()) as usize
    };
    /// Pieces in a game with all expansions.
    pub const COUNT: usize = 2 * Self::PER_PLAYER;

    /// The piece with this color, kind and number, counted from 1; `None` if the kind has fewer.
    #[inline]
    pub const fn new(color: Color, bug: Bug, number: u8) -> Option<Self> {
        if number == 0 || number > bug.quantity() {
            return None;
        }
        Some(Self(color as u8 * Self::PER_PLAYER as u8 + bug.first_slot() + number - 1))
    }

    /// The queen of this player.
    #[inline]
    pub const fn queen(color: Color) -> Self {
        Self(color as u8 * Self::PER_PLAYER as u8)
    }

    /// The piece with this [`index`](Self::index).
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Piece::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "no such piece");
        Self(index as u8)
    }

    /// All pieces, White's first, in the order of their index.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The pieces of one player.
    #[inline]
    pub fn of(color: Color) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let first = Self::queen(color).index();
        (first..first + Self::PER_PLAYER).map(Self::from_index)
    }

    /// A dense index below [`Piece::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose piece it is.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 < Self::PER_PLAYER as u8 { Color::White } else { Color::Black }
    }

    /// What kind of piece it is.
    #[inline]
    pub const fn bug(self) -> Bug {
        BUG_OF_SLOT[self.0 as usize % Self::PER_PLAYER]
    }

    /// Its number among its kind, from 1, in order of placement.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 % Self::PER_PLAYER as u8 - self.bug().first_slot() + 1
    }
}

/// The UHP name: color, kind, and a number if there are several of the kind.
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
    fn a_kind_is_known_by_its_letter() {
        for bug in Bug::ALL {
            assert_eq!(Bug::from_letter(bug.letter()), Some(bug));
            assert_eq!(Bug::from_letter(bug.letter().to_ascii_lowercase()), Some(bug));
        }
        assert_eq!(Bug::from_letter('x'), None);
    }

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
