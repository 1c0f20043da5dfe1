//! The inputs of the player features.

use super::info::{EvalInfo, FillMethod, Mobility};
use waggle_hive_core::rules::{Bug, Color, Piece, Position};

/// A player, "we", and the opponent in a position.
pub(super) struct PlayerInfo<'a> {
    pub(super) mobility: &'a Mobility,
    /// The filled hexes around our queen and theirs, one bit per direction; 0 for a queen in hand.
    pub(super) ring: u8,
    their_ring: u8,
    fillable: u8,
    is_covered_by_them: bool,
}

impl<'a> PlayerInfo<'a> {
    #[inline(always)]
    pub(super) fn of(position: &Position, info: &'a EvalInfo, us: Color) -> Self {
        let mobility = &info.mobility[us];
        let queen = Piece::queen(us);
        Self {
            mobility,
            ring: info.mobility[us.other()].ring,
            their_ring: mobility.ring,
            fillable: mobility.fillable.iter().fold(0, |all, some| all | some).count_ones() as u8,
            is_covered_by_them: info.covered >> queen.index() & 1 != 0
                && position
                    .hex_of(queen)
                    .and_then(|hex| position.top(hex))
                    .is_some_and(|top| top.color() != us),
        }
    }

    /// A player of whom nothing is known but the hexes around the queen and what else `mobility`
    /// says.
    pub(super) const fn around_queen(ring: u8, mobility: &'a Mobility) -> Self {
        Self { mobility, ring, their_ring: 0, fillable: 0, is_covered_by_them: false }
    }

    /// 1 if this many hexes around our queen are filled; six, the end of the game, count as five.
    #[inline(always)]
    pub(super) fn queen_has_filled(&self, hexes: u8) -> u8 {
        u8::from(self.ring.count_ones().min(5) == u32::from(hexes))
    }

    /// 1 if the hexes around our queen are filled in this pattern.
    #[inline(always)]
    pub(super) fn queen_is_filled(&self, pattern: Pattern) -> u8 {
        u8::from(PATTERNS[usize::from(self.ring)] == Some(pattern))
    }

    /// Whether this many hexes around their queen are filled.
    #[inline(always)]
    pub(super) fn their_queen_has_filled(&self, hexes: u8) -> bool {
        self.their_ring.count_ones() == u32::from(hexes)
    }

    /// 1 if a piece of theirs is on top of our queen.
    #[inline(always)]
    pub(super) fn queen_is_covered_by_them(&self) -> u8 {
        u8::from(self.is_covered_by_them)
    }

    /// The number of liberties of their queen that our next move can fill.
    #[inline(always)]
    pub(super) fn fillable(&self) -> u8 {
        self.fillable
    }

    /// The number that it can fill by this method.
    #[inline(always)]
    pub(super) fn fillable_by(&self, method: FillMethod) -> u8 {
        self.mobility.fillable[method as usize].count_ones() as u8
    }

    /// 1 if our mosquito touches this kind of bug.
    #[inline(always)]
    pub(super) fn mosquito_is(&self, bug: Bug) -> u8 {
        self.mobility.mimicked >> bug as u8 & 1
    }
}

/// How the filled hexes around a queen are arranged, or her liberties, if those are fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Two are filled, with one liberty between them.
    TwoOneApart,
    TwoOpposite,
    /// Three are filled, just two of them adjacent.
    ThreeSplit,
    ThreeAlternating,
    /// There are two liberties, with one filled hex between them.
    TwoLibertiesOneApart,
    TwoLibertiesOpposite,
}

/// The pattern by the filled directions; `None` where the filled ones, or the liberties, are
/// adjacent.
const PATTERNS: [Option<Pattern>; 64] = {
    const fn turned(ring: u32, by: u32) -> u32 {
        (ring << by | ring >> (6 - by)) & 0x3f
    }
    let mut table = [None; 64];
    let mut ring = 0;
    while ring < 64 {
        let adjacent = (ring & turned(ring, 1)).count_ones();
        let one_apart = (ring & turned(ring, 2)).count_ones();
        table[ring as usize] = match (ring.count_ones(), adjacent, one_apart) {
            (2, 0, 1) => Some(Pattern::TwoOneApart),
            (2, 0, 0) => Some(Pattern::TwoOpposite),
            (3, 1, _) => Some(Pattern::ThreeSplit),
            (3, 0, _) => Some(Pattern::ThreeAlternating),
            (4, 2, 3) => Some(Pattern::TwoLibertiesOneApart),
            (4, 2, 2) => Some(Pattern::TwoLibertiesOpposite),
            _ => None,
        };
        ring += 1;
    }
    table
};
