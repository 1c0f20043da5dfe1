//! What is wrong with a game of a file as JSON: a kind with its facts, and the words.

use serde::Serialize;

use waggle_hive_core::games::{GameError, GameFault, MoveFault};
use waggle_hive_core::notation::{Contradiction, SetupTextError};
use waggle_hive_core::rules::{Piece, SetupError};

/// A game that cannot be read.
#[derive(Clone, Debug, Serialize)]
pub struct FaultDocument {
    game: usize,
    line: usize,
    #[serde(flatten)]
    fault: Fault,
    text: String,
}

/// The kinds of faults, each with what the words say of it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", content = "facts", rename_all = "snake_case")]
enum Fault {
    GameType { found: String },
    Setup(SetupFacts),
    UnreadableMove { number: usize, text: String },
    IllegalMove { number: usize, text: String, rule: &'static str },
    OtherGame { found: String },
    Unclosed {},
    NoVariation {},
    DeepVariation { max: usize },
    Json {},
}

impl From<GameError> for FaultDocument {
    fn from(error: GameError) -> Self {
        let text = error.to_string();
        let GameError { game, line, fault, .. } = error;
        Self { game, line, fault: fault.into(), text }
    }
}

impl From<GameFault> for Fault {
    fn from(fault: GameFault) -> Self {
        match fault {
            GameFault::GameType(error) => Self::GameType { found: error.found },
            GameFault::Setup(error) => Self::Setup(SetupFacts::of(&error)),
            GameFault::Move { number, text, reason: MoveFault::Illegal(rule) } => {
                Self::IllegalMove { number, text, rule: rule.name() }
            }
            GameFault::Move { number, text, .. } => Self::UnreadableMove { number, text },
            GameFault::OtherGame { found, .. } => Self::OtherGame { found },
            GameFault::OpenComment | GameFault::OpenVariation | GameFault::OpenValue => {
                Self::Unclosed {}
            }
            GameFault::NoVariation => Self::NoVariation {},
            GameFault::DeepVariation { max } => Self::DeepVariation { max },
            GameFault::Json { .. } => Self::Json {},
        }
    }
}

/// The rule that a position set up breaks, and what breaks it.
#[derive(Clone, Debug, Serialize)]
struct SetupFacts {
    rule: &'static str,
    piece: Option<String>,
    player: Option<String>,
    count: Option<usize>,
}

impl SetupFacts {
    /// The rule is `unreadable` if the text is no position.
    fn of(error: &SetupTextError) -> Self {
        let rule = |rule| Self { rule, piece: None, player: None, count: None };
        let of_piece = |name, piece: &Piece| Self { piece: Some(piece.to_string()), ..rule(name) };
        let SetupTextError::Impossible(error) = error else { return rule("unreadable") };
        match error {
            SetupError::NotInPlay(piece) => of_piece("not_in_play", piece),
            SetupError::Twice(piece) => of_piece("twice", piece),
            SetupError::OutOfOrder { piece, .. } => of_piece("out_of_order", piece),
            SetupError::Climbs(piece) => of_piece("climbs", piece),
            SetupError::Split => rule("split"),
            SetupError::Hurry { color, count, .. } => {
                Self { player: Some(color.to_string()), count: Some(*count), ..rule("hurry") }
            }
            SetupError::Resting(piece) => of_piece("resting", piece),
        }
    }
}

/// What a file says of one of its games that is not so.
#[derive(Clone, Debug, Serialize)]
pub struct WarningDocument {
    game: usize,
    kind: &'static str,
    facts: ContradictionFacts,
    text: String,
}

#[derive(Clone, Debug, Serialize)]
struct ContradictionFacts {
    said: String,
    given: String,
}

impl WarningDocument {
    /// Its kind is the subject of the contradiction.
    pub fn of(game: usize, found: &Contradiction) -> Self {
        let text = format!("game {game}: {found}");
        let (said, given) = (found.said.to_string(), found.given.to_string());
        Self { game, kind: found.field, facts: ContradictionFacts { said, given }, text }
    }
}
