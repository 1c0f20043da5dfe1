//! Coordinates in the plane for the pieces of a game, tracked move by move.

use crate::rules::{Game, Move, Piece, Position};

use super::setup::plane;

/// A piece and its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The piece.
    pub piece: Piece,
    /// The axial column, growing to the east; the first piece of the game is at 0.
    pub q: i32,
    /// The axial row, growing to the south-east.
    pub r: i32,
    /// The number of pieces below it.
    pub height: u8,
}

/// The pieces on the table with axial coordinates in the plane: a piece that does not move keeps
/// its coordinates, even if the hive drifts around the torus.
#[derive(Clone, Debug, Default)]
pub struct PlaneCoordinates {
    places: Vec<(Piece, i32, i32)>,
}

impl PlaneCoordinates {
    /// The coordinates in the initial position of a game.
    pub fn at_start(game: &Game) -> Self {
        Self { places: game.start().map(plane).unwrap_or_default() }
    }

    /// The coordinates in the current position of a game and before its last move.
    pub fn of(game: &Game) -> (Self, Self) {
        let mut replayed = game.restarted();
        let (mut coordinates, mut before) = (Self::at_start(game), Self::default());
        for mv in game.moves() {
            before.clone_from(&coordinates);
            if let Some(target) = coordinates.destination(replayed.position(), mv) {
                coordinates.put(target);
            }
            if replayed.play(mv).is_err() {
                break; // Never: the moves of a game are legal.
            }
        }
        (coordinates, before)
    }

    /// The coordinates of a piece, `(q, r)`; `None` if it is in hand.
    pub fn of_piece(&self, piece: Piece) -> Option<(i32, i32)> {
        self.places.iter().find(|place| place.0 == piece).map(|&(_, q, r)| (q, r))
    }

    /// The destination of a move in `position`, given these coordinates; `None` for a pass.
    pub fn destination(&self, position: &Position, mv: Move) -> Option<Destination> {
        let Move::To { piece, hex } = mv else { return None };
        // It touches the rest of the hive, unless the piece is the first.
        let others = self.places.iter().filter(|place| place.0 != piece);
        let mut near = others.filter_map(|&(other, q, r)| {
            let from = position.hex_of(other)?;
            let (dq, dr) = from.offset_to(hex);
            (from == hex || from.is_beside(hex)).then_some((q + dq, r + dr))
        });
        let (q, r) = near.next().unwrap_or_default();
        Some(Destination { piece, q, r, height: position.height(hex) })
    }

    /// Moves a piece to its destination.
    pub fn put(&mut self, target: Destination) {
        self.places.retain(|place| place.0 != target.piece);
        self.places.push((target.piece, target.q, target.r));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;
    use crate::render::Layout;
    use crate::rules::{Bug, Color};

    #[test]
    fn coordinates_agree_with_the_layout_of_each_position() {
        let games = include_str!("../../../../tests/data/puzzles.txt");
        for line in games.lines().filter(|line| !line.starts_with('#')).take(12) {
            let game = parse_game(line.splitn(3, ' ').nth(2).unwrap()).unwrap();
            let (mut replayed, mut coordinates) =
                (Game::new(game.game_type()), PlaneCoordinates::default());
            for mv in game.moves() {
                if let Some(target) = coordinates.destination(replayed.position(), mv) {
                    assert_eq!(target.height, replayed.position().height(mv_hex(mv)));
                    coordinates.put(target);
                }
                replayed.play(mv).unwrap();
                let layout = Layout::of(&replayed);
                let first = &layout.stacks[0];
                let origin = coordinates
                    .places
                    .iter()
                    .find(|place| place.0 == first.top())
                    .copied()
                    .unwrap();
                for stack in &layout.stacks {
                    for piece in &stack.pieces {
                        let laid = coordinates.places.iter().find(|laid| laid.0 == *piece).unwrap();
                        assert_eq!(
                            (laid.1 - origin.1, laid.2 - origin.2),
                            (stack.q - first.q, stack.r - first.r)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn coordinates_change_by_the_last_move_only() {
        let game = parse_game(r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 \wQ").unwrap();
        let (now, before) = PlaneCoordinates::of(&game);
        let both = |color, bug| {
            let piece = Piece::new(color, bug, 1).unwrap();
            (now.of_piece(piece), before.of_piece(piece))
        };
        assert_eq!(both(Color::White, Bug::Spider), (Some((0, 0)), Some((0, 0))));
        assert_eq!(both(Color::Black, Bug::Spider), (Some((1, 0)), Some((1, 0))));
        assert_eq!(both(Color::White, Bug::Queen), (Some((-1, 0)), Some((-1, 0))));
        assert_eq!(both(Color::Black, Bug::Queen), (Some((2, -1)), Some((2, -1))));
        assert_eq!(both(Color::White, Bug::Ant), (Some((-1, -1)), None));
        assert_eq!(both(Color::Black, Bug::Ant), (None, None));
    }

    #[test]
    fn a_set_up_position_keeps_its_coordinates() {
        let game = parse_game("Base;White[5] wQ@2,-3 bQ@3,-3 bA1@4,-3").unwrap();
        let ant = Piece::new(Color::Black, Bug::Ant, 1).unwrap();
        assert_eq!(PlaneCoordinates::at_start(&game).of_piece(ant), Some((4, -3)));
        assert_eq!(PlaneCoordinates::of(&game).0.of_piece(ant), Some((4, -3)));
    }

    #[test]
    fn long_hives_do_not_wrap_around_the_torus() {
        let names = "wQ wS1 wS2 wB1 wB2 wG1 wG2 wG3 wA1 wA2 wA3 bQ bS1 bS2 bB1 bB2 bG1 bG2 bA1";
        let line = names.split(' ').enumerate().map(|(q, name)| format!(" {name}@{q},0"));
        let game = format!("Base;Black[20]{};bA1 bG2/", line.collect::<Vec<_>>().concat());
        let ant = Piece::new(Color::Black, Bug::Ant, 1).unwrap();
        let (now, before) = PlaneCoordinates::of(&parse_game(&game).unwrap());
        assert_eq!((before.of_piece(ant), now.of_piece(ant)), (Some((18, 0)), Some((18, -1))));
    }

    fn mv_hex(mv: Move) -> crate::rules::Hex {
        let Move::To { hex, .. } = mv else { unreachable!("a pass has no destination") };
        hex
    }
}
