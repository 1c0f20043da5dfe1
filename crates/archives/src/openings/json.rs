//! The openings as JSON. `docs/json.md` has the schema.

use serde_json::{Value, json};

use super::counts::Sum;
use super::{Continuation, Explorer, OpeningPosition};
use waggle_hive_core::notation::move_string;
use waggle_hive_engine::analysis::WhiteScore;

/// All positions as one document.
#[must_use]
pub fn json(explorer: &Explorer) -> Value {
    let positions = explorer.positions.iter().enumerate();
    json!({
        "kind": "openings",
        "games": explorer.games,
        "positions": positions.map(|(id, position)| position_json(id, position)).collect::<Vec<_>>(),
    })
}

fn position_json(id: usize, position: &OpeningPosition) -> Value {
    let game = &position.game;
    // A queen may come first, as in old archives, so the moves are played one by one.
    let mut replayed = game.restarted();
    let mut line = vec![];
    for mv in game.moves() {
        line.push(move_string(replayed.position(), mv));
        if replayed.play(mv).is_err() {
            break; // The moves come from a game, so they are legal.
        }
    }
    let mut value = json!({
        "id": id,
        "parent": position.parent,
        "type": game.game_type().to_string(),
        "line": line,
    });
    add_sum(&mut value, &position.sum);
    value["others"] = json!(position.others);
    value["score"] = json!(position.score.map(WhiteScore::object));
    let moves = position.moves.iter().map(|way| move_json(position, way));
    value["moves"] = moves.collect();
    value
}

fn move_json(position: &OpeningPosition, way: &Continuation) -> Value {
    let mut value = json!({
        "move": move_string(position.game.position(), way.mv),
        "to": way.to,
    });
    add_sum(&mut value, &way.sum);
    let players = way.players.iter();
    value["players"] =
        players.map(|(name, games)| json!({ "name": name, "games": games })).collect();
    value
}

fn add_sum(value: &mut Value, sum: &Sum) {
    value["games"] = json!(sum.games);
    value["decided"] = json!(sum.decided);
    value["white_points"] = json!(f64::from(sum.half_points) / 2.0);
    value["years"] = json!(sum.years.map(|(first, last)| [first, last]));
}
