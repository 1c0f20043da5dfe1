//! Turns, legal moves, and the end of the game.

use std::collections::BTreeSet;
use std::fmt;

use super::bugs::walks;
use super::cell::Cell;
use super::piece::{Bug, Color, Piece};
use super::steps::passes_over;
use super::table::Table;

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ply {
    /// The piece moves to the cell, on top of `height` other pieces.
    ///
    /// Rule 14: a throw is written like a move of the thrown piece, so it is the same ply.
    To {
        piece: Piece,
        cell: Cell,
        height: usize,
    },
    Pass,
}

impl Ply {
    /// The ply after a symmetry.
    pub fn taken(self, elsewhere: impl Fn(Cell) -> Cell) -> Self {
        match self {
            Self::To { piece, cell, height } => Self::To { piece, cell: elsewhere(cell), height },
            Self::Pass => Self::Pass,
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::To { piece, cell, height: 0 } => write!(f, "{piece} {cell}"),
            Self::To { piece, cell, height } => write!(f, "{piece} {cell}^{height}"),
            Self::Pass => write!(f, "pass"),
        }
    }
}

/// The state of a game, as in UHP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    NotStarted,
    InProgress,
    Draw,
    WhiteWins,
    BlackWins,
}

/// A position of Hive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The bugs in play.
    pub bugs: Vec<Bug>,
    pub table: Table,
    /// The number of plies played; White has the even ones.
    pub ply: usize,
    /// Rule 13: the piece that was placed or moved, by either player, on the previous ply.
    pub resting: Option<Piece>,
}

impl Game {
    pub fn new(bugs: &[Bug]) -> Self {
        Self { bugs: bugs.to_vec(), table: Table::default(), ply: 0, resting: None }
    }

    pub fn side_to_move(&self) -> Color {
        if self.ply.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// The number of the turn of the side to move, counted from 1.
    pub fn own_turn(&self) -> usize {
        self.ply / 2 + 1
    }

    pub fn queen_is_down(&self, color: Color) -> bool {
        self.table.cell_of(Piece { color, bug: Bug::Queen, number: 1 }).is_some()
    }

    /// Rule 16: a queen is lost when all six cells around her are occupied, covered or not.
    pub fn state(&self) -> State {
        let lost = |color| {
            let queen = self.table.cell_of(Piece { color, bug: Bug::Queen, number: 1 });
            queen.is_some_and(|cell| self.table.is_surrounded(cell))
        };
        match (lost(Color::White), lost(Color::Black)) {
            (true, true) => State::Draw,
            (true, false) => State::BlackWins,
            (false, true) => State::WhiteWins,
            (false, false) if self.ply == 0 => State::NotStarted,
            (false, false) => State::InProgress,
        }
    }

    pub fn is_over(&self) -> bool {
        !matches!(self.state(), State::NotStarted | State::InProgress)
    }

    /// The legal moves; none if the game is over.
    pub fn legal(&self) -> BTreeSet<Ply> {
        if self.is_over() {
            return BTreeSet::new();
        }
        let mut plies = self.placements();
        plies.extend(self.moves());
        if plies.is_empty() {
            // Rule 15: a pass is legal only if nothing else is.
            plies.insert(Ply::Pass);
        }
        plies
    }

    /// Plays a move without checking whether it is legal.
    pub fn play(&mut self, ply: Ply) {
        self.resting = match ply {
            Ply::To { piece, cell, .. } => {
                if let Some(from) = self.table.cell_of(piece) {
                    assert_eq!(self.table.lift(from), Some(piece), "{piece} is covered");
                }
                self.table.put(piece, cell);
                Some(piece)
            }
            Ply::Pass => None,
        };
        self.ply += 1;
    }

    pub fn after(&self, ply: Ply) -> Self {
        let mut next = self.clone();
        next.play(ply);
        next
    }

    fn placements(&self) -> BTreeSet<Ply> {
        let cells = self.placement_cells();
        self.placeable()
            .into_iter()
            .flat_map(|piece| cells.iter().map(move |&cell| Ply::To { piece, cell, height: 0 }))
            .collect()
    }

    /// The lowest-numbered piece in hand of each bug, if the rules about queens allow it.
    fn placeable(&self) -> Vec<Piece> {
        let color = self.side_to_move();
        let in_hand = |bug: &Bug| {
            (1..=bug.count())
                .map(|number| Piece { color, bug: *bug, number })
                .find(|&piece| self.table.cell_of(piece).is_none())
        };
        let queen_is_missing = !self.queen_is_down(color);
        self.bugs
            .iter()
            .filter_map(in_hand)
            // Rule 1: neither first piece may be the queen.
            .filter(|piece| self.own_turn() > 1 || piece.bug != Bug::Queen)
            // Rule 3: the queen is placed by the fourth turn.
            .filter(|piece| self.own_turn() < 4 || !queen_is_missing || piece.bug == Bug::Queen)
            .collect()
    }

    fn placement_cells(&self) -> BTreeSet<Cell> {
        match self.ply {
            // Rule 1: White's first piece goes to the origin, Black's first next to it.
            0 => BTreeSet::from([Cell::ORIGIN]),
            1 => self.table.stacks().keys().flat_map(|first| first.neighbors()).collect(),
            // Rule 2: next to the player's pieces only; stacks count by their tops.
            _ => {
                let us = self.side_to_move();
                let colors_around = |cell: Cell| {
                    cell.neighbors()
                        .filter_map(|neighbor| self.table.top(neighbor))
                        .map(|p| p.color)
                };
                self.table
                    .tops()
                    .flat_map(|(cell, _)| cell.neighbors())
                    .filter(|&cell| self.table.is_empty(cell))
                    .filter(|&cell| colors_around(cell).any(|color| color == us))
                    .filter(|&cell| colors_around(cell).all(|color| color == us))
                    .collect()
            }
        }
    }

    fn moves(&self) -> BTreeSet<Ply> {
        let us = self.side_to_move();
        // Rule 5: no moves and no throws before the player's queen is placed.
        if !self.queen_is_down(us) {
            return BTreeSet::new();
        }
        let mut plies = BTreeSet::new();
        // Rule 6: only the top of a stack moves.
        for (cell, piece) in self.table.tops() {
            // Rule 13: the piece moved on the previous ply neither moves nor throws.
            if piece.color == us && self.resting != Some(piece) {
                if self.is_free(cell) {
                    plies.extend(self.walks_of(piece, cell));
                }
                // Rule 12: the thrower itself may be pinned.
                if self.can_throw(cell) {
                    plies.extend(self.throws_by(cell));
                }
            }
        }
        plies
    }

    /// Rule 7: whether the hive stays in one piece while the top of the cell is in the air.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.table.without_top_of(cell).is_one_hive()
    }

