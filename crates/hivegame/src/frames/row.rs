//! A game as the older HTTP interface sends it: a row of a table.

use serde::Deserialize;
use serde_json::Value;
use waggle_hive_core::games::site::Status;

use super::game::{SiteGame, TimeLeft, User, or_none};
use crate::stamp::{Stamp, lenient};

const SECOND: u64 = 1_000_000_000;

/// A row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct Row {
    pub nanoid: String,
    pub white_id: String,
    pub black_id: String,
    /// Moves such as `wL ;bL wL-;pass ;`.
    pub history: String,
    pub game_type: String,
    #[serde(default)]
    pub finished: bool,
    #[serde(default)]
    pub game_status: Value,
    #[serde(default)]
    pub rated: bool,
    #[serde(default)]
    pub time_mode: String,
    #[serde(default, deserialize_with = "or_none")]
    pub time_increment: Option<u64>,
    /// Nanoseconds, as is Black's.
    #[serde(default, deserialize_with = "or_none")]
    pub white_time_left: Option<i64>,
    #[serde(default, deserialize_with = "or_none")]
    pub black_time_left: Option<i64>,
    #[serde(default, deserialize_with = "lenient")]
    pub last_interaction: Option<Stamp>,
    #[serde(default, deserialize_with = "lenient")]
    pub updated_at: Option<Stamp>,
    #[serde(default, deserialize_with = "or_none")]
    pub conclusion: Option<String>,
}

impl From<Row> for SiteGame {
    fn from(row: Row) -> Self {
        let user = |uid: String| User { uid, ..User::default() };
        let left = |nanos: Option<i64>| {
            let nanos = nanos.map(|it| u64::try_from(it).unwrap_or_default())?;
            Some(TimeLeft { secs: nanos / SECOND, nanos: (nanos % SECOND) as u32 })
        };
        let moves = row.history.split(';').map(str::trim).filter(|mv| !mv.is_empty());
        let history = moves.map(|mv| {
            let (piece, place) = mv.split_once(' ').unwrap_or((mv, ""));
            (piece.to_owned(), place.to_owned())
        });
        Self {
            history: history.collect(),
            game_id: row.nanoid,
            game_type: row.game_type,
            finished: row.finished,
            game_status: status(&row.game_status),
            white_player: user(row.white_id),
            black_player: user(row.black_id),
            rated: row.rated,
            speed: None,
            time_mode: row.time_mode,
            time_increment: row.time_increment,
            white_time_left: left(row.white_time_left),
            black_time_left: left(row.black_time_left),
            last_interaction: row.last_interaction,
            updated_at: row.updated_at,
            game_control_history: vec![],
            conclusion: row.conclusion,
            game_start: None,
        }
    }
}

/// The status. A row may also have the text of Rust's `Debug`, such as `Finished(1-0)`.
fn status(value: &Value) -> Status {
    serde_json::from_value(value.clone()).unwrap_or_else(|_| Status::Other(value.clone()))
}
