//! The pieces on the table, and whether they are one hive.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::cell::Cell;
use super::piece::Piece;

/// The stacks on the table, each from bottom to top.
///
/// A cell without pieces has no entry.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Table {
    stacks: BTreeMap<Cell, Vec<Piece>>,
}

impl Table {
    pub fn stacks(&self) -> &BTreeMap<Cell, Vec<Piece>> {
        &self.stacks
    }

    /// The number of pieces on a cell.
    pub fn height(&self, cell: Cell) -> usize {
        self.stacks.get(&cell).map_or(0, Vec::len)
    }

    pub fn is_empty(&self, cell: Cell) -> bool {
        self.height(cell) == 0
    }

    pub fn top(&self, cell: Cell) -> Option<Piece> {
        self.stacks.get(&cell)?.last().copied()
    }

    /// The top pieces with their cells.
    pub fn tops(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.stacks.iter().map(|(&cell, stack)| (cell, stack[stack.len() - 1]))
    }

    /// The cell of a piece, covered or not.
    pub fn cell_of(&self, piece: Piece) -> Option<Cell> {
        self.stacks.iter().find(|(_, stack)| stack.contains(&piece)).map(|(&cell, _)| cell)
    }

    pub fn put(&mut self, piece: Piece, cell: Cell) {
        self.stacks.entry(cell).or_default().push(piece);
    }

    /// Lifts the top piece of the cell.
    pub fn lift(&mut self, cell: Cell) -> Option<Piece> {
        let stack = self.stacks.get_mut(&cell)?;
        let piece = stack.pop();
        if stack.is_empty() {
            self.stacks.remove(&cell);
        }
        piece
    }

    /// The table with the top piece of the cell lifted.
    pub fn without_top_of(&self, cell: Cell) -> Self {
        let mut rest = self.clone();
        rest.lift(cell);
        rest
    }

    /// Rule 7: whether all pieces are connected, by a flood fill from any stack.
    pub fn is_one_hive(&self) -> bool {
        let Some(&start) = self.stacks.keys().next() else { return true };
        let mut reached = BTreeSet::from([start]);
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            for neighbor in cell.neighbors() {
                if !self.is_empty(neighbor) && reached.insert(neighbor) {
                    queue.push_back(neighbor);
                }
            }
        }
        reached.len() == self.stacks.len()
    }

    /// Whether all six cells around the cell are occupied.
    pub fn is_surrounded(&self, cell: Cell) -> bool {
        cell.neighbors().all(|neighbor| !self.is_empty(neighbor))
    }
}
