//! The result of a search for a forced win as JSON. `docs/json.md` has the schema.

use std::time::Duration;

use serde::Serialize;

use crate::analysis::{ScoreObject, WhiteScore, thousandths};
use crate::document::{Format, Side};
use crate::search::Score;
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::Game;

use super::{FirstMoves, Outline, SolveResult, UniquenessObject};

/// The document of a search for a forced win.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolutionDocument {
    kind: &'static str,
    format: Format,
    game: String,
    ply: u16,
    side_to_move: Side,
    within: u8,
    no_win_within: u8,
    score: Option<ScoreObject>,
    proof: Option<Outline>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    uniqueness: Option<UniquenessObject>,
}

impl SolutionDocument {
    /// Adds the results of all first moves.
    #[must_use]
    pub fn with_first_moves(self, game: &Game, moves: Option<&FirstMoves>) -> Self {
        Self { uniqueness: moves.map(|moves| moves.object(game.position())), ..self }
    }
}

impl SolveResult {
    /// The document of a search for a win within this many plies, with its nodes and time.
    pub fn document(
        &self,
        game: &Game,
        within: u8,
        nodes: u64,
        elapsed: Duration,
    ) -> SolutionDocument {
        let position = game.position();
        let us = position.side_to_move();
        let (excluded, win) = match self {
            Self::Win(win) => (win.plies - 1, Some(win)),
            Self::NoWin => (within, None),
            Self::Stopped(without) => (*without, None),
        };
        SolutionDocument {
            kind: "solution",
            format: Format,
            game: game_string(game),
            ply: position.ply(),
            side_to_move: us.into(),
            within,
            no_win_within: excluded,
            score: win.map(|win| WhiteScore::new(Score::win_in(win.plies.into()), us).object()),
            proof: win.map(|win| Outline::complete(position, win)),
            nodes,
            seconds: thousandths(elapsed.as_secs_f64()),
            uniqueness: None,
        }
    }
}
