//! The data of the page's script: every position as the move that leads to it.

use serde_json::{Value, json};

use super::annotations::annotation_paragraph;
use super::chance::percent;
use super::{Review, ReviewedMove, chance};
use crate::analysis::WhiteScore;
use crate::notation::{Destination, PlaneCoordinates, move_string};
use crate::rules::{Color, GameType, Move, Piece, Position};

/// How many moves of a better line the page shows.
const LINE: usize = 8;

/// Where all pieces go, and what the page says about it.
///
/// `pieces` are those of the game type, `start` is the score of the first position, and
/// each of the `plies` has its text `move`, its destination `to` as piece, column, row
/// and height, White's `chance` after it, its `mark`, its annotations, and a `better` line.
pub(super) fn page_data(review: &Review) -> Value {
    let mut game = review.game.restarted();
    let mut coordinates = PlaneCoordinates::at_start(&review.game);
    let mut plies = vec![];
    for reviewed in &review.moves {
        plies.push(ply_data(game.position(), &coordinates, reviewed));
        if let Some(target) = coordinates.destination(game.position(), reviewed.mv) {
            coordinates.put(target);
        }
        if game.play(reviewed.mv).is_err() {
            break; // The moves come from a game, so they are legal.
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

fn ply_data(position: &Position, coordinates: &PlaneCoordinates, reviewed: &ReviewedMove) -> Value {
    let better = reviewed.better.as_ref().map(|better| {
        let score = WhiteScore::new(better.score, reviewed.player);
        json!({ "score": score.to_string(), "line": line(position, coordinates, &better.moves) })
    });
    json!({
        "move": move_string(position, reviewed.mv),
        "to": coordinates.destination(position, reviewed.mv).map(target_data),
        "player": reviewed.player.to_string(),
        "chance": white_chance(reviewed.after),
        "score": reviewed.after.to_string(),
        "words": reviewed.after.words(),
        "mark": reviewed.judgment.mark.to_string(),
        "sign": reviewed.judgment.mark.sign(),
        "loss": percent(reviewed.judgment.loss),
        "annotations": annotation_paragraph(reviewed),
        "better": better,
    })
}

/// The moves of a line that begins in `position`: the text and the destination of each.
fn line(position: &Position, coordinates: &PlaneCoordinates, moves: &[Move]) -> Vec<Value> {
    let (mut position, mut coordinates) = (position.clone(), coordinates.clone());
    let mut line = vec![];
    for &mv in moves.iter().take(LINE) {
        if !position.is_legal(mv) {
            break;
        }
        let target = coordinates.destination(&position, mv);
        line.push(json!([move_string(&position, mv), target.map(target_data)]));
        if let Some(target) = target {
            coordinates.put(target);
        }
        // Never unmade, so the undo token is not needed.
        let _ = position.make(mv);
    }
    line
}

fn target_data(target: Destination) -> Value {
    json!([target.piece.to_string(), target.q, target.r, target.height])
}

/// White's chances in thousandths, for a graph.
fn white_chance(score: WhiteScore) -> u32 {
    (chance(score, Color::White) * 1000.0).round() as u32
}
