//! MoveStrings such as `wA1 bQ-`.
//!
//! A piece and its destination, given by a reference: a piece on the table and a side of it.
//!
//! ```text
//!     \X   X/
//!   -X   X   X-        X alone: on top of it
//!     /X   X\
//! ```

use crate::rules::{Direction, Hex, Move, Piece, Position};
use crate::text::Quoted;

use super::piece_name::{PieceNameError, parse_piece};

/// Why a MoveString is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum MoveStringError {
    #[error("expected a move such as `wA1 bQ-` or `pass`, found nothing")]
    Empty,
    #[error(transparent)]
    Mover(PieceNameError),
    #[error("expected a destination such as `bQ-`, found `{}`: {reason}", Quoted(.text))]
    Reference { text: String, reason: PieceNameError },
    #[error("expected a direction on one side of the piece, found `{}`", Quoted(.0))]
    TwoDirections(String),
    #[error("`{reference}` is not on the table, so `{}` points nowhere", Quoted(.text))]
    NotOnTable { reference: Piece, text: String },
    #[error("expected a destination after `{0}`, as in `{0} bQ-`, found nothing")]
    NoGoal(Piece),
}

/// Parses a move, in all forms in use. Does not check whether it is legal.
///
/// References are resolved before the move, so a piece may be named relative to itself. A
/// covered piece may be a reference, and a direction that leads onto a piece means climbing it.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveStringError> {
    let mut words = text.trim_end_matches([';', ' ']).split_whitespace();
    let first = words.next().ok_or(MoveStringError::Empty)?;
    let destination: String = words.collect();
    if first.eq_ignore_ascii_case("pass") && destination.is_empty() {
        return Ok(Move::Pass);
    }
    let piece = parse_piece(first).map_err(MoveStringError::Mover)?;
    let hex = match destination.as_str() {
        "" | "." if position.ply() == 0 => Hex::CENTER,
        "" => return Err(MoveStringError::NoGoal(piece)),
        destination => parse_destination(position, destination)?,
    };
    Ok(Move::To { piece, hex })
}

fn parse_destination(position: &Position, text: &str) -> Result<Hex, MoveStringError> {
    let (before, rest) = match text.chars().next() {
        Some('-') => (Some(Direction::West), text.get(1..)),
        Some('/') => (Some(Direction::SouthWest), text.get(1..)),
        Some('\\') => (Some(Direction::NorthWest), text.get(1..)),
        _ => (None, Some(text)),
    };
    let rest = rest.unwrap_or_default();
    let (name, after) = if let Some(name) = rest.strip_suffix('-') {
        (name, Some(Direction::East))
    } else if let Some(name) = rest.strip_suffix('/') {
        (name, Some(Direction::NorthEast))
    } else if let Some(name) = rest.strip_suffix('\\') {
        (name, Some(Direction::SouthEast))
    } else {
        (rest, None)
    };
    if before.is_some() && after.is_some() {
        return Err(MoveStringError::TwoDirections(text.to_owned()));
    }
    let reference = parse_piece(name)
        .map_err(|reason| MoveStringError::Reference { text: text.to_owned(), reason })?;
    let hex = position
        .hex_of(reference)
        .ok_or_else(|| MoveStringError::NotOnTable { reference, text: text.to_owned() })?;
    Ok(before.or(after).map_or(hex, |direction| hex.neighbor(direction)))
}

/// Writes a legal move in the canonical form, that of MzingaEngine.
///
/// With the moving piece lifted, a climb names the piece it lands on; any other move names the
/// top piece of the first neighbor of its destination, clockwise from the north-west.
///
/// An illegal move may have no such text and is then written without a destination.
pub fn move_string(position: &Position, mv: Move) -> String {
    let Move::To { piece, hex } = mv else {
        return "pass".to_owned();
    };
    if let Some(below) = top_without(position, hex, piece) {
        return format!("{piece} {below}");
    }
    for direction in Direction::ALL {
        if let Some(neighbor) = top_without(position, hex.neighbor(direction), piece) {
            // The direction is that of the neighbor, so the destination is on its other side.
            return match direction.opposite() {
                Direction::NorthWest => format!("{piece} \\{neighbor}"),
                Direction::NorthEast => format!("{piece} {neighbor}/"),
                Direction::East => format!("{piece} {neighbor}-"),
                Direction::SouthEast => format!("{piece} {neighbor}\\"),
                Direction::SouthWest => format!("{piece} /{neighbor}"),
                Direction::West => format!("{piece} -{neighbor}"),
            };
        }
    }
    piece.to_string()
}

/// The top piece on a hex without the piece `lifted`.
fn top_without(position: &Position, hex: Hex, lifted: Piece) -> Option<Piece> {
    let top = position.top(hex)?;
    if top == lifted { position.below(lifted) } else { Some(top) }
}
