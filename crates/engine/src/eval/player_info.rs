//! The inputs of the player features.

use super::info::{EvalInfo, FillMethod, Mobility};
use waggle_hive_core::rules::{Bug, Color, Piece, Position};

/// A player, "we", and the opponent in a position.
pub(super) struct PlayerInfo<'a> {
    pub(super) mobility: &'a Mobility,
    /// The filled liberties of each queen; `IN_HAND` for a queen in hand.
    filled: u8,
    their_filled: u8,
    fillable: u8,
    is_covered_by_them: bool,
}

const IN_HAND: u8 = u8::MAX;

impl<'a> PlayerInfo<'a> {
    #[inline(always)]
    pub(super) fn of(position: &Position, info: &'a EvalInfo, us: Color) -> Self {
        let mobility = &info.mobility[us];
        let queen = Piece::queen(us);
        let has = |set: u32| set >> queen.index() & 1 != 0;
        let filled = info.beside_queen.map(|pieces| pieces.count_ones() as u8);
        Self {
            mobility,
            filled: if has(info.on_table) { filled[us] } else { IN_HAND },
            their_filled: filled[us.other()],
            fillable: mobility.fillable.iter().fold(0, |all, some| all | some).count_ones() as u8,
            is_covered_by_them: has(info.covered)
                && position
                    .hex_of(queen)
                    .and_then(|hex| position.top(hex))
                    .is_some_and(|top| top.color() != us),
        }
    }

    /// 1 if this many liberties of our queen are filled; six, the end of the game, count as five.
    #[inline(always)]
    pub(super) fn queen_has_filled(&self, liberties: u8) -> u8 {
        u8::from(self.filled != IN_HAND && self.filled.min(5) == liberties)
    }

    /// Whether this many liberties of their queen are filled.
    #[inline(always)]
    pub(super) fn their_queen_has_filled(&self, liberties: u8) -> bool {
        self.their_filled == liberties
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
