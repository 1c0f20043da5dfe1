//! Static evaluation: what a position is worth without looking ahead.
//!
//! A sum of features, each the difference of what the two players have, so that the
//! value for one is the exact negative of the value for the other, but for the tempo.

mod features;
mod learned;
mod tally;
mod value;
mod weights;

pub use features::{Feature, Features};
pub use learned::TEMPO;
pub use weights::weight;

use crate::rules::{ByColor, Color, Position};
use value::Value;

/// The value of the position for the player to move, in hundredths of a liberty.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let mut value = Value::default();
    tally::tally(position, &position.survey(), &mut value);
    let ours = match position.side_to_move() {
        Color::White => value.0,
        Color::Black => -value.0,
    };
    ours / weights::SCALE + TEMPO
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, GameType};

    /// The quick way and the way that can be explained agree, but for rounding.
    #[test]
    fn the_value_is_the_sum_of_what_explains_it() {
        for (seed, game_type) in GameType::ALL.into_iter().cycle().take(32).enumerate() {
            let mut game = Game::new(game_type);
            let mut state = seed as u64 + 1;
            while game.outcome().is_none() && game.position().ply() < 80 {
                let position = game.position();
                let explained: f64 = explain(position).iter().map(|(_, _, value)| value).sum();
                let value = match position.side_to_move() {
                    Color::White => evaluate(position) - TEMPO,
                    Color::Black => TEMPO - evaluate(position),
                };
                assert!((explained - f64::from(value)).abs() < 1.0, "{explained} {value}");
                let moves = position.legal_moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves[(state >> 33) as usize % moves.len()]).unwrap();
            }
        }
    }
}
