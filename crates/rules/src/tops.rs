//! The stacks of the hive by the color of their top piece.

use super::bitboard::words::Portable;
use super::bitboard::{Bitboard, Words};
use super::stack::Stack;
use super::{ByColor, Piece};

/// The stacks as sets of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tops<B> {
    pub(super) of: ByColor<B>,
    /// Those of two or more pieces.
    pub(super) stacked: B,
}

impl<B: Bitboard> Tops<B> {
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { of: ByColor { white: B::empty(), black: B::empty() }, stacked: B::empty() }
    }

    #[inline(always)]
    pub(super) fn add_stack(&mut self, top: Piece, height: u8, index: usize) {
        self.of[top.color()].toggle(index);
        if height > 1 {
            self.stacked.toggle(index);
        }
    }

    /// Puts a piece on top of the stack `under`, or takes it off again.
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
    /// Converts to another type of window bitboard.
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
