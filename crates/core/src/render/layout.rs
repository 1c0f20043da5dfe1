//! The hive unrolled from the torus into the plane.

use std::collections::{BTreeMap, VecDeque};

use crate::rules::{Game, Hex, Move, Piece, Position};

/// Axial coordinates in the plane: the row first, then the column.
type RowColumn = (i32, i32);

/// A stack and its coordinates in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackAt {
    /// The column, growing to the east.
    pub q: i32,
    /// The row, growing to the south-east.
    pub r: i32,
    /// The pieces, from bottom to top; never empty.
    pub pieces: Vec<Piece>,
}

impl StackAt {
    /// The top piece.
    ///
    /// # Panics
    ///
    /// If the stack is empty.
    pub fn top(&self) -> Piece {
        *self.pieces.last().expect("a stack is never empty")
    }

    /// The pieces below the top, from the bottom.
    pub fn covered(&self) -> &[Piece] {
        &self.pieces[..self.pieces.len() - 1]
    }
}

/// The coordinates of all stacks in the plane, and the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The stacks, row by row from the north.
    pub stacks: Vec<StackAt>,
    /// The piece of the last move; `None` at the start and after a pass.
    pub last_piece: Option<Piece>,
    /// Where that piece came from, `(q, r)`; `None` if it came from the hand.
    pub last_from: Option<(i32, i32)>,
    /// The requested destinations, `(q, r)`, in their order; `None` for one that is neither on
    /// the hive nor next to it.
    pub destinations: Vec<Option<(i32, i32)>>,
}

impl Layout {
    /// Lays out the current position of a game.
    pub fn of(game: &Game) -> Self {
        Self::with_destinations(game, &[])
    }

    /// Lays out the current position of a game with these destinations of a piece.
    pub fn with_destinations(game: &Game, destinations: &[Hex]) -> Self {
        let position = game.position();
        let last = match game.moves().next_back() {
            Some(Move::To { piece, .. }) => Some(piece),
            Some(Move::Pass) | None => None,
        };
        let left = last.and_then(|piece| {
            let mut before = game.clone();
            before.undo();
            before.position().hex_of(piece)
        });
        let extra: Vec<Hex> = left.into_iter().chain(destinations.iter().copied()).collect();
        let found = unroll(position, &extra);
        let coordinates =
            |hex: Hex| found.iter().find(|(_, other)| **other == hex).map(|(&(r, q), _)| (q, r));
        let stacks = found.iter().filter(|(_, hex)| position.height(**hex) > 0);
        Self {
            last_from: left.and_then(coordinates),
            destinations: destinations
                .iter()
                .map(|destination| coordinates(*destination))
                .collect(),
            stacks: stacks
                .map(|(&(r, q), hex)| StackAt { q, r, pieces: position.stack(*hex).collect() })
                .collect(),
            last_piece: last,
        }
    }

    /// All hexes that a drawing must show, `(q, r)`.
    pub fn hexes(&self) -> impl Iterator<Item = (i32, i32)> {
        let destinations = self.destinations.iter().copied().flatten();
        self.stacks.iter().map(|stack| (stack.q, stack.r)).chain(self.last_from).chain(destinations)
    }
}

/// The occupied hexes and `extra`, with coordinates relative to the first: a flood fill.
fn unroll(position: &Position, extra: &[Hex]) -> BTreeMap<RowColumn, Hex> {
    let wanted = |hex: Hex| position.height(hex) > 0 || extra.contains(&hex);
    let mut seen = [false; Hex::COUNT];
    let mut found = BTreeMap::new();
    let start = position.pieces_on_table().find_map(|piece| position.hex_of(piece));
    let start = start.or(extra.first().copied());
    let mut queue = VecDeque::new();
    if let Some(hex) = start {
        seen[hex.index()] = true;
        queue.push_back(((0, 0), hex));
    }
    while let Some(((r, q), hex)) = queue.pop_front() {
        found.insert((r, q), hex);
        for next in hex.neighbors().filter(|next| wanted(*next)) {
            if !std::mem::replace(&mut seen[next.index()], true) {
                let (dq, dr) = hex.offset_to(next);
                queue.push_back(((r + dr, q + dq), next));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;

    fn layout(game: &str) -> Layout {
        Layout::of(&parse_game(game).expect("the game can be read"))
    }

    #[test]
    fn an_empty_table_has_no_stacks() {
        let layout = layout("Base");
        assert_eq!(layout.stacks, []);
        assert_eq!(layout.last_piece, None);
    }

    #[test]
    fn neighbors_stay_neighbors() {
        let layout = layout("Base;;;wS1;bS1 wS1-;wQ \\wS1");
        let hexes: Vec<_> = layout.stacks.iter().map(|p| (p.top().to_string(), p.q, p.r)).collect();
        let first =
            layout.stacks.iter().find(|p| p.top().to_string() == "wS1").expect("wS1 is there");
        let shifted: Vec<_> =
            hexes.into_iter().map(|(name, q, r)| (name, q - first.q, r - first.r)).collect();
        assert_eq!(shifted, [("wQ".into(), 0, -1), ("wS1".into(), 0, 0), ("bS1".into(), 1, 0)]);
    }

    #[test]
    fn the_last_move_has_its_origin() {
        let layout = layout("Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-;wQ /wS1;bS1 bQ-;wB1 wS1");
        assert_eq!(layout.last_piece.map(|piece| piece.to_string()).as_deref(), Some("wB1"));
        let from = layout.last_from.expect("it came from the table");
        let stack = layout.stacks.iter().find(|stack| stack.pieces.len() == 2).expect("a stack");
        assert_eq!((from.0 + 1, from.1), (stack.q, stack.r));
        assert_eq!(stack.covered().len(), 1);
    }

    #[test]
    fn destinations_are_laid_out_next_to_the_hive_and_on_an_empty_table() {
        let game = parse_game("Base;;;wS1;bS1 wS1-").expect("the game can be read");
        let first =
            game.position().pieces_on_table().find_map(|piece| game.position().hex_of(piece));
        let first = first.expect("wS1 is there");
        let far = first.stepped(crate::rules::Direction::East, 9);
        let west = first.neighbor(crate::rules::Direction::West);
        let layout = Layout::with_destinations(&game, &[west, first, far]);
        assert_eq!(layout.destinations, [Some((-1, 0)), Some((0, 0)), None]);
        assert_eq!(layout.stacks.len(), 2);
        let empty = parse_game("Base").expect("the game can be read");
        assert_eq!(Layout::with_destinations(&empty, &[Hex::CENTER]).destinations, [Some((0, 0))]);
    }

    #[test]
    fn every_piece_of_every_recorded_position_is_laid_out_once() {
        let lines = include_str!("../../../../tests/data/puzzles.txt");
        for line in lines.lines().filter(|line| !line.starts_with('#')).take(30) {
            let game = line.splitn(3, ' ').nth(2).expect("a game");
            let game = parse_game(game).expect("the game can be read");
            let layout = Layout::of(&game);
            let laid: usize = layout.stacks.iter().map(|stack| stack.pieces.len()).sum();
            assert_eq!(laid, game.position().pieces_on_table().count());
        }
    }
}
