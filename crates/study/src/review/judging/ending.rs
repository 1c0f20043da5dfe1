//! How a game has ended.

use serde::{Deserialize, Serialize};

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::rules::{Color, Game, Outcome};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::document::Side;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Who has won; `None` for a draw.
    #[serde(deserialize_with = "Option::deserialize")]
    pub winner: Option<Side>,
    /// What has ended it.
    pub by: EndedBy,
}

/// What has ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// A queen, or both, are surrounded.
    Surrounding,
    /// The last position has stood for the third time.
    Repetition,
    /// The players agreed to a draw.
    Agreement,
    /// Something off the board, such as a resignation or the time.
    Else,
}

impl Ending {
    /// How a game has ended on the board or else, by the result that its file gives, off it. `None` if it
    /// goes on.
    pub fn of(game: &Game, result: GameResult) -> Option<Self> {
        let (winner, by) = match (game.outcome(), result) {
            (Some(Outcome::Win(winner)), _) => (Some(winner), EndedBy::Surrounding),
            (Some(Outcome::Draw), _) => (None, EndedBy::Surrounding),
            (None, GameResult::Win(winner)) => (Some(winner), EndedBy::Else),
            (None, result) if result.is_by_repetition(game) => (None, EndedBy::Repetition),
            (None, GameResult::Draw) => (None, EndedBy::Agreement),
            (None, GameResult::Unfinished) => return None,
        };
        Some(Self { winner: winner.map(Side::from), by })
    }

    /// The ending after what the tags of a file say of it: a draw may have another cause than an agreement.
    pub(crate) fn as_told(self, record: &GameRecord) -> Self {
        let agreements = ["draw", "agreement", "agreed", "agreed draw", "draw agreed", "normal"];
        let told = ["Conclusion", "Ending", "Termination"].map(|name| record.tag(name));
        let is_other = |said: &str| !agreements.contains(&said.trim().to_lowercase().as_str());
        let is_told =
            told.into_iter().flatten().find(|said| !said.is_empty()).is_some_and(is_other);
        let by = if is_told && self.by == EndedBy::Agreement { EndedBy::Else } else { self.by };
        Self { by, ..self }
    }

    /// The score of the last position where the game has ended on the board or by repetition.
    pub(crate) fn score(self) -> Option<WhiteScore> {
        let outcome = self.winner.map_or(Outcome::Draw, |winner| Outcome::Win(winner.into()));
        let is_known = matches!(self.by, EndedBy::Surrounding | EndedBy::Repetition);
        is_known.then(|| WhiteScore::of_outcome(outcome))
    }

    /// The result.
    pub fn result(self) -> GameResult {
        self.winner.map_or(GameResult::Draw, |winner| GameResult::Win(winner.into()))
    }

    /// The result in words, and why the game is a draw if it is one.
    pub fn words(self) -> String {
        match (self.winner.map(Color::from), self.by) {
            (Some(winner), _) => format!("{winner} wins"),
            (None, EndedBy::Surrounding) => "Draw: both Queens are surrounded".to_owned(),
            (None, EndedBy::Repetition) => "Draw by repetition".to_owned(),
            (None, EndedBy::Agreement) => "Draw by agreement".to_owned(),
            (None, EndedBy::Else) => "Draw, not on the board".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    #[test]
    fn the_board_comes_before_the_file() {
        let there_and_back = r";wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
        let start = format!("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-{there_and_back}");
        let twice = parse_game(&start).unwrap();
        let thrice = parse_game(&format!("{start}{there_and_back}")).unwrap();
        let words = |game, result| Ending::of(game, result).map(Ending::words);
        assert_eq!(words(&twice, GameResult::Unfinished), None);
        assert_eq!(words(&twice, GameResult::Draw).as_deref(), Some("Draw by agreement"));
        for result in [GameResult::Draw, GameResult::Unfinished] {
            assert_eq!(words(&thrice, result).as_deref(), Some("Draw by repetition"));
        }
        for (tag, said, by) in [
            ("Conclusion", "Draw", EndedBy::Agreement),
            ("Conclusion", "Timeout", EndedBy::Else),
            ("Ending", "PlyLimit", EndedBy::Else),
            ("Ending", "AdjudicatedDraw", EndedBy::Else),
            ("Termination", "normal", EndedBy::Agreement),
        ] {
            let mut record = GameRecord::of(&twice);
            record.set_tag(tag, said);
            let told = Ending::of(&twice, GameResult::Draw).unwrap().as_told(&record);
            assert_eq!(told.by, by, "{said}");
        }
        let resigned = Ending::of(&thrice, GameResult::Win(Color::Black)).unwrap();
        assert_eq!((resigned.by, resigned.words().as_str()), (EndedBy::Else, "Black wins"));
        assert_eq!(resigned.result(), GameResult::Win(Color::Black));
    }
}
