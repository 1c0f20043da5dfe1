//! The requests that a line of input can contain.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use waggle_hive_core::games::{GameFault, GameRecord, lines};
use waggle_hive_core::rules::{Game, IllegalMove};
use waggle_hive_engine::analysis::Solver;
use waggle_hive_engine::document::{self, DocumentError};
use waggle_hive_engine::search::Limits;

/// The maximum bytes of a line: enough for a game of ten thousand plies.
pub const MAX_QUERY_LEN: usize = 100_000;
/// Cancels all queries.
pub(crate) const ALL: &str = "*";

/// The default limit of a search, as for `waggle review --all`.
const NODES: u64 = 20_000;
const MAX_DEPTH: u64 = 125;
const MAX_SECONDS: f64 = 365.0 * 24.0 * 3600.0;
/// Each further line costs about as much as the first.
const MAX_LINES: u64 = 100;

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// An analysis or a review.
    Query(Box<Query>),
    /// Cancels the query with this id, or all of them.
    Cancel(String),
    /// Asks for the load of the service.
    Status,
}

/// Why a request is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum QueryError {
    #[error(transparent)]
    Document(#[from] DocumentError),
    #[error("expected an object")]
    NoObject,
    #[error("{field}: expected {expected}")]
    Value { field: &'static str, expected: String },
    #[error("{0}: expected none, because a review is of the whole game")]
    NotInReview(&'static str),
    #[error("game: {0}")]
    Game(#[from] GameFault),
    #[error("game: {0}")]
    Move(#[from] IllegalMove),
}

/// A request to analyze positions of a game, or to review it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/service.md` describes the fields")]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the protocol")]
pub struct Query {
    pub id: String,
    pub game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<Plies>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u64>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub explain: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub people: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub threat: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_within: Option<u64>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub review: bool,
    #[serde(default)]
    pub priority: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<f64>,
}

/// The positions of a game to analyze.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected `all` or a list of plies")]
pub enum Plies {
    /// All of them.
    All(All),
    /// The positions after these numbers of plies.
    Of(Vec<u16>),
}

/// The word for all positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum All {
    /// `all`.
    All,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    cancel: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Status {
    status: bool,
}

impl Request {
    /// Parses a line. Errors come with the id of the request, if it has one.
    pub fn read(line: &[u8]) -> Result<Self, (Option<String>, QueryError)> {
        let value: Value = document::read(line).map_err(|error| (None, error.into()))?;
        let Value::Object(fields) = value else { return Err((None, QueryError::NoObject)) };
        Self::of(line, &fields).map_err(|error| {
            let id = fields.get("id").and_then(Value::as_str).map(str::to_owned);
            (id, error)
        })
    }

    fn of(line: &[u8], fields: &Map<String, Value>) -> Result<Self, QueryError> {
        if fields.contains_key("cancel") {
            return Ok(Self::Cancel(document::read::<Cancel>(line)?.cancel));
        }
        if fields.contains_key("status") {
            let Status { status } = document::read(line)?;
            return if status { Ok(Self::Status) } else { Err(expected("status", "`true`")) };
        }
        let query: Query = document::read(line)?;
        query.check()?;
        Ok(Self::Query(Box::new(query)))
    }
}

fn expected(field: &'static str, expected: impl Into<String>) -> QueryError {
    QueryError::Value { field, expected: expected.into() }
}

impl Query {
    /// Checks the values of all fields but the game.
    fn check(&self) -> Result<(), QueryError> {
        let in_range = |field, value: Option<u64>, most: u64| match value {
            Some(value) if !(1..=most).contains(&value) => {
                Err(expected(field, format!("a whole number from 1 to {most}")))
            }
            _ => Ok(()),
        };
        if self.id == ALL {
            return Err(expected("id", "another text than `*`, which means all queries"));
        }
        in_range("depth", self.depth, MAX_DEPTH)?;
        in_range("nodes", self.nodes, u64::MAX)?;
        in_range("lines", self.lines, MAX_LINES)?;
        in_range("win_within", self.win_within, Solver::MAX_PLIES.into())?;
        if self.time.is_some_and(|time| !(time > 0.0 && time <= MAX_SECONDS)) {
            return Err(expected("time", format!("more than 0 seconds, at most {MAX_SECONDS}")));
        }
        if self.every.is_some_and(|every| !(0.0..=MAX_SECONDS).contains(&every)) {
            return Err(expected("every", format!("from 0 to {MAX_SECONDS} seconds")));
        }
        let of_positions = [
            ("plies", self.plies.is_some()),
            ("lines", self.lines.is_some()),
            ("explain", self.explain),
            ("people", self.people),
            ("threat", self.threat),
            ("win_within", self.win_within.is_some()),
            ("every", self.every.is_some()),
        ];
        match of_positions.into_iter().find(|(_, is_given)| self.review && *is_given) {
            Some((field, _)) => Err(QueryError::NotInReview(field)),
            None => Ok(()),
        }
    }

    /// Replays the game.
    pub fn replay(&self) -> Result<Game, QueryError> {
        Ok(self.record()?.replay()?)
    }

    /// The game with its result.
    pub fn record(&self) -> Result<GameRecord, QueryError> {
        let mut games = lines::read(&self.game);
        let (Some(game), None) = (games.next(), games.next()) else {
            return Err(expected("game", "one GameString"));
        };
        Ok(game.map_err(|error| error.fault)?)
    }

    /// The plies before the positions to analyze; one for a review.
    pub fn plies(&self, game: &Game) -> Result<Vec<u16>, QueryError> {
        let last = game.position().ply();
        let first = game.restarted().position().ply();
        if self.review && first == last {
            return Err(expected("game", "a game with moves to review"));
        }
        match &self.plies {
            None => Ok(vec![last]),
            Some(Plies::All(All::All)) => Ok((first..=last).collect()),
            Some(Plies::Of(plies)) => {
                let mut known = BTreeSet::new();
                let is_new = |ply: &u16| (first..=last).contains(ply) && known.insert(*ply);
                if plies.is_empty() || !plies.iter().all(is_new) {
                    let numbers = format!("different numbers from {first} to {last}");
                    return Err(expected("plies", numbers));
                }
                Ok(plies.clone())
            }
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits {
            depth: self.depth.and_then(|depth| u8::try_from(depth).ok()),
            nodes: self.nodes,
            time: self.time.map(Duration::from_secs_f64),
            clock: None,
        };
        if limits == Limits::default() { Limits::nodes(NODES) } else { limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Request, (Option<String>, String)> {
        Request::read(line.as_bytes()).map_err(|(id, error)| (id, error.to_string()))
    }

    #[test]
    fn a_query_has_only_an_id_and_a_game() {
        let Ok(Request::Query(query)) = read(r#"{"id":"a","game":"Base"}"#) else { panic!() };
        assert_eq!(query.limits(), Limits::nodes(NODES));
        assert_eq!(query.plies(&query.replay().unwrap()), Ok(vec![0]));
        assert_eq!(read(r#"{"cancel":"*"}"#), Ok(Request::Cancel("*".to_owned())));
        assert_eq!(read(r#"{"status":true}"#), Ok(Request::Status));
    }

    #[test]
    fn plies_are_numbered_as_in_the_answers() {
        let query = |game: &str, plies| Query {
            game: game.to_owned(),
            plies: Some(plies),
            ..Query::default()
        };
        let plies = |query: &Query| query.plies(&query.replay().unwrap());
        let game = "Base;;;wS1;bS1 wS1-;wQ -wS1";
        assert_eq!(plies(&query(game, Plies::All(All::All))), Ok(vec![0, 1, 2, 3]));
        assert_eq!(plies(&query(game, Plies::Of(vec![3, 0]))), Ok(vec![3, 0]));
        for wrong in [vec![], vec![4], vec![1, 1]] {
            let error = plies(&query(game, Plies::Of(wrong))).unwrap_err();
            assert_eq!(error.to_string(), "plies: expected different numbers from 0 to 3");
        }
        let set_up = "Base;White[5] wQ@0,0 bQ@1,0 wB1@1,0+ bA1@-1,0!;wB1 bQ-";
        assert_eq!(plies(&query(set_up, Plies::All(All::All))), Ok(vec![8, 9]));
    }
}
