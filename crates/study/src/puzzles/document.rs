//! Puzzles as JSON. `docs/json.md` has the schema.
#![expect(missing_docs, reason = "`docs/json.md` describes the fields")]

use serde::{Deserialize, Serialize};

use crate::review::Heading;
use waggle_hive_core::notation::{move_string, move_strings, setup_text};
use waggle_hive_core::rules::{Move, Position};
use waggle_hive_engine::analysis::moves_of_winner;
use waggle_hive_engine::document::{self, DocumentError, Format, Origin, Side};
use waggle_hive_engine::levels::Level;

use super::{Puzzle, Step, Theme};

/// A line of `waggle puzzles`: a puzzle, a note that an earlier game had the same one, or the end of a game's
/// lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PuzzleLine {
    /// A puzzle.
    Puzzle(PuzzleDocument),
    /// A puzzle that an earlier game had, too.
    Repeat(RepeatDocument),
    /// All puzzles of a game stand before it.
    Searched(SearchedDocument),
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A puzzle.
    Puzzle,
    /// A puzzle that an earlier game had, too.
    Repeat,
    /// A game whose puzzles have all been found.
    Searched,
}

/// The document of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleDocument {
    pub file: String,
    pub number: usize,
    pub fingerprint: String,
    pub settings: String,
    pub kind: Kind,
    pub format: Format,
    pub id: String,
    pub white: String,
    pub black: String,
    pub occasion: String,
    pub ply: u16,
    pub position: String,
    pub winner: Side,
    pub plies: u8,
    pub moves: u16,
    pub difficulty: usize,
    pub themes: Vec<Theme>,
    pub line: Vec<String>,
    pub solution: StepObject,
    pub dual_replies: usize,
}

/// A move of the winner with the replies and their answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepObject {
    #[serde(rename = "move")]
    pub mv: String,
    pub replies: Vec<ReplyObject>,
}

/// A reply, and the answer that wins against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyObject {
    #[serde(rename = "move")]
    pub mv: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub answer: Option<StepObject>,
}

/// The document of a puzzle that an earlier game had, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepeatDocument {
    pub file: String,
    pub number: usize,
    pub fingerprint: String,
    pub settings: String,
    pub kind: Kind,
    pub format: Format,
    pub id: String,
    pub white: String,
    pub black: String,
    pub occasion: String,
    pub ply: u16,
}

/// The document of a game whose puzzles have all been found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedDocument {
    pub file: String,
    pub number: usize,
    pub fingerprint: String,
    pub settings: String,
    pub kind: Kind,
    pub format: Format,
}

impl Puzzle {
    /// The document of the puzzle, from a game with this heading.
    pub fn document(&self, origin: Origin, heading: &Heading, difficulty: Level) -> PuzzleDocument {
        let position = &self.position;
        let line: Vec<Move> = self.line().into_iter().map(|(_, mv)| mv).collect();
        let Origin { file, number, fingerprint, settings } = origin;
        PuzzleDocument {
            file,
            number,
            fingerprint,
            settings,
            kind: Kind::Puzzle,
            format: Format,
            id: format!("{:016x}", position.symmetric_key()),
            white: heading.white.clone(),
            black: heading.black.clone(),
            occasion: heading.occasion.clone(),
            ply: position.ply(),
            position: format!("{};{}", position.game_type(), setup_text(position)),
            winner: self.winner().into(),
            plies: self.plies,
            moves: moves_of_winner(self.plies.into()),
            difficulty: difficulty.number(),
            themes: self.themes(),
            line: move_strings(position, &line),
            solution: StepObject::of(position, &self.solution),
            dual_replies: self.dual_replies,
        }
    }
}

impl PuzzleDocument {
    /// The document of a game that repeats this puzzle.
    pub fn into_repeat(self) -> RepeatDocument {
        let Self { file, number, fingerprint, settings, id, white, black, occasion, ply, .. } =
            self;
        RepeatDocument {
            file,
            number,
            fingerprint,
            settings,
            kind: Kind::Repeat,
            format: Format,
            id,
            white,
            black,
            occasion,
            ply,
        }
    }
}

impl PuzzleLine {
    /// The line that ends those of a game.
    pub fn searched(origin: Origin) -> Self {
        let Origin { file, number, fingerprint, settings } = origin;
        let (kind, format) = (Kind::Searched, Format);
        Self::Searched(SearchedDocument { file, number, fingerprint, settings, kind, format })
    }

    /// Reads a line.
    pub fn read(text: &[u8]) -> Result<Self, DocumentError> {
        #[derive(Deserialize)]
        struct OfKind {
            kind: Kind,
        }
        match document::read::<OfKind>(text)?.kind {
            Kind::Puzzle => document::read(text).map(Self::Puzzle),
            Kind::Repeat => document::read(text).map(Self::Repeat),
            Kind::Searched => document::read(text).map(Self::Searched),
        }
    }
}

impl StepObject {
    fn of(position: &Position, step: &Step) -> Self {
        let after = position.after(step.mv);
        let replies = step.replies.iter().map(|reply| {
            let next = after.after(reply.mv);
            ReplyObject {
                mv: move_string(&after, reply.mv),
                answer: reply.answer.as_ref().map(|answer| Self::of(&next, answer)),
            }
        });
        Self { mv: move_string(position, step.mv), replies: replies.collect() }
    }
}
