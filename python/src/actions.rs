//! Moves as actions, numbered as in OpenSpiel's Hive.
//!
//! An action is a piece, a reference and a direction: `196 * piece + 7 * reference +
//! direction`. One move has an action for each neighbor that can serve as its reference.

use pyo3::prelude::*;
use waggle_hive_core::rules::{Direction, Hex, Move, Piece, Position};

use crate::errors::IllegalMoveError;

/// The direction that means "on top of the reference".
const ABOVE: u16 = 6;
const DIRECTIONS: u16 = 7;
const TILES: u16 = Piece::COUNT as u16;
/// The action of a pass, the last one.
const PASS: u16 = TILES * TILES * DIRECTIONS;
/// The number of actions.
pub(crate) const COUNT: usize = PASS as usize + 1;

/// OpenSpiel's order of one player's pieces (queen, ants, grasshoppers, spiders, beetles,
/// mosquito, ladybug, pillbug), as indices into ours.
const OURS: [usize; Piece::PER_PLAYER] = [0, 8, 9, 10, 5, 6, 7, 1, 2, 3, 4, 11, 12, 13];

/// The index of each of our pieces in OpenSpiel's order.
const TILE_OF_PIECE: [u16; Piece::COUNT] = {
    let mut tiles = [0; Piece::COUNT];
    let mut tile = 0;
    while tile < Piece::COUNT {
        tiles[piece_index_of(tile)] = tile as u16;
        tile += 1;
    }
    tiles
};

const fn piece_index_of(tile: usize) -> usize {
    tile / Piece::PER_PLAYER * Piece::PER_PLAYER + OURS[tile % Piece::PER_PLAYER]
}

/// The number of a direction: clockwise from the north-east.
fn number_of(direction: Direction) -> u16 {
    (direction as u16 + 5) % 6
}

fn action(piece: Piece, reference: Piece, direction: u16) -> u16 {
    let [piece, reference] = [piece, reference].map(|piece| TILE_OF_PIECE[piece.index()]);
    (piece * TILES + reference) * DIRECTIONS + direction
}

/// The top piece of a stack without `lifted`.
fn top_without(position: &Position, hex: Hex, lifted: Piece) -> Option<Piece> {
    let top = position.top(hex)?;
    if top == lifted { position.below(lifted) } else { Some(top) }
}

/// Calls `each` with all actions that name a legal move.
fn each_of(position: &Position, mv: Move, mut each: impl FnMut(u16)) {
    let Move::To { piece, hex } = mv else { return each(PASS) };
    if position.ply() == 0 {
        return each(action(piece, piece, ABOVE));
    }
    if let Some(below) = top_without(position, hex, piece) {
        return each(action(piece, below, ABOVE));
    }
    for direction in Direction::ALL {
        if let Some(reference) = top_without(position, hex.neighbor(direction), piece) {
            // The direction to the reference; an action has the opposite one.
            each(action(piece, reference, number_of(direction.opposite())));
        }
    }
}

/// All actions that name a legal move, ascending.
pub(crate) fn legal(position: &Position) -> Vec<u16> {
    let mut actions = vec![];
    for mv in position.legal_moves() {
        each_of(position, mv, |action| actions.push(action));
    }
    actions.sort_unstable();
    actions
}

/// Sets the legal actions in a row of the mask.
pub(crate) fn mark_legal(position: &Position, mask: &mut [bool]) {
    for mv in position.legal_moves() {
        each_of(position, mv, |action| mask[usize::from(action)] = true);
    }
}

/// The lowest action that names a legal move.
pub(crate) fn least_of(position: &Position, mv: Move) -> u16 {
    let mut least = PASS;
    each_of(position, mv, |action| least = least.min(action));
    least
}

/// The legal move that an action names.
pub(crate) fn legal_move(position: &Position, action: i64) -> PyResult<Move> {
    find(position, action).map_err(IllegalMoveError::new_err)
}

/// The legal move that an action names, or the reason why it names none.
pub(crate) fn find(position: &Position, action: i64) -> Result<Move, String> {
    let illegal = |reason: &str| {
        let text = text_of(action).map_or(String::new(), |text| format!(", `{text}`"));
        Err(format!("action {action}{text}: {reason}"))
    };
    let Some(mv) = read(position, action) else {
        return illegal("it is not a move in this position");
    };
    if let Some(objection) = position.objection_to(mv) {
        return illegal(&objection.to_string());
    }
    let mut is_named = false;
    each_of(position, mv, |other| is_named |= i64::from(other) == action);
    if is_named { Ok(mv) } else { illegal("its reference is covered") }
}

/// The piece, the reference and the direction of an action; `None` for the pass and for numbers
/// out of range.
fn parts(action: i64) -> Option<(Piece, Piece, u16)> {
    let action = u16::try_from(action).ok().filter(|&action| action < PASS)?;
    let piece = |tile: u16| Piece::from_index(piece_index_of(usize::from(tile)));
    let (pair, direction) = (action / DIRECTIONS, action % DIRECTIONS);
    Some((piece(pair / TILES), piece(pair % TILES), direction))
}

/// The move that an action names, legal or not.
fn read(position: &Position, action: i64) -> Option<Move> {
    if action == i64::from(PASS) {
        return Some(Move::Pass);
    }
    let (piece, reference, direction) = parts(action)?;
    if piece == reference {
        let is_first = direction == ABOVE && position.ply() == 0;
        return is_first.then_some(Move::To { piece, hex: Hex::CENTER });
    }
    let hex = position.hex_of(reference)?;
    let towards = Direction::ALL.into_iter().find(|&towards| number_of(towards) == direction);
    Some(Move::To { piece, hex: towards.map_or(hex, |towards| hex.neighbor(towards)) })
}

/// An action as a MoveString.
fn text_of(action: i64) -> Option<String> {
    if action == i64::from(PASS) {
        return Some("pass".to_owned());
    }
    let (piece, reference, direction) = parts(action)?;
    Some(match direction {
        0 => format!("{piece} {reference}/"),
        1 => format!("{piece} {reference}-"),
        2 => format!("{piece} {reference}\\"),
        3 => format!("{piece} /{reference}"),
        4 => format!("{piece} -{reference}"),
        5 => format!("{piece} \\{reference}"),
        _ if piece == reference => piece.to_string(),
        _ => format!("{piece} {reference}"),
    })
}

/// An action as a MoveString, which need not be legal in any position.
///
/// >>> from waggle.learning import action_string
/// >>> action_string(2947), action_string(5488)
/// ('bA1 wA1/', 'pass')
#[pyfunction]
fn action_string(action: i64) -> PyResult<String> {
    text_of(action).ok_or_else(|| {
        let last = COUNT - 1;
        pyo3::exceptions::PyValueError::new_err(format!(
            "expected an action from 0 to {last}, found {action}"
        ))
    })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ACTION_COUNT", COUNT)?;
    module.add_function(wrap_pyfunction!(action_string, module)?)
}
