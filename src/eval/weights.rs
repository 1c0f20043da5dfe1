//! What each feature is worth.

use super::features::Feature;
use super::learned::LEARNED;

/// Steps to a hundredth of a liberty.
pub(super) const SCALE: i32 = 16;

/// The value of each feature for the player who has it, in sixteenths of a hundredth of
/// a liberty.
pub(super) const WEIGHTS: [i16; Feature::COUNT] = {
    let mut weights = [0; Feature::COUNT];
    let mut index = 0;
    while index < weights.len() {
        weights[index] = (LEARNED[index] * SCALE as f32) as i16;
        index += 1;
    }
    weights
};

/// The value of a feature for the player who has it, in hundredths of a liberty.
#[must_use]
pub fn weight(feature: Feature) -> f64 {
    f64::from(WEIGHTS[feature.index()]) / f64::from(SCALE)
}
