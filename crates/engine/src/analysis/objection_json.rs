//! Why a move is not legal, as JSON.

use serde::Serialize;

use crate::document::Format;
use waggle_hive_core::rules::{IllegalMove, Move, Position};

/// The rule that forbids a move.
///
/// `docs/uhp-extensions.md` has the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObjectionDocument {
    kind: &'static str,
    format: Format,
    rule: Option<&'static str>,
    words: String,
}

impl ObjectionDocument {
    /// The document of a move in a position; without a rule if the move is legal.
    pub fn of(position: &Position, mv: Move) -> Self {
        let objection = position.objection_to(mv);
        Self {
            kind: "objection",
            format: Format,
            rule: objection.map(IllegalMove::name),
            words: objection.map_or_else(String::new, |rule| rule.to_string()),
        }
    }
}
