//! A hive as it looks from above.

use super::bitboard::words::Portable;
use super::bitboard::{Bitboard, Words};
use super::stack::Stack;
use super::{ByColor, Piece};

/// The stacks as sets of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tops<B> {
    /// By the color on top.
    pub(super) of: ByColor<B>,
    /// Those of two or more.
    pub(super) stacked: B,
}

impl<B: Bitboard> Tops<B> {
    /// No stacks.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { of: ByColor { white: B::empty(), black: B::empty() }, stacked: B::empty() }
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
    pub(super) fn on<B: Bitboard<Words = Words>>(&self) -> Tops<B> {
        Tops {
            of: ByColor {
                white: B::from_words(self.of.white.words()),
                black: B::from_words(self.of.black.words()),
            },
            stacked: B::from_words(self.stacked.words()),
        }
    }
}
