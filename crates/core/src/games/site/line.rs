//! A line as the site writes it: the fields that matter here.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::Color;

/// A game. All but its id and its moves may be missing, as may any field that is `None`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SiteGame {
    pub(super) game_id: String,
    /// Each move as its piece and its place.
    pub(super) history: Vec<(String, String)>,
    #[serde(default)]
    pub(super) turn: Option<u64>,
    #[serde(default)]
    pub(super) finished: bool,
    #[serde(default)]
    pub(super) game_status: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) conclusion: Option<String>,
    #[serde(default)]
    pub(super) game_type: Option<String>,
    #[serde(default)]
    pub(super) white_player: Player,
    #[serde(default)]
    pub(super) black_player: Player,
    #[serde(default)]
    pub(super) rated: Option<bool>,
    #[serde(default)]
    pub(super) white_rating: Option<f64>,
    #[serde(default)]
    pub(super) black_rating: Option<f64>,
    #[serde(default)]
    pub(super) white_rating_change: Option<f64>,
    #[serde(default)]
    pub(super) black_rating_change: Option<f64>,
    #[serde(default)]
    pub(super) speed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time_mode: Option<String>,
    /// Seconds, as is the increment.
    #[serde(default)]
    pub(super) time_base: Option<u64>,
    #[serde(default)]
    pub(super) time_increment: Option<u64>,
    /// The clock of the mover after each ply, in nanoseconds.
    #[serde(default)]
    pub(super) move_times: Vec<Option<i64>>,
    #[serde(default)]
    pub(super) last_interaction: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) updated_at: Option<String>,
    #[serde(default)]
    pub(super) tournament: Option<Tournament>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Player {
    #[serde(default)]
    pub(super) username: Option<String>,
    #[serde(default)]
    pub(super) bot: bool,
}

/// The tournament that a game belongs to.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Tournament {
    #[serde(default)]
    pub(super) tournament_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
}

/// How far a game is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Status {
    /// Nobody has moved.
    #[default]
    NotStarted,
    /// It goes on.
    InProgress,
    /// A person has decided it.
    Adjudicated,
    /// It has ended.
    Finished(Ending),
    /// Any status that the site may add.
    #[serde(untagged)]
    Other(Value),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ending {
    /// Somebody won.
    Winner(Winner),
    /// Nobody did.
    Draw,
    /// The site does not say.
    Unknown,
    /// What the site may write one day.
    #[serde(untagged)]
    Other(Value),
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the colors")]
pub enum Winner {
    White,
    Black,
}

impl From<Winner> for Color {
    fn from(winner: Winner) -> Self {
        match winner {
            Winner::White => Self::White,
            Winner::Black => Self::Black,
        }
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}
