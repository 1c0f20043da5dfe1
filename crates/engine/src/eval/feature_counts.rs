//! The feature counts of a position.

use super::feature_sink::{FeatureSink, count_features};
use super::features::{Feature, PieceFeature, PlayerFeature};
use super::info::EvalInfo;
use super::piece_state::PieceStates;
use super::player_info::PlayerInfo;
use waggle_hive_core::rules::{ByColor, Color, Piece, Position};

/// The feature counts of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureCounts([u8; Feature::COUNT]);

impl FeatureCounts {
    /// The feature counts of both players.
    pub fn of(position: &Position) -> ByColor<Self> {
        let mut counts = ByColor::new_with(|_| Self([0; Feature::COUNT]));
        count_features(position, &EvalInfo::of(position), &mut counts);
        counts
    }

    /// The count of a feature.
    pub fn of_feature(&self, feature: Feature) -> u8 {
        self.0[feature.index()]
    }

    /// All counts, in the order of the features.
    pub fn counts(&self) -> &[u8; Feature::COUNT] {
        &self.0
    }
}

impl FeatureSink for ByColor<FeatureCounts> {
    fn pieces(&mut self, states: &PieceStates) {
        for piece in Piece::all() {
            let state = states.of_piece(piece);
            let counted = PieceFeature::ALL.iter().filter(|feature| feature.counts(state));
            for feature in counted.filter_map(|&what| Feature::of_piece(piece.bug(), what)) {
                self[piece.color()].0[feature.index()] += 1;
            }
        }
    }

    fn player(&mut self, color: Color, player: &PlayerInfo<'_>) {
        PlayerFeature::count_all(player, |what, count| {
            debug_assert!(count <= what.maximum(), "{count} of {what:?}");
            self[color].0[Feature::of_player(what).index()] += count;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::Bug;
    use waggle_hive_core::rules::random_games::visit_random_games;

    /// The overflow check of the columns relies on it.
    #[test]
    fn no_count_exceeds_the_maximum_of_its_feature() {
        visit_random_games(64, 120, |game| {
            let both = FeatureCounts::of(game.position());
            for counts in [both.white, both.black] {
                for &what in PlayerFeature::ALL {
                    let count = counts.of_feature(Feature::of_player(what));
                    assert!(count <= what.maximum(), "{count} of {what:?}");
                }
            }
        });
    }

    /// A feature that never occurs cannot be trained, and costs memory.
    #[test]
    fn every_feature_occurs() {
        let mut seen = [false; Feature::COUNT];
        let mut positions = 0;
        visit_random_games(1024, 120, |game| {
            positions += 1;
            let both = FeatureCounts::of(game.position());
            for counts in [both.white, both.black] {
                for (seen, count) in seen.iter_mut().zip(counts.counts()) {
                    *seen |= *count > 0;
                }
            }
        });
        let missing = Feature::all().filter(|feature| !seen[feature.index()]);
        assert_eq!(missing.collect::<Vec<_>>(), [], "in {positions} positions");
    }

    #[test]
    fn every_piece_of_the_game_is_counted_once() {
        visit_random_games(16, 60, |game| {
            let counts = FeatureCounts::of(game.position());
            for color in Color::ALL {
                for bug in Bug::ALL {
                    let conditions = &PieceFeature::ALL[..=PieceFeature::Free as usize];
                    let sum: u8 = conditions
                        .iter()
                        .filter_map(|&what| Feature::of_piece(bug, what))
                        .map(|feature| counts[color].of_feature(feature))
                        .sum();
                    let quantity = if game.game_type().contains(bug) { bug.quantity() } else { 0 };
                    assert_eq!(sum, quantity, "{color} {bug}");
                }
            }
        });
    }
}
