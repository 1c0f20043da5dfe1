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

/// An arrow to a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub tail: Tail,
    /// Where it ends.
    pub head: Hex,
}

impl Arrow {
    /// The arrow that shows a move of a position; `None` for a pass.
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        let Move::To { piece, hex } = mv else { return None };
        Some(Self { tail: position.hex_of(piece).map_or(Tail::Hand(piece), Tail::Hex), head: hex })
    }
}

/// What is drawn on top of a position. Hexes that are neither on the hive nor beside it have no
/// place in a picture: what needs one is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Arrows, the first on top.
    pub arrows: Vec<Arrow>,
    /// Hexes with an outline.
    pub marks: Vec<Hex>,
}

impl Annotations {
    /// All hexes that they need.
    #[must_use]
    pub fn hexes(&self) -> Vec<Hex> {
        let tails = self.arrows.iter().filter_map(|arrow| match arrow.tail {
            Tail::Hex(hex) => Some(hex),
            Tail::Hand(_) => None,
        });
        let heads = self.arrows.iter().map(|arrow| arrow.head);
        self.marks.iter().copied().chain(tails).chain(heads).collect()
    }
}
