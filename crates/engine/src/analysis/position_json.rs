//! A position as JSON, with everything an interactive board needs.

use serde::Serialize;

use crate::document::{Format, Side};
use crate::eval::ExactMobility;
use waggle_hive_core::notation::{
    GameState, PlaneCoordinates, hop, move_string, setup_text, turn_string, write_game,
};
use waggle_hive_core::opening_names::opening_name;
use waggle_hive_core::rules::{Color, Game, Move, Piece, Position, piece_set};

/// The current position of a game: pieces, hands, legal moves, the last move, pinned pieces.
///
/// `docs/uhp-extensions.md` has the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionDocument {
    format: Format,
    game_type: String,
    state: &'static str,
    turn: String,
    to_move: Side,
    ply: u16,
    game: String,
    pieces: Vec<PlacedPiece>,
    hands: Hands,
    last: Option<LastMove>,
    resting: Option<String>,
    moves: Vec<LegalMove>,
    pinned: Vec<String>,
    repetitions: usize,
    start: Option<String>,
    hop: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PlacedPiece {
    piece: String,
    #[serde(flatten)]
    at: Coordinates,
    level: u8,
}

/// A hex in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Coordinates {
    q: i32,
    r: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Hands {
    white: Vec<String>,
    black: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct LastMove {
    piece: Option<String>,
    from: Option<Coordinates>,
    to: Option<Coordinates>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    piece: Option<String>,
    from: Option<Coordinates>,
    to: Option<Target>,
    by: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Target {
    #[serde(flatten)]
    at: Coordinates,
    level: u8,
}

impl From<(i32, i32)> for Coordinates {
    fn from((q, r): (i32, i32)) -> Self {
        Self { q, r }
    }
}

impl PositionDocument {
    /// The current position of a game; `state` is written into the GameString.
    pub fn of(game: &Game, state: GameState) -> Self {
        let position = game.position();
        let (coordinates, before) = PlaneCoordinates::of(game);
        let legal = position.legal_moves().into_iter();
        let pinned = piece_set::pieces(ExactMobility::of(position).pinned);
        Self {
            format: Format,
            game_type: game.game_type().to_string(),
            state: state.name(),
            turn: turn_string(position.ply().into()),
            to_move: position.side_to_move().into(),
            ply: position.ply(),
            game: write_game(game, state),
            pieces: pieces(position, &coordinates),
            hands: Hands {
                white: hand(position, Color::White),
                black: hand(position, Color::Black),
            },
            last: last(game, &coordinates, &before),
            resting: position.last_moved().map(|piece| piece.to_string()),
            moves: legal.map(|mv| legal_move(position, &coordinates, mv)).collect(),
            pinned: pinned.map(|piece| piece.to_string()).collect(),
            repetitions: game.repetitions(),
            start: game.start().map(setup_text),
            hop: hop(position),
            opening: opening_name(&game.restarted(), game.moves()),
        }
    }
}

/// The pieces on the table, those of a stack from bottom to top.
fn pieces(position: &Position, coordinates: &PlaneCoordinates) -> Vec<PlacedPiece> {
    let mut pieces: Vec<(u8, Piece)> =
        position.pieces_on_table().map(|piece| (level(position, piece), piece)).collect();
    pieces.sort_by_key(|&(level, _)| level);
    let placed = |(level, piece): (u8, Piece)| PlacedPiece {
        piece: piece.to_string(),
        at: coordinates.of_piece(piece).unwrap_or_default().into(),
        level,
    };
    pieces.into_iter().map(placed).collect()
}

/// The number of pieces below this one.
fn level(position: &Position, piece: Piece) -> u8 {
    let below = std::iter::successors(position.below(piece), |&piece| position.below(piece));
    below.count() as u8
}

fn hand(position: &Position, color: Color) -> Vec<String> {
    let in_hand = position.pieces_in_hand().filter(|piece| piece.color() == color);
    in_hand.map(|piece| piece.to_string()).collect()
}

fn legal_move(position: &Position, coordinates: &PlaneCoordinates, mv: Move) -> LegalMove {
    let target = coordinates.destination(position, mv);
    let from = mv.piece().and_then(|piece| coordinates.of_piece(piece));
    LegalMove {
        mv: move_string(position, mv),
        piece: mv.piece().map(|piece| piece.to_string()),
        from: from.map(Coordinates::from),
        to: target.map(|to| Target { at: Coordinates { q: to.q, r: to.r }, level: to.height }),
        by: position.thrower(mv).map(|piece| piece.to_string()),
    }
}

/// The last move; `None` at the start.
fn last(
    game: &Game,
    coordinates: &PlaneCoordinates,
    before: &PlaneCoordinates,
) -> Option<LastMove> {
    let mv = game.moves().next_back()?;
    let piece = mv.piece();
    Some(LastMove {
        piece: piece.map(|piece| piece.to_string()),
        from: piece.and_then(|piece| before.of_piece(piece)).map(Coordinates::from),
        to: piece.and_then(|piece| coordinates.of_piece(piece)).map(Coordinates::from),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_match_the_hexes() {
        waggle_hive_core::rules::random_games::visit_random_games(12, 80, |game| {
            let document = PositionDocument::of(game, GameState::of(game));
            let position = game.position();
            let mut taken: Vec<(waggle_hive_core::rules::Hex, i32, i32)> = vec![];
            for placed in document.pieces {
                let piece = waggle_hive_core::notation::parse_piece(&placed.piece).unwrap();
                let hex = position.hex_of(piece).unwrap();
                let Coordinates { q, r } = placed.at;
                for &(other, other_q, other_r) in &taken {
                    let (dq, dr) = (q - other_q, r - other_r);
                    let beside = dq.abs() < 2 && dr.abs() < 2 && dq != dr;
                    assert_eq!(beside, hex.is_beside(other));
                    assert_eq!((dq, dr) == (0, 0), hex == other);
                }
                taken.push((hex, q, r));
            }
        });
    }
}
