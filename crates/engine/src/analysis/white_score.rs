//! Scores from White's view, whichever side is to move.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::json::thousandths;
use crate::document::Side;
use crate::search::Score;
use waggle_hive_core::rules::{Color, Outcome};

/// A score from White's view: higher is better for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WhiteScore(Score);

impl WhiteScore {
    /// From the score for the side to move, as searches return it.
    pub fn new(score: Score, side_to_move: Color) -> Self {
        match side_to_move {
            Color::White => Self(score),
            Color::Black => Self(-score),
        }
    }

    /// The score for this player.
    pub fn for_player(self, player: Color) -> Score {
        if player == Color::White { self.0 } else { -self.0 }
    }

    /// The score of a finished game.
    pub fn of_outcome(outcome: Outcome) -> Self {
        Self(match outcome {
            Outcome::Win(Color::White) => Score::win_in(0),
            Outcome::Win(Color::Black) => Score::loss_in(0),
            Outcome::Draw => Score::DRAW,
        })
    }

    /// White's lead in liberties; `None` if one side can force a win.
    pub fn liberties(self) -> Option<f64> {
        (!self.0.is_decisive()).then(|| f64::from(self.0.value()) / 100.0)
    }

    /// Who leads and by how many liberties; `None` if the score is even or a win is forced.
    fn leader(self) -> Option<(Color, f64)> {
        let lead = self.liberties().filter(|lead| *lead != 0.0)?;
        Some((if lead > 0.0 { Color::White } else { Color::Black }, lead.abs()))
    }

    /// Who can force a win, and in how many plies.
    pub fn win(self) -> Option<(Color, u16)> {
        let winner = if self.0.is_win() { Color::White } else { Color::Black };
        self.0.plies_to_end().map(|plies| (winner, plies.unsigned_abs()))
    }

    /// The score in words, such as `White surrounds in 3 moves`.
    ///
    /// ```
    /// use waggle_hive_engine::analysis::WhiteScore;
    /// use waggle_hive_core::rules::Color;
    /// use waggle_hive_engine::search::Score;
    ///
    /// let words = |score| WhiteScore::new(score, Color::Black).words();
    /// assert_eq!(words(Score::new(125)), "+1.25 liberties for Black");
    /// assert_eq!(words(Score::loss_in(6)), "White surrounds in 3 moves");
    /// ```
    pub fn words(self) -> String {
        match (self.win(), self.leader()) {
            (Some((winner, 0)), _) => format!("{winner} has surrounded"),
            (Some((winner, plies)), _) => match moves_of_winner(plies) {
                1 => format!("{winner} surrounds with the next move"),
                moves => format!("{winner} surrounds in {moves} moves"),
            },
            (None, Some((leader, lead))) => format!("+{lead:.2} liberties for {leader}"),
            (None, None) => "even".to_owned(),
        }
    }

    /// The score in documents.
    pub fn object(self) -> ScoreObject {
        let win = self.win().map(|(winner, plies)| WinObject {
            winner: winner.into(),
            plies,
            moves: moves_of_winner(plies),
        });
        ScoreObject {
            liberties: self.liberties(),
            win,
            words: self.words(),
            white_chance: thousandths(self.chance(Color::White)),
        }
    }
}

/// A score in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct ScoreObject {
    #[serde(deserialize_with = "Option::deserialize")]
    pub liberties: Option<f64>,
    #[serde(deserialize_with = "Option::deserialize")]
    pub win: Option<WinObject>,
    pub words: String,
    pub white_chance: f64,
}

/// A forced win in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct WinObject {
    pub winner: Side,
    pub plies: u16,
    pub moves: u16,
}

/// The number of the winner's moves in this many plies, the last of which is the winner's.
pub const fn moves_of_winner(plies: u16) -> u16 {
    plies.div_ceil(2)
}

impl fmt::Display for WhiteScore {
    /// The lead in liberties, such as `Black +0.75`, or the plies to a forced win, such as
    /// `Black in 4`. The side is always named, except in `0.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.win(), self.leader()) {
            (Some((winner, plies)), _) => f.pad(&format!("{winner} in {plies}")),
            (None, Some((leader, lead))) => f.pad(&format!("{leader} +{lead:.2}")),
            (None, None) => f.pad("0.00"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Json;

    fn words(score: Score, side_to_move: Color) -> String {
        WhiteScore::new(score, side_to_move).words()
    }

    #[test]
    fn scores_are_converted_to_whites_view() {
        assert_eq!(WhiteScore::new(Score::new(31), Color::White).to_string(), "White +0.31");
        assert_eq!(WhiteScore::new(Score::new(31), Color::Black).to_string(), "Black +0.31");
        assert_eq!(WhiteScore::new(Score::DRAW, Color::Black).to_string(), "0.00");
        assert_eq!(WhiteScore::new(Score::win_in(3), Color::Black).to_string(), "Black in 3");
        assert_eq!(WhiteScore::new(Score::loss_in(4), Color::Black).to_string(), "White in 4");
        let (better, worse) = (Score::new(5), Score::new(4));
        let black = |score| WhiteScore::new(score, Color::Black);
        assert!(black(better) < black(worse));
    }

    #[test]
    fn forced_wins_are_counted_in_moves_of_the_winner() {
        assert_eq!(words(Score::win_in(1), Color::White), "White surrounds with the next move");
        assert_eq!(words(Score::loss_in(2), Color::White), "Black surrounds with the next move");
        assert_eq!(words(Score::win_in(5), Color::Black), "Black surrounds in 3 moves");
        assert_eq!(words(Score::loss_in(0), Color::Black), "White has surrounded");
    }

    #[test]
    fn leads_are_given_as_liberties_of_the_leader() {
        assert_eq!(words(Score::new(-7), Color::White), "+0.07 liberties for Black");
        assert_eq!(words(Score::DRAW, Color::Black), "even");
    }

    #[test]
    fn finished_games_have_a_score_too() {
        let win = WhiteScore::of_outcome(Outcome::Win(Color::Black));
        assert_eq!(
            (win.win(), win.words().as_str()),
            (Some((Color::Black, 0)), "Black has surrounded")
        );
        assert_eq!(WhiteScore::of_outcome(Outcome::Draw).liberties(), Some(0.0));
    }

    #[test]
    fn the_document_always_has_the_same_fields() {
        let score = WhiteScore::new(Score::new(-120), Color::White);
        assert_eq!(
            Json(score.object()).to_string(),
            r#"{"liberties":-1.2,"win":null,"words":"+1.20 liberties for Black","white_chance":0.133}"#
        );
        let win = WhiteScore::new(Score::win_in(3), Color::White);
        assert_eq!(
            Json(win.object()).to_string(),
            r#"{"liberties":null,"win":{"winner":"White","plies":3,"moves":2},"words":"White surrounds in 2 moves","white_chance":1.0}"#
        );
    }
}
