//! Reasons as JSON. `docs/json.md` has the schema.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::ReviewedMove;
use crate::review::judging::reason::{Origin, Reason};
use crate::review::reasons::comparison::Comparison;
use waggle_hive_core::notation::{move_string, move_strings};
use waggle_hive_core::rules::{Color, Move, Outcome, Piece, Position};
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
    /// What the sentence claims beyond its kind and the move.
    pub facts: Value,
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
            facts: facts_of(&reason.fact, &comparison),
        }
    }
}

/// What is claimed, as fields; empty for most kinds.
fn facts_of(fact: &Fact, comparison: &Comparison) -> Value {
    let before = |mv: Move| move_string(&comparison.before, mv);
    let after = |mv: Move| move_string(&comparison.played, mv);
    let side = |color: Color| Side::from(color);
    let names = |pieces: &[Piece]| pieces.iter().map(Piece::to_string).collect::<Vec<_>>();
    match *fact {
        Fact::Ends(Outcome::Draw) => json!({ "winner": null }),
        Fact::Ends(Outcome::Win(winner)) => json!({ "winner": side(winner) }),
        Fact::Repeats { times } => json!({ "times": times }),
        Fact::HadWin { winner, first, last, .. } | Fact::WasWinning { winner, first, last } => {
            json!({ "winner": side(winner), "first": first, "last": last })
        }
        Fact::CouldSurround { mv, closes_the_gap } => {
            json!({ "move": before(mv), "closes_the_gap": closes_the_gap })
        }
        Fact::CouldWin { mv, plies } => {
            json!({ "move": before(mv), "plies": plies, "moves": moves_of_winner(plies.into()) })
        }
        Fact::AllowsSurround { mv, was_threatened } => {
            json!({ "move": after(mv), "was_threatened": was_threatened })
        }
        Fact::AllowsWin { mv, plies, prevented_by } => json!({
            "move": after(mv),
            "plies": plies,
            "moves": moves_of_winner(plies.into()),
            "prevented_by": prevented_by.map(before),
        }),
        Fact::LetsReach { ref pieces }
        | Fact::WouldPin { ref pieces }
        | Fact::PinsOwn { ref pieces }
        | Fact::WouldFree { ref pieces } => json!({ "pieces": names(pieces) }),
        Fact::LetsClimb { piece } | Fact::WouldCover { piece } => {
            json!({ "pieces": names(&[piece]) })
        }
        Fact::AsGood { choice } => json!({ "move": before(choice) }),
        Fact::LetsEnter { mv } => json!({ "move": after(mv) }),
        Fact::Liberties { queen, left, instead } => {
            json!({ "queen": side(queen), "left": left, "instead": instead })
        }
        Fact::LibertiesAfterReply { reply, left, instead } => {
            json!({ "move": after(reply), "left": left, "instead": instead })
        }
        Fact::Frees { piece, reaches_queen } => {
            json!({ "pieces": names(&[piece]), "move": reaches_queen.map(after) })
        }
        Fact::CouldThrowAway { thrower, piece } => {
            json!({ "thrower": thrower.to_string(), "pieces": names(&[piece]) })
        }
        Fact::MissesUnproven { plies } | Fact::AllowsUnproven { plies } => {
            json!({ "plies": plies, "moves": moves_of_winner(plies) })
        }
        Fact::Later { plies, ref fact } => {
            json!({ "plies": plies, "kind": fact.kind(), "facts": facts_of(fact, comparison) })
        }
        Fact::ChancesFall { before, after } => json!({ "before": before, "after": after }),
        Fact::HardToFind { percent, extrapolated } | Fact::MostPlayIt { percent, extrapolated } => {
            json!({ "percent": percent, "extrapolated": extrapolated })
        }
        Fact::CouldThreaten { then } => {
            json!({ "move": comparison.threatening().map(|position| move_string(&position, then)) })
        }
        Fact::OnlyMove
        | Fact::Agreed
        | Fact::QueenStuck
        | Fact::CouldSqueeze
        | Fact::EnginesMove
        | Fact::NothingMuchBetter => json!({}),
    }
}
