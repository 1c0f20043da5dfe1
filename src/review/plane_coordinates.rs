//! Where the pieces of a game lie in the plane, move by move.

use crate::rules::{Move, Piece, Position};

/// A piece and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) piece: Piece,
    /// The column, growing to the east; 0 is that of the game's first piece.
    pub(super) q: i32,
    /// The row, growing to the south-east.
    pub(super) r: i32,
    /// How many pieces lie below it.
    pub(super) height: u8,
}

/// The pieces on the table with their places in the plane, however far the hive has
/// wandered over the torus: a piece that does not move stays where it is.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaneCoordinates {
    places: Vec<(Piece, i32, i32)>,
}

impl PlaneCoordinates {
    /// Where a move of `position`, the one that is laid out here, leads; `None` for a
    /// pass.
    pub(super) fn goal(&self, position: &Position, mv: Move) -> Option<Spot> {
        let Move::To { piece, hex } = mv else { return None };
        // The goal touches the hive that remains, or it is the first piece of all.
        let others = self.places.iter().filter(|place| place.0 != piece);
        let mut near = others.filter_map(|&(other, q, r)| {
            let from = position.hex_of(other)?;
            let (dq, dr) = from.offset_to(hex);
            (from == hex || from.is_beside(hex)).then_some((q + dq, r + dr))
        });
        let (q, r) = near.next().unwrap_or_default();
        Some(Spot { piece, q, r, height: position.height(hex) })
    }

    /// Puts a piece where it goes.
    pub(super) fn put(&mut self, spot: Spot) {
        self.places.retain(|place| place.0 != spot.piece);
        self.places.push((spot.piece, spot.q, spot.r));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;
    use crate::render::Layout;
    use crate::rules::Game;

    #[test]
    fn pieces_lie_to_each_other_as_in_a_picture_of_every_position() {
        let games = include_str!("../../tests/data/puzzles.txt");
        for line in games.lines().filter(|line| !line.starts_with('#')).take(12) {
            let game = parse_game(line.splitn(3, ' ').nth(2).unwrap()).unwrap();
            let (mut replayed, mut plane) =
                (Game::new(game.game_type()), PlaneCoordinates::default());
            for mv in game.moves() {
                if let Some(spot) = plane.goal(replayed.position(), mv) {
                    assert_eq!(spot.height, replayed.position().height(mv_hex(mv)));
                    plane.put(spot);
                }
                replayed.play(mv).unwrap();
                let layout = Layout::of(&replayed);
                let first = &layout.places[0];
                let origin =
                    plane.places.iter().find(|place| place.0 == first.top()).copied().unwrap();
                for place in &layout.places {
                    for piece in &place.stack {
                        let laid = plane.places.iter().find(|laid| laid.0 == *piece).unwrap();
                        assert_eq!(
                            (laid.1 - origin.1, laid.2 - origin.2),
                            (place.q - first.q, place.r - first.r)
                        );
                    }
                }
            }
        }
    }

    fn mv_hex(mv: Move) -> crate::rules::Hex {
        let Move::To { hex, .. } = mv else { unreachable!("a pass goes nowhere") };
        hex
    }
}
