//! A hive as it looks from above.

use super::grid::words::Portable;
use super::grid::{Grid, Words};
use super::stack::Stack;
use super::{ByColor, Piece};

/// The stacks as sets of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tops<G> {
    /// By the color on top.
    pub(super) of: ByColor<G>,
    /// Those of two or more.
    pub(super) stacked: G,
}

impl<G: Grid> Tops<G> {
    /// No stacks.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { of: ByColor { white: G::empty(), black: G::empty() }, stacked: G::empty() }
    }

    /// Adds a stack so high with this piece on top.
    #[inline(always)]
    pub(super) fn add_stack(&mut self, top: Piece, height: u8, index: usize) {
        self.of[top.color()].toggle(index);
        if height > 1 {
            self.stacked.toggle(index);
        }
    }

    /// Puts a piece onto the hex with this number, on top of what lies there, or takes it off
    /// again.
    #[inline(always)]
    pub(super) fn toggle(&mut self, piece: Piece, under: Stack, index: usize) {
        self.of[piece.color()].toggle(index);
        if let Some(covered) = under.top() {
            self.of[covered.color()].toggle(index);
            if under.height() == 1 {
                self.stacked.toggle(index);
            }
        }
    }
}

impl Tops<Portable> {
    /// The same on another kind of window.
    #[inline(always)]
    pub(super) fn on<G: Grid<Words = Words>>(&self) -> Tops<G> {
        Tops {
            of: ByColor {
                white: G::from_words(self.of.white.words()),
                black: G::from_words(self.of.black.words()),
            },
            stacked: G::from_words(self.stacked.words()),
        }
    }
}
