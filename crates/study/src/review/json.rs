//! A review as JSON. `docs/json.md` has the schema.

use serde_json::{Value, json};

use super::reasons::reason_json;
use super::{Heading, Mark, MarkCounts, Review, ReviewedMove};
use waggle_hive_core::notation::{game_string, move_string};
use waggle_hive_core::rules::{Color, Game};
use waggle_hive_engine::analysis::{LineObject, thousandths};

/// The review as one document: `kind`, `game`, `moves` and `players`.
#[must_use]
pub fn json(review: &Review, heading: &Heading) -> Value {
    let mut game = review.game.restarted();
    let mut moves = vec![];
    for (index, reviewed) in review.moves.iter().enumerate() {
        moves.push(move_json(&game, index + 1, reviewed));
        if game.play(reviewed.mv).is_err() {
            break; // The moves come from a game, so they are legal.
        }
    }
    json!({
        "kind": "review",
        "game": {
            "type": review.game.game_type().to_string(),
            "white": heading.white,
            "black": heading.black,
            "occasion": heading.occasion,
            "result": heading.result,
            "game_string": game_string(&review.game),
        },
        "moves": moves,
        "players": {
            "white": counts_json(&MarkCounts::of(review, Color::White)),
            "black": counts_json(&MarkCounts::of(review, Color::Black)),
        },
    })
}

fn move_json(game: &Game, ply: usize, reviewed: &ReviewedMove) -> Value {
    let position = game.position();
    let judgment = &reviewed.judgment;
    let better = reviewed.better.as_ref().map(|better| LineObject::of(position, better));
    let reasons: Vec<Value> =
        reviewed.reasons.iter().map(|reason| reason_json(reason, position, reviewed)).collect();
    json!({
        "ply": ply,
        "player": reviewed.player.to_string(),
        "move": move_string(position, reviewed.mv),
        "before": reviewed.before.object(),
        "after": reviewed.after.object(),
        "loss": thousandths(judgment.loss),
        "mark": judgment.mark.to_string(),
        "best": judgment.mark <= Mark::Best,
        "forced": judgment.mark == Mark::Forced,
        "missed_win_plies": judgment.missed_win,
        "allowed_win_plies": judgment.allowed_win,
        "depth": reviewed.depth,
        "second_look": reviewed.looked_again,
        "better": better,
        "repetition": reviewed.repeats,
        "reasons": reasons,
    })
}

fn counts_json(counts: &MarkCounts) -> Value {
    json!({
        "moves": counts.moves(),
        "choices": counts.choices(),
        "forced": counts.count(Mark::Forced),
        "best": counts.count(Mark::Best),
        "good": counts.count(Mark::Good),
        "inaccuracies": counts.count(Mark::Inaccuracy),
        "mistakes": counts.count(Mark::Mistake),
        "blunders": counts.count(Mark::Blunder),
        "missed_wins": counts.missed_wins,
        "mean_loss": thousandths(counts.mean_loss),
        "accuracy": counts.accuracy.map(|accuracy| (accuracy * 100.0).round() / 100.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn the_document_has_the_fields_that_the_schema_names() {
        let heading = Heading { white: "ann".to_owned(), ..Heading::default() };
        let document = json(&sample(), &heading);
        insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
    }
}
