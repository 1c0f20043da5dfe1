//! Counts the features of a position into a sink: for the counts, or, much faster, for the value.

use super::info::EvalInfo;
use super::piece_state::{PieceStates, piece_states};
use super::player_info::PlayerInfo;
use waggle_hive_core::rules::{Color, Position};

/// Receives the features of a position.
pub(super) trait FeatureSink {
    fn pieces(&mut self, states: &PieceStates);
    fn player(&mut self, color: Color, player: &PlayerInfo<'_>);
}

#[inline(always)]
pub(super) fn count_features(position: &Position, info: &EvalInfo, sink: &mut impl FeatureSink) {
    sink.pieces(&piece_states(info));
    sink.player(Color::White, &PlayerInfo::of(position, info, Color::White));
    sink.player(Color::Black, &PlayerInfo::of(position, info, Color::Black));
}
