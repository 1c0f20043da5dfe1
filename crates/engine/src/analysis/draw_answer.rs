//! What the engine says to an offered draw.

use serde::Serialize;

use crate::document::Format;
use crate::search::Score;

/// The plies before `White[20]`, until which no draw is agreed on: too much of the game is to come.
const EARLY_PLIES: usize = 38;

/// What the engine says to an offered draw. The page, `waggle play` and the bot of hivegame.com all
/// ask here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawAnswer {
    /// It agrees.
    Accepted,
    /// It does not agree before `White[20]`.
    TooEarly,
    /// It stands better.
    Ahead,
}

impl DrawAnswer {
    /// Whether it is too early for a draw after so many plies.
    pub const fn is_too_early(plies: usize) -> bool {
        plies < EARLY_PLIES
    }

    /// The answer after so many plies of a player with this score, searched without contempt, who
    /// agrees at such a lead in liberties or less: 0 is even.
    pub fn to_offer(plies: usize, at_most: f64, score: impl FnOnce() -> Score) -> Self {
        if Self::is_too_early(plies) {
            return Self::TooEarly;
        }
        let score = score();
        let is_ahead = match score.plies_to_end() {
            Some(plies) => plies > 0,
            None => f64::from(score.value()) / 100.0 > at_most,
        };
        if is_ahead { Self::Ahead } else { Self::Accepted }
    }

    /// The answer as a document: `docs/uhp-extensions.md` has the schema.
    pub const fn document(self) -> DrawDocument {
        DrawDocument { kind: "draw", format: Format, answer: self }
    }
}

/// The document of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawDocument {
    kind: &'static str,
    format: Format,
    answer: DrawAnswer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_taken_from_the_twentieth_turn_on_by_who_is_not_ahead() {
        for (plies, score, at_most, answer) in [
            (0, Score::new(-80), 0.0, DrawAnswer::TooEarly),
            (37, Score::loss_in(2), 0.0, DrawAnswer::TooEarly),
            (38, Score::new(0), 0.0, DrawAnswer::Accepted),
            (38, Score::new(-80), 0.0, DrawAnswer::Accepted),
            (39, Score::new(1), 0.0, DrawAnswer::Ahead),
            (90, Score::new(20), 0.2, DrawAnswer::Accepted),
            (90, Score::new(21), 0.2, DrawAnswer::Ahead),
            (90, Score::win_in(5), 9.0, DrawAnswer::Ahead),
            (90, Score::loss_in(4), -9.0, DrawAnswer::Accepted),
        ] {
            let found = DrawAnswer::to_offer(plies, at_most, || score);
            assert_eq!(found, answer, "{score} after {plies} plies");
        }
    }
}
