//! The pieces and their names.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    White,
    Black,
}

impl Color {
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bug {
    Queen,
    Spider,
    Beetle,
    Grasshopper,
    Ant,
    Mosquito,
    Ladybug,
    Pillbug,
}

impl Bug {
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

    pub fn letter(self) -> char {
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

    /// How many each player has, if it is in play.
    pub fn count(self) -> u8 {
        match self {
            Self::Queen | Self::Mosquito | Self::Ladybug | Self::Pillbug => 1,
            Self::Spider | Self::Beetle => 2,
            Self::Grasshopper | Self::Ant => 3,
        }
    }
}

/// A piece: color, bug, and number in the order of placement, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    pub color: Color,
    pub bug: Bug,
    pub number: u8,
}

impl Piece {
    /// Parses a name such as `wA1` or `bQ`.
    pub fn parse(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let color = match letters.next()? {
            'w' => Color::White,
            'b' => Color::Black,
            _ => return None,
        };
        let letter = letters.next()?;
        let bug = Bug::ALL.into_iter().find(|bug| bug.letter() == letter)?;
        let number = match letters.as_str() {
            "" if bug.count() == 1 => 1,
            digit => digit.parse().ok().filter(|number| (1..=bug.count()).contains(number))?,
        };
        Some(Self { color, bug, number })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "{color}{}", self.bug.letter())?;
        if self.bug.count() > 1 { write!(f, "{}", self.number) } else { Ok(()) }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
