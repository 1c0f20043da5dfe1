//! A position as the fit sees it.

use crate::eval::{Feature, Features};
use crate::rules::{Color, Position};

/// The features of a position with what is known of its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the player to move has of each feature more than the opponent.
    pub differences: [i8; Feature::COUNT],
    /// How many moves have led to it.
    pub ply: u16,
    /// The search's score for the player to move, in hundredths of a liberty.
    pub score: i32,
    /// Whether the best move leaves the queens' liberties alone; of other positions the
    /// static evaluation is not meant to know the worth.
    pub is_quiet: bool,
    /// The points that the player to move has got in the end: 0, ½ or 1.
    pub result: f64,
    /// Whether the game has come to an end; otherwise it was broken off, and counts as a
    /// draw.
    pub is_finished: bool,
}

impl Sample {
    /// The sample of a position whose game has not ended yet; the result is that of a
    /// draw.
    #[must_use]
    pub fn of(position: &Position, score: i32, is_quiet: bool) -> Self {
        let features = Features::of(position);
        let us = position.side_to_move();
        let (ours, theirs) = (features[us].counts(), features[us.other()].counts());
        let difference = |index: usize| {
            (i32::from(ours[index]) - i32::from(theirs[index])).clamp(-127, 127) as i8
        };
        let differences = std::array::from_fn(difference);
        Self { differences, ply: position.ply(), score, is_quiet, result: 0.5, is_finished: false }
    }

    /// The same with the result of the finished game for White, seen by the player to
    /// move.
    #[must_use]
    pub fn with_result(self, white_points: f64, side_to_move: Color) -> Self {
        let result = match side_to_move {
            Color::White => white_points,
            Color::Black => 1.0 - white_points,
        };
        Self { result, is_finished: true, ..self }
    }
}
