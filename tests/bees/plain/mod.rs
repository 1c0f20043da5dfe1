//! The rules of Bees! written down once more, slowly and plainly, to judge the
//! engine by. Nothing here is the engine's: not a type, not a coordinate.
//!
//! A hex is its line and column in the page's drawing, so neighbors are two
//! columns apart on a line, or one column on the next. A bee is a list of hexes;
//! one that is pushed off the hive keeps hexes beyond the edge until it is
//! killed at the end of the turn.

mod ending;
mod entries;
mod queen_pushes;
mod text;
mod turns;

use std::collections::{BTreeMap, BTreeSet};

/// Line and column in the drawing.
type Cell = (i32, i32);

const WAYS: [(&str, Cell); 6] = [
    ("e", (0, 2)),
    ("se", (1, 1)),
    ("sw", (1, -1)),
    ("w", (0, -2)),
    ("nw", (-1, -1)),
    ("ne", (-1, 1)),
];

/// Letters of the heads and thoraxes, in pairs.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNPQ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Drone,
    Warrior,
    Queen,
}

#[derive(Clone, Debug)]
struct Bee {
    kind: Kind,
    black: bool,
    /// Which pair of letters, for Warriors.
    pair: usize,
    /// A Warrior's head comes first.
    cells: Vec<Cell>,
}

/// A push that was just made.
#[derive(Clone, Debug)]
struct Push {
    way: Cell,
    moved: usize,
    cells: BTreeSet<Cell>,
}

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    bees: Vec<Bee>,
    black_to_move: bool,
    /// Dead Drones and Warriors: Black's, then White's.
    dead: [[usize; 2]; 2],
    push: Option<Push>,
    result: Option<&'static str>,
}

fn on_board((line, column): Cell) -> bool {
    let margin = (5 - line).abs();
    (0..11).contains(&line) && (margin..=20 - margin).contains(&column)
}

fn plus(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1)
}

fn minus(a: Cell, b: Cell) -> Cell {
    (a.0 - b.0, a.1 - b.1)
}

fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    WAYS.iter().map(move |&(_, way)| plus(cell, way))
}

fn line_cells(line: i32) -> impl Iterator<Item = Cell> {
    let margin = (5 - line).abs();
    (0..11 - margin).map(move |place| (line, margin + 2 * place))
}

fn name((line, column): Cell) -> String {
    let row = 10 - line;
    let number = (column - (5 - line).abs()) / 2 + 1 + (row - 5).max(0);
    // Beyond the edge this is no name, and no legal move has it.
    format!("{}{number}", u8::try_from(97 + row).map_or('?', char::from))
}

fn way_name(way: Cell) -> &'static str {
    WAYS.iter().find(|named| named.1 == way).unwrap().0
}

impl Bee {
    fn head(&self) -> Cell {
        self.cells[0]
    }

    fn thorax(&self) -> Cell {
        self.cells[1]
    }

    fn shift(&mut self, way: Cell) {
        for cell in &mut self.cells {
            *cell = plus(*cell, way);
        }
    }

    /// For a Queen, wherever she is.
    fn soft_spots(&self) -> BTreeSet<Cell> {
        let parts_next_to =
            |cell: Cell| around(cell).filter(|part| self.cells.contains(part)).count();
        let near: BTreeSet<Cell> = self.cells.iter().flat_map(|&part| around(part)).collect();
        near.into_iter()
            .filter(|&cell| {
                on_board(cell) && !self.cells.contains(&cell) && parts_next_to(cell) == 2
            })
            .collect()
    }
}

/// What the side to move could do, by its text, and whose Queens would die of it.
type Turns = BTreeMap<String, (Plain, [bool; 2])>;

impl Plain {
    fn index_at(&self, cell: Cell) -> Option<usize> {
        self.bees.iter().position(|bee| bee.cells.contains(&cell))
    }

    fn bee_at(&self, cell: Cell) -> Option<&Bee> {
        self.index_at(cell).map(|index| &self.bees[index])
    }

    fn is_drone(&self, cell: Cell) -> bool {
        self.bee_at(cell).is_some_and(|bee| bee.kind == Kind::Drone)
    }

    fn is_own_drone(&self, cell: Cell) -> bool {
        self.is_drone(cell) && self.bee_at(cell).unwrap().black == self.black_to_move
    }

    /// No two bees on a hex, and all of these bees where they may be.
    fn is_sound(&self, must_be_on_board: &[usize]) -> bool {
        let mut seen = BTreeSet::new();
        let apart = self.bees.iter().flat_map(|bee| &bee.cells).all(|&cell| seen.insert(cell));
        apart
            && must_be_on_board
                .iter()
                .all(|&bee| self.bees[bee].cells.iter().all(|&cell| on_board(cell)))
    }
}
