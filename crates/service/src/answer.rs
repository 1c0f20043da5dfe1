//! The documents that the service writes; see `docs/service.md` and `docs/service.schema.json`.

use serde::Serialize;

use waggle_hive_engine::analysis::{
    IterationDocument, ReportObject, ResultDocument, SolutionDocument,
};
use waggle_hive_engine::document::Format;
use waggle_hive_engine::people::PeopleDocument;
use waggle_hive_study::review::ReviewDocument;

/// The result for one position of a query, or for the whole game.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Finding {
    Position(Box<PositionFinding>),
    Review(Box<ReviewDocument>),
}

#[derive(Debug, Serialize)]
pub(crate) struct PositionFinding {
    #[serde(flatten)]
    pub(crate) result: ResultDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) people: Option<PeopleDocument>,
    /// `null` if there is no threat to look for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "it may be missing, `null` or there")]
    pub(crate) threat: Option<Option<ReportObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<SolutionDocument>,
}

/// A result as it is written.
#[derive(Debug, Serialize)]
pub(crate) struct Answer<'a> {
    pub(crate) id: &'a str,
    pub(crate) left: usize,
    #[serde(flatten)]
    pub(crate) finding: &'a Finding,
}

/// The progress of the search of a position.
#[derive(Debug, Serialize)]
pub(crate) struct OnTheWay<'a> {
    pub(crate) id: &'a str,
    pub(crate) ply: u16,
    #[serde(flatten)]
    pub(crate) iteration: IterationDocument,
}

/// All other documents.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Notice<'a> {
    Error {
        format: Format,
        id: Option<&'a str>,
        line: Option<u64>,
        error: String,
    },
    Cancelled {
        format: Format,
        id: &'a str,
        left: usize,
    },
    Cancel {
        format: Format,
        cancel: &'a str,
        queries: usize,
    },
    Status {
        format: Format,
        version: &'static str,
        threads: usize,
        searching: usize,
        queries: usize,
        max_queries: usize,
    },
}
