//! The result of a search for a forced win as JSON. `docs/json.md` has the schema.

use std::time::Duration;

use serde_json::{Value, json};

use crate::analysis::{WhiteScore, thousandths};
use crate::search::Score;
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::Game;

use super::{Outline, SolveResult};

impl SolveResult {
    /// The document of a search for a win within so many plies, with what it has cost.
    #[must_use]
    pub fn json(&self, game: &Game, within: u8, nodes: u64, elapsed: Duration) -> Value {
        let position = game.position();
        let us = position.side_to_move();
        let (excluded, win) = match self {
            Self::Win(win) => (win.plies - 1, Some(win)),
            Self::NoWin => (within, None),
            Self::Stopped(without) => (*without, None),
        };
        json!({
            "kind": "solution",
            "game": game_string(game),
            "ply": position.ply(),
            "side_to_move": us.to_string(),
            "within": within,
            "no_win_within": excluded,
            "score": win.map(|win| WhiteScore::new(Score::win_in(win.plies.into()), us).json()),
            "proof": win.map(|win| Outline::complete(position, win).json()),
            "nodes": nodes,
            "seconds": thousandths(elapsed.as_secs_f64()),
        })
    }
}
