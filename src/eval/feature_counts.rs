//! The features of a position as numbers.

use super::feature_sink::{FeatureSink, count_features};
use super::features::{self, Feature, PlayerFeature};
use super::info::EvalInfo;
use super::piece_state::PieceState;
use crate::rules::{Bug, ByColor, Color, Position};

/// The features of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureCounts([u8; Feature::COUNT]);

impl FeatureCounts {
    /// The features of both players.
    #[must_use]
    pub fn of(position: &Position) -> ByColor<Self> {
        let mut features = ByColor::new_with(|_| Self([0; Feature::COUNT]));
        count_features(position, &EvalInfo::of(position), &mut features);
        features
    }

    /// How often the feature occurs.
    #[must_use]
    pub fn of_feature(&self, feature: Feature) -> u8 {
        self.0[feature.index()]
    }

    /// All counts, in the order of the features.
    #[must_use]
    pub fn counts(&self) -> &[u8; Feature::COUNT] {
        &self.0
    }
}

/// Counts everything, feature by feature.
impl FeatureSink for ByColor<FeatureCounts> {
    fn piece(&mut self, color: Color, bug: Bug, state: PieceState) {
        for feature in state.features().into_iter().flatten() {
            self[color].0[features::of_piece(bug, feature)] += 1;
        }
    }

    fn player(&mut self, color: Color, what: PlayerFeature, count: u8) {
        self[color].0[features::of_player(what)] += count;
    }
}
