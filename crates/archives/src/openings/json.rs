//! The openings as JSON. `docs/json.md` has the schema.

use serde::Serialize;

use super::counts::Sum;
use super::{Continuation, Explorer, OpeningPosition};
use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::{ScoreObject, WhiteScore};
use waggle_hive_engine::document::Format;

/// The document of all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningsDocument {
    kind: &'static str,
    format: Format,
    games: usize,
    pub(super) positions: Vec<PositionObject>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PositionObject {
    id: usize,
    parent: Option<usize>,
    #[serde(rename = "type")]
    game_type: String,
    pub(super) line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(flatten)]
    pub(super) sum: SumObject,
    others: u32,
    score: Option<ScoreObject>,
    pub(super) moves: Vec<MoveObject>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct MoveObject {
    #[serde(rename = "move")]
    pub(super) mv: String,
    to: usize,
    #[serde(flatten)]
    pub(super) sum: SumObject,
    players: Vec<PlayerObject>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PlayerObject {
    name: String,
    games: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SumObject {
    games: u32,
    decided: u32,
    white_points: f64,
    years: Option<(u16, u16)>,
}

impl OpeningsDocument {
    /// The document of these openings.
    pub fn of(explorer: &Explorer) -> Self {
        let positions = explorer.positions.iter().enumerate();
        Self {
            kind: "openings",
            format: Format,
            games: explorer.games,
            positions: positions.map(|(id, position)| PositionObject::of(id, position)).collect(),
        }
    }
}

impl PositionObject {
    fn of(id: usize, position: &OpeningPosition) -> Self {
        let game = &position.game;
        Self {
            id,
            parent: position.parent,
            game_type: game.game_type().to_string(),
            line: line_of(game),
            name: position.name(),
            sum: SumObject::of(&position.sum),
            others: position.others,
            score: position.score.map(WhiteScore::object),
            moves: position.moves.iter().map(|way| MoveObject::of(position, way)).collect(),
        }
    }
}

/// The moves of a game as they are written.
pub(super) fn line_of(game: &Game) -> Vec<String> {
    // Played one by one, since old archives may place the queen first.
    let mut replayed = game.restarted();
    let mut line = vec![];
    for mv in game.moves() {
        line.push(move_string(replayed.position(), mv));
        if replayed.play(mv).is_err() {
            break; // The moves come from a game, so they are legal.
        }
    }
    line
}

impl MoveObject {
    fn of(position: &OpeningPosition, way: &Continuation) -> Self {
        let players = way.players.iter();
        Self {
            mv: move_string(position.game.position(), way.mv),
            to: way.to,
            sum: SumObject::of(&way.sum),
            players: players.cloned().map(PlayerObject::from).collect(),
        }
    }
}

impl From<(String, u32)> for PlayerObject {
    fn from((name, games): (String, u32)) -> Self {
        Self { name, games }
    }
}

impl SumObject {
    pub(super) const fn games(&self) -> u32 {
        self.games
    }

    pub(super) fn of(sum: &Sum) -> Self {
        Self {
            games: sum.games,
            decided: sum.decided,
            white_points: f64::from(sum.half_points) / 2.0,
            years: sum.years,
        }
    }
}