    fn walks_of(&self, piece: Piece, from: Cell) -> Vec<Ply> {
        walks(piece.bug, &self.table.without_top_of(from), from)
            .into_iter()
            .map(|cell| Ply::To { piece, cell, height: self.table.height(cell) })
            .collect()
    }

    /// Whether a legal move is a throw: the piece is on the table, and is not the player's or does not
    /// get there by itself.
    pub fn is_throw(&self, ply: Ply) -> bool {
        let Ply::To { piece, .. } = ply else { return false };
        self.table.cell_of(piece).is_some_and(|from| {
            piece.color != self.side_to_move()
                || self.resting == Some(piece)
                || !self.walks_of(piece, from).contains(&ply)
        })
    }

    /// Whether the top piece of the cell can throw: a pillbug, or a mosquito on the ground next to one.
    fn can_throw(&self, cell: Cell) -> bool {
        let shows = |cell, bug| self.table.top(cell).is_some_and(|piece| piece.bug == bug);
        shows(cell, Bug::Pillbug)
            || shows(cell, Bug::Mosquito)
                && self.table.height(cell) == 1
                && cell.neighbors().any(|neighbor| shows(neighbor, Bug::Pillbug))
    }

    /// Rules 11 to 13: takes a single neighbor of either color up onto the thrower and down next to it.
    ///
    /// ```text
    ///      .  goal
    ///  prey thrower       prey -> on top of the thrower -> goal
    ///      .   .
    /// ```
    fn throws_by(&self, thrower: Cell) -> Vec<Ply> {
        let mut plies = Vec::new();
        for from in thrower.neighbors() {
            let Some(prey) = self.table.top(from) else { continue };
            if self.table.height(from) != 1 || self.resting == Some(prey) || !self.is_free(from) {
                continue;
            }
            let rest = self.table.without_top_of(from);
            if !passes_over(&rest, from, thrower) {
                continue;
            }
            for cell in thrower.neighbors() {
                if rest.is_empty(cell) && cell != from && passes_over(&rest, thrower, cell) {
                    plies.push(Ply::To { piece: prey, cell, height: 0 });
                }
            }
        }
        plies
    }
}

/// The bugs of all eight game types.
pub fn all_types() -> impl Iterator<Item = Vec<Bug>> {
    let extra = [Bug::Mosquito, Bug::Ladybug, Bug::Pillbug];
    (0..8).map(move |choice| {
        let base = Bug::ALL.into_iter().filter(move |bug| !extra.contains(bug));
        let chosen = (0..3).filter(|index| choice >> index & 1 == 1).map(|index| extra[index]);
        base.chain(chosen).collect()
    })
}

/// The number of leaf nodes at `depth` plies; a finished game is not continued.
pub fn perft(game: &Game, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    game.legal().into_iter().map(|ply| perft(&game.after(ply), depth - 1)).sum()
}
