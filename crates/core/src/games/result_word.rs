//! The words for the result of a game in files.

use crate::notation::GameState;
use crate::rules::Color;

use super::GameResult;

/// The tag for a result in words that do not say who won, such as `Adjudicated`.
pub(super) const RESULT_TEXT: &str = "ResultText";

/// The result that a word stands for, in any of the vocabularies in use; `None` if it is
/// in none of them.
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

/// Whether a word is known to be used for games without a result.
pub(super) fn says_no_result(word: &str) -> bool {
    ["Adjudicated", "Unknown", "Unkown"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The state of a game with this result in UHP; `fresh` if no move has been played.
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
            assert_eq!(result_of(word), result, "{word}");
        }
    }

    #[test]
    fn every_result_has_a_state() {
        for (result, state) in [
            (GameResult::Win(Color::White), GameState::WhiteWins),
            (GameResult::Win(Color::Black), GameState::BlackWins),
            (GameResult::Draw, GameState::Draw),
            (GameResult::Unfinished, GameState::InProgress),
        ] {
            assert_eq!(state_of(result, false), state);
        }
        assert_eq!(state_of(GameResult::Unfinished, true), GameState::NotStarted);
        assert_eq!(state_of(GameResult::Draw, true), GameState::Draw);
    }
}
