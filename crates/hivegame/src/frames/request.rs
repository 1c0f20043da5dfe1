//! Requests of a bot.

use serde::Serialize;

use super::control::Control;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the words of the site")]
pub enum Request {
    /// Holds a token: [`Display`](std::fmt::Display) does not show it.
    Auth(String),
    Pong(u64),
    GetOngoingGames,
    GetPendingGames,
    GetGame(String),
    Game {
        game_id: String,
        action: GameAction,
    },
    Challenge(ChallengeAction),
}

/// An action in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the words of the site")]
pub enum GameAction {
    Join,
    Start,
    CheckTime,
    Play(String),
    Control(Control),
}

/// An action on a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the words of the site")]
pub enum ChallengeAction {
    Accept(String),
    Delete(String),
}

impl Request {
    /// An action in a game.
    #[must_use]
    pub fn game(game_id: &str, action: GameAction) -> Self {
        Self::Game { game_id: game_id.to_owned(), action }
    }

    /// Accepts a challenge.
    #[must_use]
    pub fn accept(id: &str) -> Self {
        Self::Challenge(ChallengeAction::Accept(id.to_owned()))
    }

    /// Declines a challenge.
    #[must_use]
    pub fn decline(id: &str) -> Self {
        Self::Challenge(ChallengeAction::Delete(id.to_owned()))
    }

    /// The frame as text.
    #[must_use]
    pub fn text(&self) -> String {
        // Strings and numbers are always JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl std::fmt::Display for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Auth(_) => f.write_str("Auth"),
            other => f.write_str(&other.text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use waggle_hive_engine::document::Side;

    use super::*;

    #[test]
    fn requests_are_written_as_the_site_reads_them() {
        let game = |action| Request::game("V1StGXR8_Z5j", action);
        for (request, text) in [
            (Request::Auth("t".to_owned()), r#"{"Auth":"t"}"#),
            (Request::Pong(u64::MAX), r#"{"Pong":18446744073709551615}"#),
            (Request::GetOngoingGames, r#""GetOngoingGames""#),
            (Request::GetPendingGames, r#""GetPendingGames""#),
            (Request::GetGame("x".to_owned()), r#"{"GetGame":"x"}"#),
            (game(GameAction::Join), r#"{"Game":{"game_id":"V1StGXR8_Z5j","action":"Join"}}"#),
            (
                game(GameAction::Play(r"wA1 -bQ\".to_owned())),
                r#"{"Game":{"game_id":"V1StGXR8_Z5j","action":{"Play":"wA1 -bQ\\"}}}"#,
            ),
            (
                game(GameAction::Control(Control::TakebackAccept(Side::White))),
                r#"{"Game":{"game_id":"V1StGXR8_Z5j","action":{"Control":{"TakebackAccept":"White"}}}}"#,
            ),
            (Request::accept("c"), r#"{"Challenge":{"Accept":"c"}}"#),
            (Request::decline("c"), r#"{"Challenge":{"Delete":"c"}}"#),
        ] {
            assert_eq!(request.text(), text);
        }
        assert_eq!(Request::Auth("secret".to_owned()).to_string(), "Auth");
    }
}
