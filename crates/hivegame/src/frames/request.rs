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
    pub fn game(game_id: &str, action: GameAction) -> Self {
        Self::Game { game_id: game_id.to_owned(), action }
    }

    /// Accepts a challenge.
    pub fn accept(id: &str) -> Self {
        Self::Challenge(ChallengeAction::Accept(id.to_owned()))
    }

    /// Declines a challenge.
    pub fn decline(id: &str) -> Self {
        Self::Challenge(ChallengeAction::Delete(id.to_owned()))
    }

    /// The frame as text.
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
    use super::*;

    #[test]
    fn a_token_is_sent_and_not_shown() {
        let request = Request::Auth("secret".to_owned());
        assert_eq!(request.text(), r#"{"Auth":"secret"}"#);
        assert_eq!(request.to_string(), "Auth");
        assert_eq!(Request::Pong(u64::MAX).text(), r#"{"Pong":18446744073709551615}"#);
    }
}
