//! Reasons as JSON. `docs/json.md` has the schema.

use serde_json::{Value, json};

use super::comparison::Comparison;
use super::{Fact, Origin, Reason};
use crate::review::ReviewedMove;
use waggle_hive_core::notation::{move_string, move_strings};
use waggle_hive_core::rules::{Outcome, Piece, Position};
use waggle_hive_engine::analysis::moves_of_winner;

/// A reason as an object: `kind`, `text`, `proven`, `from`, `line` and `facts`.
pub(in crate::review) fn reason_json(
    reason: &Reason,
    before: &Position,
    reviewed: &ReviewedMove,
) -> Value {
    let comparison = Comparison::new(before, reviewed);
    let start = match reason.origin {
        Origin::Before => before,
        Origin::After => &comparison.played,
    };
    json!({
        "kind": reason.fact.kind(),
        "text": reason.text,
        "proven": reason.fact.is_proven(),
        "from": reason.origin.word(),
        "line": move_strings(start, &reason.line),
        "facts": facts(&reason.fact, &comparison),
    })
}

/// What the sentence claims, but for what follows from its kind and the move.
fn facts(fact: &Fact, comparison: &Comparison) -> Value {
    let (before, after) = (&comparison.before, &comparison.played);
    let names = |pieces: &[Piece]| json!(pieces.iter().map(Piece::to_string).collect::<Vec<_>>());
    match fact {
        Fact::Ends(Outcome::Draw) => json!({ "winner": null }),
        Fact::Ends(Outcome::Win(winner)) => json!({ "winner": winner.to_string() }),
        Fact::CouldSurround { mv, closes_the_gap } => {
            json!({ "move": move_string(before, *mv), "closes_the_gap": closes_the_gap })
        }
        Fact::CouldWin { mv, plies } => json!({
            "move": move_string(before, *mv),
            "plies": plies,
            "moves": moves_of_winner((*plies).into()),
        }),
        Fact::AllowsSurround { mv, was_threatened } => {
            json!({ "move": move_string(after, *mv), "was_threatened": was_threatened })
        }
        Fact::AllowsWin { mv, plies, prevented_by } => json!({
            "move": move_string(after, *mv),
            "plies": plies,
            "moves": moves_of_winner((*plies).into()),
            "prevented_by": prevented_by.map(|mv| move_string(before, mv)),
        }),
        Fact::LetsReach { pieces }
        | Fact::WouldPin { pieces }
        | Fact::PinsOwn { pieces }
        | Fact::WouldFree { pieces } => json!({ "pieces": names(pieces) }),
        Fact::LetsClimb { piece } => json!({ "pieces": names(&[*piece]) }),
        Fact::LetsEnter { mv } => json!({ "move": move_string(after, *mv) }),
        Fact::Liberties { queen, left, instead } => {
            json!({ "queen": queen.to_string(), "left": left, "instead": instead })
        }
        Fact::LibertiesAfterReply { reply, left, instead } => {
            json!({ "move": move_string(after, *reply), "left": left, "instead": instead })
        }
        Fact::Frees { piece, reaches_queen } => json!({
            "pieces": names(&[*piece]),
            "move": reaches_queen.map(|mv| move_string(after, mv)),
        }),
        Fact::CouldThrowAway { thrower, piece } => {
            json!({ "thrower": thrower.to_string(), "pieces": names(&[*piece]) })
        }
        Fact::MissesUnproven { plies } | Fact::AllowsUnproven { plies } => {
            json!({ "plies": plies, "moves": moves_of_winner(*plies) })
        }
        Fact::ChancesFall { before, after } => json!({ "before": before, "after": after }),
        Fact::CouldThreaten { then } => {
            let threatening = comparison.threatening();
            json!({ "move": threatening.map(|position| move_string(&position, *then)) })
        }
        Fact::OnlyMove
        | Fact::ThirdTime
        | Fact::QueenStuck
        | Fact::CouldSqueeze
        | Fact::EnginesMove
        | Fact::NothingMuchBetter => json!({}),
    }
}
