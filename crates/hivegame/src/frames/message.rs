//! Messages of the site.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::challenge::Challenge;
use super::game::{SiteGame, TimeLeft};

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// We are signed in.
    AuthOk {
        /// Our name.
        username: String,
    },
    /// To be answered at once with its number.
    Ping(u64),
    /// The contents of the page of games.
    Snapshot(Snapshot),
    /// A game that has changed or was requested.
    Game {
        /// The game.
        game: Box<SiteGame>,
        /// Whether it has just changed.
        is_news: bool,
    },
    /// All games in which we are to move.
    Urgent(Vec<SiteGame>),
    /// All games that go on.
    Ongoing(Vec<SiteGame>),
    /// The clocks of a game.
    Heartbeat(Heartbeat),
    /// A challenge is new.
    Challenge(Box<Challenge>),
    /// A challenge is gone.
    ChallengeRemoved(String),
    /// A refusal in words.
    Error(String),
    /// A refusal that names neither its game nor its request.
    Refused(String),
    /// We are not signed in.
    Unauthorized(String),
    /// A message that does not concern a bot.
    Other(String),
    /// An unknown kind of message.
    Unknown(String),
}

/// The challenges and the games in which we are to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Public ones, ours and those to us.
    pub challenges: Vec<Challenge>,
    /// The games.
    pub urgent_games: Vec<SiteGame>,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct Heartbeat {
    pub game_id: String,
    pub white_time_left: TimeLeft,
    pub black_time_left: TimeLeft,
}

/// Why a frame cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum FrameError {
    #[error("expected JSON: {0}")]
    Json(String),
    /// It lacks something that its kind requires.
    #[error("{kind}: {reason}")]
    Content { kind: &'static str, reason: String },
}

/// Kinds that do not concern a bot.
const OTHERS: &[&str] = &[
    "Chat",
    "ChatRead",
    "ChatSubscribed",
    "Tournament",
    "Schedule",
    "UserSettings",
    "RedirectLink",
    "ConnectionUpdated",
    "UserStatus",
    "UserProfile",
    "Join",
];

impl Message {
    /// Reads the text of a frame.
    ///
    /// # Errors
    ///
    /// If it is not JSON, or lacks what its kind needs.
    pub fn read(text: &str) -> Result<Self, FrameError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| FrameError::Json(error.to_string()))?;
        match one(value) {
            (kind, Some(content)) if kind == "Ok" => Self::of_ok(content),
            (kind, Some(content)) if kind == "Err" => Ok(Self::of_err(content)),
            (kind, _) => Ok(Self::Unknown(kind)),
        }
    }

    fn of_ok(content: Value) -> Result<Self, FrameError> {
        let (kind, content) = one(content);
        let content = content.unwrap_or_default();
        Ok(match kind.as_str() {
            "AuthOk" => Self::AuthOk { username: text_of(&content, "username", "AuthOk")? },
            "Ping" => match content.get("nonce").and_then(Value::as_u64) {
                Some(nonce) => Self::Ping(nonce),
                None => return Err(missing("Ping", "nonce")),
            },
            "LobbySnapshot" => Self::Snapshot(Snapshot {
                challenges: list(content.get("challenges")),
                urgent_games: list(content.get("urgent_games")),
            }),
            "Game" => return Self::of_game(content),
            "Challenge" => return Self::of_challenge(content),
            "Error" => Self::Error(words(&content)),
            other if OTHERS.contains(&other) => Self::Other(kind),
            _ => Self::Unknown(kind),
        })
    }

    fn of_game(content: Value) -> Result<Self, FrameError> {
        let (kind, content) = one(content);
        let mut content = content.unwrap_or_default();
        Ok(match kind.as_str() {
            "Reaction" => {
                let game = content.get_mut("game").map(Value::take).unwrap_or_default();
                Self::Game { game: Box::new(read("Game/Reaction", game)?), is_news: true }
            }
            "Fetched" => {
                Self::Game { game: Box::new(read("Game/Fetched", content)?), is_news: false }
            }
            "Urgent" => Self::Urgent(list(Some(&content))),
            "Ongoing" => Self::Ongoing(list(Some(&content))),
            "Heartbeat" => Self::Heartbeat(read("Game/Heartbeat", content)?),
            "OwnGameRemoved" | "Tv" => Self::Other(format!("Game/{kind}")),
            _ => Self::Unknown(format!("Game/{kind}")),
        })
    }

    fn of_challenge(content: Value) -> Result<Self, FrameError> {
        let (kind, content) = one(content);
        let content = content.unwrap_or_default();
        Ok(match kind.as_str() {
            "Created" | "Direct" => Self::Challenge(Box::new(read("Challenge", content)?)),
            "Removed" => match content {
                Value::String(id) => Self::ChallengeRemoved(id),
                _ => return Err(missing("Challenge/Removed", "id")),
            },
            _ => Self::Unknown(format!("Challenge/{kind}")),
        })
    }

    fn of_err(content: Value) -> Self {
        let (kind, content) = one(content);
        let content = content.unwrap_or_default();
        let reason = content.get("reason").map_or_else(|| words(&content), words);
        match kind.as_str() {
            "Unauthorized" => Self::Unauthorized(reason),
            // Any other names no request either, so far as is known.
            "Request" => Self::Refused(reason),
            _ => Self::Refused(format!("{kind} {reason}")),
        }
    }
}

/// The variant of a value: a text alone, or the only key of an object with its content.
fn one(value: Value) -> (String, Option<Value>) {
    match value {
        Value::String(kind) => (kind, None),
        Value::Object(fields) => only(fields).map_or_else(
            || ("an object of several fields".to_owned(), None),
            |(kind, content)| (kind, Some(content)),
        ),
        other => (words(&other), None),
    }
}

fn only(fields: Map<String, Value>) -> Option<(String, Value)> {
    let mut fields = fields.into_iter();
    let first = fields.next()?;
    fields.next().is_none().then_some(first)
}

fn read<T: DeserializeOwned>(kind: &'static str, value: Value) -> Result<T, FrameError> {
    serde_path_to_error::deserialize(value).map_err(|error| FrameError::Content {
        kind,
        reason: match error.path().to_string() {
            path if path == "." => error.inner().to_string(),
            path => format!("{path}: {}", error.inner()),
        },
    })
}

/// Those that can be read.
fn list<T: DeserializeOwned>(value: Option<&Value>) -> Vec<T> {
    let all = value.and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|one| T::deserialize(one).ok()).collect()
}

fn text_of(content: &Value, field: &str, kind: &'static str) -> Result<String, FrameError> {
    let text = content.get(field).and_then(Value::as_str).map(str::to_owned);
    text.ok_or_else(|| missing(kind, field))
}

fn missing(kind: &'static str, field: &str) -> FrameError {
    FrameError::Content { kind, reason: format!("missing field `{field}`") }
}

/// A value in a line of a log.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.chars().take(200).collect(),
        other => other.to_string().chars().take(200).collect(),
    }
}
