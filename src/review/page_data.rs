//! What the page's script knows: every position as the move that leads to it.

use serde_json::{Value, json};

use super::annotations::annotation_paragraph;
use super::chance::percent;
use super::plane_coordinates::{PlaneCoordinates, Spot};
use super::{Review, ReviewedMove, chance};
use crate::analysis::WhiteScore;
use crate::notation::move_string;
use crate::rules::{Color, Game, GameType, Move, Piece, Position};

/// How many moves of a better line the page shows.
const LINE: usize = 8;

/// Where all pieces go, and what is said about it.
///
/// `pieces` are those of the game type, `start` is the score of the first position, and
/// each of the `plies` has its text `move`, its goal `to` as piece, column, row and
/// height, White's `chance` after it, its `mark`, what is `said`, and a `better` line.
pub(super) fn page_data(review: &Review) -> Value {
    let mut game = Game::lenient(review.game.game_type());
    let mut plane = PlaneCoordinates::default();
    let mut plies = vec![];
    for reviewed in &review.moves {
        plies.push(ply_data(game.position(), &plane, reviewed));
        if let Some(spot) = plane.goal(game.position(), reviewed.mv) {
            plane.put(spot);
        }
        if game.play(reviewed.mv).is_err() {
            break; // The moves come from a game, so that they are legal.
        }
    }
    let start = review.moves.first().map_or(review.last, |first| first.before);
    json!({
        "pieces": pieces(review.game.game_type()),
        "start": { "chance": white_chance(start), "score": start.to_string() },
        "plies": plies,
    })
}

fn pieces(game_type: GameType) -> Vec<String> {
    Piece::all()
        .filter(|piece| game_type.contains(piece.bug()))
        .map(|piece| piece.to_string())
        .collect()
}

fn ply_data(position: &Position, plane: &PlaneCoordinates, reviewed: &ReviewedMove) -> Value {
    let better = reviewed.better.as_ref().map(|better| {
        let score = WhiteScore::new(better.score, reviewed.player);
        json!({ "score": score.to_string(), "line": line(position, plane, &better.moves) })
    });
    let mark = match (reviewed.is_forced, reviewed.is_best) {
        (true, _) => "forced".to_owned(),
        (false, true) => "best".to_owned(),
        (false, false) => reviewed.judgment.mark.to_string(),
    };
    json!({
        "move": move_string(position, reviewed.mv),
        "to": plane.goal(position, reviewed.mv).map(spot_data),
        "player": reviewed.player.to_string(),
        "chance": white_chance(reviewed.after),
        "score": reviewed.after.to_string(),
        "words": reviewed.after.words(),
        "mark": mark,
        "sign": reviewed.judgment.mark.sign(),
        "loss": percent(reviewed.judgment.loss),
        "said": annotation_paragraph(reviewed),
        "better": better,
    })
}

/// The moves of a line that begins in `position`: text and goal each.
fn line(position: &Position, plane: &PlaneCoordinates, moves: &[Move]) -> Vec<Value> {
    let (mut position, mut plane) = (position.clone(), plane.clone());
    let mut line = vec![];
    for &mv in moves.iter().take(LINE) {
        if !position.is_legal(mv) {
            break;
        }
        let spot = plane.goal(&position, mv);
        line.push(json!([move_string(&position, mv), spot.map(spot_data)]));
        if let Some(spot) = spot {
            plane.put(spot);
        }
        // Never taken back, so the token is of no use.
        let _ = position.make(mv);
    }
    line
}

fn spot_data(spot: Spot) -> Value {
    json!([spot.piece.to_string(), spot.q, spot.r, spot.height])
}

/// White's chances in thousandths, for a graph.
fn white_chance(score: WhiteScore) -> u32 {
    (chance(score, Color::White) * 1000.0).round() as u32
}
