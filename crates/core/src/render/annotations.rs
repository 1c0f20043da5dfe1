//! Arrows and marks on a picture.

use crate::rules::{Hex, Move, Piece, Position};

/// Where an arrow begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tail {
    /// At a hex.
    Hex(Hex),
    /// At the pieces of this kind in a player's hand.
    Hand(Piece),
}

/// The color of an arrow or an outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The usual one.
    #[default]
    Green,
    /// A red one.
    Red,
    /// A blue one.
    Blue,
    /// A yellow one.
    Yellow,
}

impl Ink {
    /// All colors, with their names.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("green", Self::Green),
        ("red", Self::Red),
        ("blue", Self::Blue),
        ("yellow", Self::Yellow),
    ];
}

/// An arrow to a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub tail: Tail,
    /// Where it ends.
    pub head: Hex,
    /// Its color.
    pub ink: Ink,
}

impl Arrow {
    /// The arrow that shows a move of a position; `None` for a pass.
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        let Move::To { piece, hex } = mv else { return None };
        let tail = position.hex_of(piece).map_or(Tail::Hand(piece), Tail::Hex);
        Some(Self { tail, head: hex, ink: Ink::default() })
    }
}

/// What is drawn on top of a position. Hexes that are neither on the hive nor beside it have no
/// place in a picture: what needs one is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Arrows, the first on top.
    pub arrows: Vec<Arrow>,
    /// Hexes with an outline.
    pub marks: Vec<(Hex, Ink)>,
}

impl Annotations {
    /// All hexes that they need.
    pub fn hexes(&self) -> Vec<Hex> {
        let tails = self.arrows.iter().filter_map(|arrow| match arrow.tail {
            Tail::Hex(hex) => Some(hex),
            Tail::Hand(_) => None,
        });
        let heads = self.arrows.iter().map(|arrow| arrow.head);
        self.marks.iter().map(|(hex, _)| *hex).chain(tails).chain(heads).collect()
    }
}
