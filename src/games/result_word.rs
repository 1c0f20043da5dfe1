//! How files word the result of a game.

use crate::notation::GameState;
use crate::rules::Color;

use super::GameResult;

/// The tag that keeps a word for the result which says something else than who
/// won, such as `Adjudicated`.
pub(super) const RESULT_TEXT: &str = "ResultText";

/// The result that a word stands for, in any of the vocabularies in use.
pub(super) fn result_of(word: &str) -> Option<GameResult> {
    let word = word.trim();
    let word =
        word.strip_prefix("Finished(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(word);
    match word {
        "1-0" => Some(GameResult::Win(Color::White)),
        "0-1" => Some(GameResult::Win(Color::Black)),
        "1/2-1/2" | "½-½" => Some(GameResult::Draw),
        "*" | "" => Some(GameResult::Unfinished),
        _ => Some(match GameState::parse(word)? {
            GameState::WhiteWins => GameResult::Win(Color::White),
            GameState::BlackWins => GameResult::Win(Color::Black),
            GameState::Draw => GameResult::Draw,
            GameState::NotStarted | GameState::InProgress => GameResult::Unfinished,
        }),
    }
}

/// The state of a game as UHP words it.
pub(super) fn state_of(result: GameResult, fresh: bool) -> GameState {
    match result {
        GameResult::Win(Color::White) => GameState::WhiteWins,
        GameResult::Win(Color::Black) => GameState::BlackWins,
        GameResult::Draw => GameState::Draw,
        GameResult::Unfinished if fresh => GameState::NotStarted,
        GameResult::Unfinished => GameState::InProgress,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vocabulary_is_understood() {
        for (word, result) in [
            ("WhiteWins", Some(GameResult::Win(Color::White))),
            ("Finished(0-1)", Some(GameResult::Win(Color::Black))),
            ("½-½", Some(GameResult::Draw)),
            ("*", Some(GameResult::Unfinished)),
            ("Adjudicated", None),
        ] {
            assert_eq!(result_of(word), result, "{word}");
        }
    }
}
