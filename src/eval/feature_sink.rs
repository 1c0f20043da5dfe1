//! Counting the features of a position.
//!
//! A sink decides what is made of them: the numbers themselves, or only their value,
//! which is much faster.

use super::features::PlayerFeature;
use super::info::EvalInfo;
use super::piece_state::{PieceState, piece_states};
use crate::rules::{Bug, Color, Piece, Position};

/// Receives the features of a position.
pub(super) trait FeatureSink {
    /// A piece of this color and kind is in this state.
    fn piece(&mut self, color: Color, bug: Bug, state: PieceState);
    /// The player has `count` of these.
    fn player(&mut self, color: Color, what: PlayerFeature, count: u8);
}

/// Counts all features.
#[inline(always)]
pub(super) fn count_features(position: &Position, info: &EvalInfo, sink: &mut impl FeatureSink) {
    let states = piece_states(info);
    for us in Color::ALL {
        let first = Piece::queen(us).index();
        for slot in 0..Piece::PER_PLAYER {
            sink.piece(us, Piece::from_index(slot).bug(), states[first + slot]);
        }
        count_player_features(position, info, us, sink);
    }
}

#[inline(always)]
fn count_player_features(
    position: &Position,
    info: &EvalInfo,
    us: Color,
    sink: &mut impl FeatureSink,
) {
    let mobility = &info.mobility[us];
    let queen = Piece::queen(us);
    if info.on_table >> queen.index() & 1 != 0 {
        let filled = info.beside_queen[us].count_ones() as usize;
        sink.player(us, PlayerFeature::FILLED[filled.min(5)], 1);
        if info.covered >> queen.index() & 1 != 0
            && let Some(hex) = position.hex_of(queen)
            && position.top(hex).is_some_and(|top| top.color() != us)
        {
            sink.player(us, PlayerFeature::QueenCoveredByThem, 1);
        }
    }
    sink.player(us, PlayerFeature::Entries, mobility.entries);
    sink.player(us, PlayerFeature::Open, mobility.open.count_ones() as u8);
    if mobility.mimicked != 0 {
        for (bug, what) in PlayerFeature::MIMICKED {
            if mobility.mimicked >> bug as u8 & 1 != 0 {
                sink.player(us, what, 1);
            }
        }
    }
    if mobility.throwable != 0 {
        sink.player(us, PlayerFeature::Throwable, mobility.throwable);
    }
    sink.player(us, PlayerFeature::Attackers, mobility.attackers.count_ones() as u8);
    let mut fillable = 0;
    for (by_these, what) in mobility.fillable.into_iter().zip(PlayerFeature::FILLABLE_BY) {
        if by_these != 0 {
            fillable |= by_these;
            sink.player(us, what, by_these.count_ones() as u8);
        }
    }
    let fillable = fillable.count_ones() as u8;
    sink.player(us, PlayerFeature::Fillable, fillable);
    match (info.beside_queen[us.other()].count_ones(), fillable) {
        (5, 1..) => sink.player(us, PlayerFeature::LastLibertyFillable, 1),
        (4, 2) => sink.player(us, PlayerFeature::TwoLibertiesFillable, 1),
        _ => {}
    }
}
