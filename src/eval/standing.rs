//! How a piece stands: what it can do, and whether it is beside a queen.

use super::features::OfBug;
use crate::rules::{Color, Overview, Piece};

/// What a piece is able to do, by the low three bits of its standing; nothing for a piece
/// that does not belong to the game.
const STATES: [Option<OfBug>; 8] = [
    None,
    Some(OfBug::InHand),
    Some(OfBug::Covered),
    Some(OfBug::Pinned),
    Some(OfBug::Atop),
    Some(OfBug::Hemmed),
    Some(OfBug::OneWay),
    Some(OfBug::ManyWays),
];

/// How a piece stands, as a small number: one of [`STATES`] in the low three bits, then a bit for
/// being beside its owner's queen, and one for being beside the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing(u8);

impl Standing {
    pub(super) const COUNT: usize = 32;

    /// A dense number below [`COUNT`](Self::COUNT).
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self((index % Self::COUNT) as u8)
    }

    /// What is counted for the piece.
    pub(super) const fn features(self) -> [Option<OfBug>; 3] {
        let state = STATES[self.index() & 7];
        let is_pinned = matches!(state, Some(OfBug::Pinned));
        let beside_ours = match (self.index() >> 3 & 1, is_pinned) {
            (0, _) => None,
            (_, true) => Some(OfBug::PinnedBesideOurQueen),
            (_, false) => Some(OfBug::BesideOurQueen),
        };
        let beside_theirs = match (self.index() >> 4 & 1, is_pinned) {
            (0, _) => None,
            (_, true) => Some(OfBug::PinnedBesideTheirQueen),
            (_, false) => Some(OfBug::BesideTheirQueen),
        };
        [state, beside_ours, beside_theirs]
    }
}

/// The bits of a byte, one in each of eight bytes.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// How all pieces stand, by their index.
#[inline(always)]
pub(super) fn standings(overview: &Overview) -> [Standing; Piece::COUNT] {
    const WHITE: u32 = (1 << Piece::PER_PLAYER) - 1;
    let Overview { in_hand, covered, pinned, atop, .. } = *overview;
    let on_table = overview.on_table;
    let free = on_table & !(covered | pinned | atop);
    let hemmed = free & !overview.slides;
    let many_ways = free & overview.slides_much;
    let one_way = free & overview.slides & !overview.slides_much;
    let beside = [Color::White, Color::Black].map(|color| overview.beside_queen[color]);
    let bits = [
        in_hand | pinned | hemmed | many_ways,
        covered | pinned | one_way | many_ways,
        atop | hemmed | one_way | many_ways,
        beside[0] & WHITE | beside[1] & !WHITE,
        beside[1] & WHITE | beside[0] & !WHITE,
    ];
    let mut standings = [Standing(0); Piece::COUNT];
    for (eight, standings) in standings.chunks_mut(8).enumerate() {
        let mut bytes = 0;
        for (bit, pieces) in bits.into_iter().enumerate() {
            bytes |= SPREAD[(pieces >> (8 * eight) & 0xff) as usize] << bit;
        }
        for (standing, byte) in standings.iter_mut().zip(bytes.to_le_bytes()) {
            *standing = Standing(byte);
        }
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_is_put_together_from_sets() {
        let queen = Piece::queen(Color::Black).index();
        let overview = Overview {
            on_table: 0b110 | 1 << queen,
            in_hand: 1,
            pinned: 0b010,
            slides: 0b110,
            slides_much: 0b100,
            beside_queen: crate::rules::ByColor { white: 0b100, black: 0b010 },
            ..Overview::default()
        };
        let standings = standings(&overview);
        let features = |index: usize| standings[index].features();
        assert_eq!(features(0), [Some(OfBug::InHand), None, None]);
        assert_eq!(features(1), [Some(OfBug::Pinned), None, Some(OfBug::PinnedBesideTheirQueen)]);
        assert_eq!(features(2), [Some(OfBug::ManyWays), Some(OfBug::BesideOurQueen), None]);
        assert_eq!(features(queen), [Some(OfBug::Hemmed), None, None]);
        assert_eq!(features(20), [None; 3]);
    }
}
