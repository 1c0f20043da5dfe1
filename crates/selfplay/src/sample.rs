//! A position to learn from.

use super::Inputs;
use waggle_hive_engine::eval::CHANCE_SCALE;

/// The features of a position, and its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The features of both players.
    pub inputs: Inputs,
    /// How many moves have led to it.
    pub ply: u16,
    /// The search's score for the player to move, in hundredths of a liberty.
    pub score: i32,
    /// The points that the player to move may expect: a mean over the score and all that
    /// came later.
    pub points: f32,
    /// Whether the move played changes no liberty of a queen; other positions are left to
    /// the search, not to the static evaluation.
    pub is_quiet: bool,
    /// The points that the player to move got for the game: 0, ½ or 1.
    pub result: f64,
    /// Whether the game was finished; otherwise it was broken off, and counts as a draw.
    pub is_finished: bool,
}

/// The points, from 0 to 1, to be expected at a score in hundredths of a liberty.
pub fn expected_points(score: f32) -> f32 {
    1.0 / (1.0 + (-score / CHANCE_SCALE as f32).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::Color;
    use waggle_hive_engine::analysis::WhiteScore;
    use waggle_hive_engine::search::Score;

    #[test]
    fn the_training_expects_what_reviews_say() {
        for score in [-300, -76, 0, 20, 120, 400] {
            let said = WhiteScore::new(Score::new(score), Color::White).chance(Color::White);
            assert!((f64::from(expected_points(score as f32)) - said).abs() < 1e-6, "{score}");
        }
    }
}
