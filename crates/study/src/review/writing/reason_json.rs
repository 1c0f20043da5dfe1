//! Reasons as JSON. `docs/json.md` has the schema.

use serde::{Deserialize, Serialize};

use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::ReviewedMove;
use crate::review::judging::reason::{Origin, Reason};
use crate::review::reasons::comparison::Comparison;
use waggle_hive_core::notation::{move_string, move_strings};
use waggle_hive_core::rules::{Outcome, Piece, Position};
use waggle_hive_engine::analysis::moves_of_winner;
use waggle_hive_engine::document::Side;

/// A reason in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct ReasonObject {
    pub kind: String,
    pub text: String,
    pub proven: bool,
    pub from: String,
    pub line: Vec<String>,
    pub facts: Facts,
}

/// What the sentence claims beyond its kind and the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub enum Facts {
    Ends {
        #[serde(deserialize_with = "Option::deserialize")]
        winner: Option<Side>,
    },
    HadWin {
        winner: Side,
        first: usize,
        last: usize,
    },
    CouldSurround {
        #[serde(rename = "move")]
        mv: String,
        closes_the_gap: bool,
    },
    AllowsSurround {
        #[serde(rename = "move")]
        mv: String,
        was_threatened: bool,
    },
    AllowsWin {
        #[serde(rename = "move")]
        mv: String,
        plies: u16,
        moves: u16,
        #[serde(deserialize_with = "Option::deserialize")]
        prevented_by: Option<String>,
    },
    CouldWin {
        #[serde(rename = "move")]
        mv: String,
        plies: u16,
        moves: u16,
    },
    Unproven {
        plies: u16,
        moves: u16,
    },
    Throws {
        thrower: String,
        pieces: Vec<String>,
    },
    Frees {
        pieces: Vec<String>,
        #[serde(rename = "move", deserialize_with = "Option::deserialize")]
        mv: Option<String>,
    },
    Pieces {
        pieces: Vec<String>,
    },
    Liberties {
        queen: Side,
        left: u8,
        instead: u8,
    },
    LibertiesAfterReply {
        #[serde(rename = "move")]
        mv: String,
        left: u8,
        instead: u8,
    },
    Later {
        plies: usize,
        kind: String,
        facts: Box<Facts>,
    },
    ChancesFall {
        before: u32,
        after: u32,
    },
    People {
        percent: u32,
        extrapolated: bool,
    },
    Move {
        #[serde(rename = "move", deserialize_with = "Option::deserialize")]
        mv: Option<String>,
    },
    None {},
}

impl ReasonObject {
    /// A reason for the judgment on a move played in the position `before`.
    pub(super) fn of(reason: &Reason, before: &Position, reviewed: &ReviewedMove) -> Self {
        let comparison = Comparison::new(before, reviewed);
        let start = match reason.origin {
            Origin::Before => before,
            Origin::After => &comparison.played,
        };
        Self {
            kind: reason.fact.kind().to_owned(),
            text: reason.text.clone(),
            proven: reason.fact.is_proven(),
            from: reason.origin.word().to_owned(),
            line: move_strings(start, &reason.line),
            facts: Facts::of(&reason.fact, &comparison),
        }
    }
}

impl Facts {
    fn of(fact: &Fact, comparison: &Comparison) -> Self {
        let (before, after) = (&comparison.before, &comparison.played);
        let names = |pieces: &[Piece]| pieces.iter().map(Piece::to_string).collect();
        match fact {
            Fact::Ends(Outcome::Draw) => Self::Ends { winner: None },
            Fact::Ends(Outcome::Win(winner)) => Self::Ends { winner: Some((*winner).into()) },
            Fact::HadWin { winner, first, last } | Fact::WasWinning { winner, first, last } => {
                Self::HadWin { winner: (*winner).into(), first: *first, last: *last }
            }
            Fact::CouldSurround { mv, closes_the_gap } => Self::CouldSurround {
                mv: move_string(before, *mv),
                closes_the_gap: *closes_the_gap,
            },
            Fact::CouldWin { mv, plies } => Self::CouldWin {
                mv: move_string(before, *mv),
                plies: (*plies).into(),
                moves: moves_of_winner((*plies).into()),
            },
            Fact::AllowsSurround { mv, was_threatened } => Self::AllowsSurround {
                mv: move_string(after, *mv),
                was_threatened: *was_threatened,
            },
            Fact::AllowsWin { mv, plies, prevented_by } => Self::AllowsWin {
                mv: move_string(after, *mv),
                plies: (*plies).into(),
                moves: moves_of_winner((*plies).into()),
                prevented_by: prevented_by.map(|mv| move_string(before, mv)),
            },
            Fact::LetsReach { pieces }
            | Fact::WouldPin { pieces }
            | Fact::PinsOwn { pieces }
            | Fact::WouldFree { pieces } => Self::Pieces { pieces: names(pieces) },
            Fact::LetsClimb { piece } | Fact::WouldCover { piece } => {
                Self::Pieces { pieces: names(&[*piece]) }
            }
            Fact::AsGood { choice } => Self::Move { mv: Some(move_string(before, *choice)) },
            Fact::LetsEnter { mv } => Self::Move { mv: Some(move_string(after, *mv)) },
            Fact::Liberties { queen, left, instead } => {
                Self::Liberties { queen: (*queen).into(), left: *left, instead: *instead }
            }
            Fact::LibertiesAfterReply { reply, left, instead } => Self::LibertiesAfterReply {
                mv: move_string(after, *reply),
                left: *left,
                instead: *instead,
            },
            Fact::Frees { piece, reaches_queen } => Self::Frees {
                pieces: names(&[*piece]),
                mv: reaches_queen.map(|mv| move_string(after, mv)),
            },
            Fact::CouldThrowAway { thrower, piece } => {
                Self::Throws { thrower: thrower.to_string(), pieces: names(&[*piece]) }
            }
            Fact::MissesUnproven { plies } | Fact::AllowsUnproven { plies } => {
                Self::Unproven { plies: *plies, moves: moves_of_winner(*plies) }
            }
            Fact::Later { plies, fact } => Self::Later {
                plies: *plies,
                kind: fact.kind().to_owned(),
                facts: Box::new(Self::of(fact, comparison)),
            },
            Fact::ChancesFall { before, after } => {
                Self::ChancesFall { before: *before, after: *after }
            }
            Fact::HardToFind { percent, extrapolated }
            | Fact::MostPlayIt { percent, extrapolated } => {
                Self::People { percent: *percent, extrapolated: *extrapolated }
            }
            Fact::CouldThreaten { then } => Self::Move {
                mv: comparison.threatening().map(|position| move_string(&position, *then)),
            },
            Fact::OnlyMove
            | Fact::ThirdTime
            | Fact::Agreed
            | Fact::QueenStuck
            | Fact::CouldSqueeze
            | Fact::EnginesMove
            | Fact::NothingMuchBetter => Self::None {},
        }
    }
}
