//! A puzzle as JSON. `docs/json.md` has the schema.

use serde_json::{Value, json};

use crate::review::Heading;
use waggle_hive_core::notation::{move_string, move_strings, setup_text};
use waggle_hive_core::rules::{Move, Position};
use waggle_hive_engine::analysis::moves_of_winner;
use waggle_hive_engine::levels::Level;

use super::{Puzzle, Step, Theme};

impl Puzzle {
    /// What puzzles share that differ only in how the hive is turned or reflected.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{:016x}", self.position.symmetric_key())
    }

    /// The document of the kind `puzzle`, from a game with this heading.
    #[must_use]
    pub fn json(&self, heading: &Heading, difficulty: Level) -> Value {
        let position = &self.position;
        let line: Vec<Move> = self.line().into_iter().map(|(_, mv)| mv).collect();
        json!({
            "kind": "puzzle",
            "id": self.id(),
            "white": heading.white,
            "black": heading.black,
            "occasion": heading.occasion,
            "ply": position.ply(),
            "position": format!("{};{}", position.game_type(), setup_text(position)),
            "winner": self.winner().to_string(),
            "plies": self.plies,
            "moves": moves_of_winner(self.plies.into()),
            "difficulty": difficulty.number(),
            "themes": self.themes().into_iter().map(Theme::name).collect::<Vec<_>>(),
            "line": move_strings(position, &line),
            "solution": step_json(position, &self.solution),
            "dual_replies": self.dual_replies,
        })
    }

    /// The document of the kind `repeat`, for a puzzle that an earlier game has had.
    #[must_use]
    pub fn repeat_json(document: &Value) -> Value {
        let field = |name: &str| document.get(name).cloned().unwrap_or_default();
        json!({
            "kind": "repeat",
            "id": field("id"),
            "white": field("white"),
            "black": field("black"),
            "occasion": field("occasion"),
            "ply": field("ply"),
        })
    }
}

/// A move of the winner with the replies and their answers.
fn step_json(position: &Position, step: &Step) -> Value {
    let after = position.after(step.mv);
    let replies = step.replies.iter().map(|reply| {
        let next = after.after(reply.mv);
        json!({
            "move": move_string(&after, reply.mv),
            "answer": reply.answer.as_ref().map(|answer| step_json(&next, answer)),
        })
    });
    json!({ "move": move_string(position, step.mv), "replies": replies.collect::<Vec<_>>() })
}
