//! What there is to count in a position, told one fact after the other.
//!
//! Whoever listens makes of it what he needs: the features as numbers, or their value
//! alone, which is much quicker.

use super::features::Single;
use super::standing::{Standing, standings};
use crate::rules::{Bug, Color, Means, Overview, Piece, Position};

/// Listens to the facts of a position.
pub(super) trait Tally {
    /// The piece of this color and kind stands so.
    fn piece(&mut self, color: Color, bug: Bug, standing: Standing);
    /// The player has so many of these.
    fn single(&mut self, color: Color, what: Single, count: u8);
}

/// Tells all there is to count.
#[inline(always)]
pub(super) fn tally(position: &Position, overview: &Overview, to: &mut impl Tally) {
    let standings = standings(overview);
    for us in Color::ALL {
        let first = Piece::queen(us).index();
        for slot in 0..Piece::PER_PLAYER {
            to.piece(us, Piece::from_index(slot).bug(), standings[first + slot]);
        }
        count_singles(position, overview, us, to);
    }
}

#[inline(always)]
fn count_singles(position: &Position, overview: &Overview, us: Color, to: &mut impl Tally) {
    let outlook = &overview.outlook[us];
    let queen = Piece::queen(us);
    if overview.on_table >> queen.index() & 1 != 0 {
        let filled = overview.beside_queen[us].count_ones() as usize;
        to.single(us, Single::FILLED[filled.min(5)], 1);
        if overview.covered >> queen.index() & 1 != 0
            && let Some(hex) = position.hex_of(queen)
            && position.top(hex).is_some_and(|top| top.color() != us)
        {
            to.single(us, Single::QueenCoveredByThem, 1);
        }
    }
    to.single(us, Single::Entries, outlook.entries);
    to.single(us, Single::Open, outlook.open.count_ones() as u8);
    if outlook.mimicked != 0 {
        for (bug, what) in Single::MIMICKED {
            if outlook.mimicked >> bug as u8 & 1 != 0 {
                to.single(us, what, 1);
            }
        }
    }
    if outlook.throwable != 0 {
        to.single(us, Single::Throwable, outlook.throwable);
    }
    to.single(us, Single::Attackers, outlook.attackers.count_ones() as u8);
    let mut fillable = 0;
    for means in Means::ALL {
        let by_these = outlook.fillable[means as usize];
        if by_these != 0 {
            fillable |= by_these;
            to.single(us, Single::FILLABLE_BY[means as usize], by_these.count_ones() as u8);
        }
    }
    let fillable = fillable.count_ones() as u8;
    to.single(us, Single::Fillable, fillable);
    match (overview.beside_queen[us.other()].count_ones(), fillable) {
        (5, 1..) => to.single(us, Single::LastLibertyFillable, 1),
        (4, 2) => to.single(us, Single::TwoLibertiesFillable, 1),
        _ => {}
    }
}
