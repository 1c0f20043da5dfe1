//! Counts the features of a position into a sink: for the counts, or, much faster, for the value.

use super::features::PlayerFeature;
use super::info::EvalInfo;
use super::piece_state::{PieceState, piece_states};
use super::player_info::PlayerInfo;
use waggle_hive_core::rules::{Bug, Color, Piece, Position};

/// Receives the features of a position.
pub(super) trait FeatureSink {
    /// A piece of this color and kind in this state.
    fn piece(&mut self, color: Color, bug: Bug, state: PieceState);
    /// A player's count of a feature, possibly zero.
    fn player(&mut self, color: Color, what: PlayerFeature, count: u8);
}

#[inline(always)]
pub(super) fn count_features(position: &Position, info: &EvalInfo, sink: &mut impl FeatureSink) {
    let states = piece_states(info);
    for us in Color::ALL {
        let first = Piece::queen(us).index();
        for slot in 0..Piece::PER_PLAYER {
            sink.piece(us, Piece::from_index(slot).bug(), states[first + slot]);
        }
        let player = PlayerInfo::of(position, info, us);
        PlayerFeature::count_all(&player, |what, count| sink.player(us, what, count));
    }
}
