//! A training sample.

use super::Inputs;
use waggle_hive_engine::eval::CHANCE_SCALE;

/// The features of a position and its labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// The features of both players.
    pub inputs: Inputs,
    /// The plies played before it.
    pub ply: u16,
    /// The score of the search for the side to move, in hundredths of a liberty.
    pub score: i32,
    /// The plies since the last placement.
    pub idle: u16,
    /// The expected score of the side to move: a mean of the score and all later ones.
    pub points: f32,
    /// Whether the move played changes no liberty of a queen; other positions are for the search,
    /// not the static evaluation.
    pub is_quiet: bool,
    /// The result of the game for the side to move: 0, ½ or 1.
    pub result: f64,
    /// Whether the game was finished; otherwise it counts as a draw.
    pub is_finished: bool,
}

/// The share of a score that still counts this many plies after the last placement: who leads for
/// long without winning leads by less than the search says. `docs/strength.md` has the games to
/// which it was fitted.
pub fn lasting(idle: u16) -> f32 {
    const HALF: f32 = 18.0;
    HALF / (HALF + f32::from(idle))
}

/// The expected score, from 0 to 1, by a score in hundredths of a liberty.
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
    fn a_lead_lasts_less_the_longer_no_piece_is_placed() {
        assert!((lasting(0) - 1.0).abs() < 1e-6 && (lasting(18) - 0.5).abs() < 1e-6);
        assert!((0..200).all(|idle| lasting(idle + 1) < lasting(idle)));
    }

    #[test]
    fn training_and_books_have_the_same_expected_score() {
        for score in [-300, -76, 0, 20, 120, 400] {
            let said = WhiteScore::new(Score::new(score), Color::White);
            let said = said.chance_in_self_play(Color::White);
            assert!((f64::from(expected_points(score as f32)) - said).abs() < 1e-6, "{score}");
        }
    }
}
