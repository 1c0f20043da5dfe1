//! The words for the result of a game in files.

use crate::notation::{Contradiction, GameState};
use crate::rules::{Color, Game};

use super::GameResult;

/// The tag for a result in words that do not say who won, such as `Adjudicated`.
pub(super) const RESULT_TEXT: &str = "ResultText";

impl GameResult {
    /// The half points of this player; `None` if the game has no result.
    pub fn half_points(self, player: Color) -> Option<u32> {
        match self {
            Self::Draw => Some(1),
            Self::Win(winner) => Some(if winner == player { 2 } else { 0 }),
            Self::Unfinished => None,
        }
    }

    /// Whether a game that its file gives this result has ended as a draw because its last position
    /// stands for the third time: a queen that is surrounded, and a win by resignation or on time, go before.
    pub fn is_by_repetition(self, game: &Game) -> bool {
        !matches!(self, Self::Win(_)) && game.outcome().is_none() && game.is_threefold()
    }

    /// Parses a result in any of the vocabularies in use, such as `WhiteWins` and `1-0`.
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim();
        let word =
            word.strip_prefix("Finished(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(word);
        match word {
            "1-0" => Some(Self::Win(Color::White)),
            "0-1" => Some(Self::Win(Color::Black)),
            "1/2-1/2" | "½-½" => Some(Self::Draw),
            "*" | "" => Some(Self::Unfinished),
            _ => Some(match GameState::parse(word)? {
                GameState::WhiteWins => Self::Win(Color::White),
                GameState::BlackWins => Self::Win(Color::Black),
                GameState::Draw => Self::Draw,
                GameState::NotStarted | GameState::InProgress => Self::Unfinished,
            }),
        }
    }

    /// The state in UHP of a game with this result; `is_new` if no move has been played.
    pub fn state(self, is_new: bool) -> GameState {
        match self {
            Self::Win(Color::White) => GameState::WhiteWins,
            Self::Win(Color::Black) => GameState::BlackWins,
            Self::Draw => GameState::Draw,
            Self::Unfinished if is_new => GameState::NotStarted,
            Self::Unfinished => GameState::InProgress,
        }
    }
}

/// The result of a game: the board's if the game is over, otherwise that of the file.
pub(super) fn settle(said: Option<GameResult>, game: &Game) -> GameResult {
    game.outcome().map_or(said.unwrap_or_default(), |outcome| Some(outcome).into())
}

/// The result in these words of a file, if the board has another.
pub(super) fn wrong_result(said: GameResult, text: &str, game: &Game) -> Option<Contradiction> {
    let is_wrong = said != GameResult::Unfinished && said != settle(Some(said), game);
    is_wrong.then(|| Contradiction::of_moves("result", text, GameState::of(game)))
}

/// Whether a word is known to be used for games without a result.
pub(super) fn says_no_result(word: &str) -> bool {
    ["Adjudicated", "Unknown", "Unkown"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vocabulary_is_understood() {
        for (word, result) in [
            ("WhiteWins", Some(GameResult::Win(Color::White))),
            ("BlackWins", Some(GameResult::Win(Color::Black))),
            ("Draw", Some(GameResult::Draw)),
            ("InProgress", Some(GameResult::Unfinished)),
            ("NotStarted", Some(GameResult::Unfinished)),
            ("1-0", Some(GameResult::Win(Color::White))),
            (" 0-1 ", Some(GameResult::Win(Color::Black))),
            ("Finished(0-1)", Some(GameResult::Win(Color::Black))),
            ("Finished(1-0", None),
            ("1/2-1/2", Some(GameResult::Draw)),
            ("½-½", Some(GameResult::Draw)),
            ("*", Some(GameResult::Unfinished)),
            ("", Some(GameResult::Unfinished)),
            ("Adjudicated", None),
        ] {
            assert_eq!(GameResult::parse(word), result, "{word}");
        }
    }
}
