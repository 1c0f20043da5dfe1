//! A position as the training sees it.

use crate::eval::{Feature, FeatureCounts};
use crate::rules::Position;

/// The features of a position with what is known of its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The features of the player to move, and those of the opponent.
    pub counts: [[u8; Feature::COUNT]; 2],
    /// How many moves have led to it.
    pub ply: u16,
    /// The search's score for the player to move, in hundredths of a liberty.
    pub score: i32,
    /// The points that the player to move may expect, after the score and all that has
    /// come later.
    pub points: f32,
    /// Whether the move played leaves the queens' liberties alone; of other positions the
    /// static evaluation is not meant to know the worth.
    pub is_quiet: bool,
    /// The points that the player to move has got in the end: 0, ½ or 1.
    pub result: f64,
    /// Whether the game has come to an end; otherwise it was broken off, and counts as a
    /// draw.
    pub is_finished: bool,
}

/// The features of the player to move, and those of the opponent.
pub(super) fn counts(position: &Position) -> [[u8; Feature::COUNT]; 2] {
    let features = FeatureCounts::of(position);
    let us = position.side_to_move();
    [us, us.other()].map(|color| *features[color].counts())
}

/// The score, in hundredths of a liberty, that stands for odds of e to 1.
pub(super) const SCORE_OF_E_TO_ONE: f32 = 120.0;

/// The points, from 0 to 1, that a score in hundredths of a liberty lets expect.
pub(super) fn expected_points(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCORE_OF_E_TO_ONE).exp())
}
