//! Static evaluation: what a position is worth without looking ahead.
//!
//! A sum of features, each the difference of what the two players have, so that the
//! value for one is the exact negative of the value for the other, but for the tempo.

mod features;
mod learned;
mod weights;

pub use features::{Feature, Features};
pub use learned::TEMPO;
pub use weights::weight;

use crate::rules::{ByColor, Color, Position};

/// The value of the position for the player to move, in hundredths of a liberty.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let features = Features::of(position);
    let us = position.side_to_move();
    let value = total(&features[us]) - total(&features[us.other()]);
    value / weights::SCALE + TEMPO
}

/// What each feature contributes to the value for White, in hundredths of a liberty,
/// with the counts of both players.
#[must_use]
pub fn explain(position: &Position) -> Vec<(Feature, ByColor<i32>, f64)> {
    let features = Features::of(position);
    Feature::all()
        .map(|feature| {
            let counts = ByColor::new_with(|color| i32::from(features[color].of_feature(feature)));
            let difference = counts[Color::White] - counts[Color::Black];
            (feature, counts, f64::from(difference) * weight(feature))
        })
        .collect()
}

#[inline]
fn total(features: &Features) -> i32 {
    features
        .counts()
        .iter()
        .zip(&weights::WEIGHTS)
        .map(|(&count, &weight)| i32::from(count) * i32::from(weight))
        .sum()
}
