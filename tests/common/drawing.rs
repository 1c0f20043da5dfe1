//! Positions drawn as text, with the legal moves of one piece.
//!
//! ```text
//! # rule 12: a pinned pillbug throws all the same
//! game: Base+P
//! turn: white
//! last: bS1
//!      .     x
//!   x     wP    bA1*
//!      wQ    x
//!   bQ
//! ```
//!
//! A drawing starts with its title. A cell takes six columns and each row is shifted by three, so that
//! the picture is hexagonal. `wA1` is a piece, `wA1*` the moving piece, `x` an empty cell that it can
//! move to, `wG1x` a piece that it can climb, and `.` any other empty cell. The lines between the title
//! and the picture give the rest:
//!
//! - `game: Base+MLP` the game type; this one by default.
//! - `turn: black 4` the side to move, and the number of its turn; the tenth by default.
//! - `stack: bB1 on wG1 on bS1` the pieces below one in the picture.
//! - `last: bA1` the piece that was placed or moved on the previous ply.
//! - `mover: wQ` the moving piece, if it is covered or in hand.
//! - `only: pass` only a pass is legal.
//! - `state: Draw` the state of the game; `InProgress` by default.
//! - `why: wA1 bQ- = it rests` why this move is illegal; there may be several such lines.

use std::collections::{BTreeMap, BTreeSet};

use super::plain_rules::{Cell, Color, Game, Piece, Ply, Table, replay};

/// A drawn position and the claims of the drawing.
#[derive(Clone)]
pub struct Drawing {
    pub title: String,
    pub game: Game,
    pub game_type: String,
    /// The claims: the state of the game, ...
    pub state: String,
    /// ... whether only a pass is legal, ...
    pub only_pass: bool,
    /// ... and all destinations of the moving piece.
    pub mover: Option<Piece>,
    pub goals: BTreeSet<Cell>,
    /// The other empty cells of the picture.
    pub dots: BTreeSet<Cell>,
    /// Illegal moves with their reasons, before any symmetry.
    pub refused: Vec<(String, String)>,
}

/// Columns of half a cell, by which each row is shifted.
const HALF: usize = 3;

/// All drawings of a file.
///
/// # Panics
/// If one is invalid.
pub fn parse_all(file: &str) -> Vec<Drawing> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut in_title = false;
    for line in file.lines().map(str::trim_end) {
        if line.starts_with('#') && !in_title {
            blocks.push(Vec::new());
        }
        in_title = line.starts_with('#');
        if let Some(block) = blocks.last_mut() {
            block.push(line);
        }
    }
    blocks.iter().map(|block| parse(block)).collect()
}

fn parse(lines: &[&str]) -> Drawing {
    let (title, rest) = lines.split_at(lines.iter().take_while(|l| l.starts_with('#')).count());
    let title = title.iter().map(|line| line.trim_start_matches('#').trim());
    let title = title.collect::<Vec<_>>().join(" ");
    let (claims, picture) = rest.split_at(rest.iter().take_while(|l| l.contains(':')).count());
    let picture = Picture::parse(picture).unwrap_or_else(|what| panic!("{title}: {what}"));
    let piece =
        |name: &str| Piece::parse(name).unwrap_or_else(|| panic!("{title}: `{name}` is no piece"));

    let mut drawing = Drawing {
        title: title.clone(),
        game: Game::new(&[]),
        game_type: "Base+MLP".to_owned(),
        state: "InProgress".to_owned(),
        only_pass: false,
        mover: picture.mover,
        goals: picture.goals,
        dots: picture.dots,
        refused: Vec::new(),
    };
    let mut below: BTreeMap<Piece, Vec<Piece>> = BTreeMap::new();
    let mut resting = None;
    let mut ply = 0;
    for claim in claims {
        let (key, value) = claim.split_once(": ").expect("a claim has a colon and a value");
        match key {
            "game" => value.clone_into(&mut drawing.game_type),
            "turn" => ply = parse_turn(value),
            "state" => value.clone_into(&mut drawing.state),
            "last" => resting = Some(piece(value)),
            "mover" => drawing.mover = Some(piece(value)),
            "why" => {
                let (mv, reason) = value.split_once(" = ").expect("a refusal has a reason");
                drawing.refused.push((mv.to_owned(), reason.to_owned()));
            }
            "only" => drawing.only_pass = value == "pass",
            "stack" => {
                let mut names = value.split(" on ").map(piece);
                below.insert(names.next().expect("a stack has a top"), names.collect());
            }
            _ => panic!("{title}: `{key}` is not known"),
        }
    }
    drawing.game = replay(&drawing.game_type).unwrap_or_else(|what| panic!("{title}: {what}"));
    drawing.game.ply = ply;
    drawing.game.resting = resting;
    for (cell, top) in picture.tops {
        for piece in below.remove(&top).unwrap_or_default().into_iter().rev() {
            drawing.game.table.put(piece, cell);
        }
        drawing.game.table.put(top, cell);
    }
    assert!(below.is_empty(), "{title}: the tops of {below:?} are not in the picture");
    drawing
}

/// Parses `white` or `white 4` into the number of plies played before it.
fn parse_turn(value: &str) -> usize {
    let (color, number) = value.split_once(' ').unwrap_or((value, "10"));
    let number: usize = number.parse().expect("a turn has a number");
    match color {
        "white" => 2 * number - 2,
        "black" => 2 * number - 1,
        _ => panic!("`{color}` is no color"),
    }
}

/// The parsed picture.
#[derive(Default)]
struct Picture {
    tops: BTreeMap<Cell, Piece>,
    mover: Option<Piece>,
    goals: BTreeSet<Cell>,
    dots: BTreeSet<Cell>,
}

impl Picture {
    fn parse(lines: &[&str]) -> Result<Self, String> {
        let mut picture = Self::default();
        let mut first = None;
        for (row, line) in lines.iter().enumerate() {
            for (column, token) in tokens(line) {
                // Rows and half cells are counted from the first token in the picture.
                let (first_row, first_column) = *first.get_or_insert((row, column));
                let r = i32::try_from(row - first_row).expect("pictures are small");
                let columns = i32::try_from(column).expect("pictures are small")
                    - i32::try_from(first_column).expect("pictures are small");
                let half = i32::try_from(HALF).expect("a few columns");
                if columns.rem_euclid(half) != 0 || (columns / half - r).rem_euclid(2) != 0 {
                    return Err(format!("`{token}` of row {row} is out of line"));
                }
                picture.see(token, Cell::new((columns / half - r) / 2, r))?;
            }
        }
        Ok(picture)
    }

    fn see(&mut self, token: &str, cell: Cell) -> Result<(), String> {
        if token == "." {
            self.dots.insert(cell);
            return Ok(());
        }
        if token.ends_with('x') {
            self.goals.insert(cell);
        }
        if token == "x" {
            return Ok(());
        }
        let name = token.trim_end_matches(['x', '*']);
        let piece = Piece::parse(name).ok_or_else(|| format!("`{token}` is no piece"))?;
        self.tops.insert(cell, piece);
        if token.ends_with('*') {
            self.mover = Some(piece);
        }
        Ok(())
    }
}

/// The words of a line with their columns.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start_of = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (start_of(word), word))
}

impl Drawing {
    /// The destinations of the moving piece among these legal moves.
    pub fn goals_among<'a>(&self, legal: impl IntoIterator<Item = &'a Ply>) -> BTreeSet<Cell> {
        let goal = |ply: &Ply| match *ply {
            Ply::To { piece, cell, .. } if Some(piece) == self.mover => Some(cell),
            _ => None,
        };
        legal.into_iter().filter_map(goal).collect()
    }

    /// The picture with these destinations instead of its own.
    pub fn with_goals(&self, goals: &BTreeSet<Cell>) -> String {
        let pieces = self.game.table.stacks().keys();
        let cells: BTreeSet<Cell> =
            pieces.chain(goals).chain(&self.goals).chain(&self.dots).copied().collect();
        let rows = cells.iter().map(|cell| cell.r);
        let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else {
            return String::new();
        };
        let column = |cell: &Cell| (2 * cell.q + cell.r) * 3;
        let left = cells.iter().map(column).min().unwrap_or_default();
        let mut lines = vec![String::new(); usize::try_from(bottom - top + 1).unwrap_or_default()];
        let mut by_row: Vec<&Cell> = cells.iter().collect();
        by_row.sort_by_key(|cell| (cell.r, cell.q));
        for cell in by_row {
            let line = &mut lines[usize::try_from(cell.r - top).unwrap_or_default()];
            let mut token = self.game.table.top(*cell).map_or(String::new(), |p| p.to_string());
            if self.mover.is_some() && self.game.table.top(*cell) == self.mover {
                token.push('*');
            }
            if goals.contains(cell) {
                token.push('x');
            } else if token.is_empty() {
                token.push('.');
            }
            let indent = usize::try_from(column(cell) - left).unwrap_or_default();
            *line = format!("{line:indent$}{token}");
        }
        lines.join("\n")
    }

    /// The drawing after a symmetry, and with the colors swapped on request.
    pub fn transformed(&self, symmetry: impl Fn(Cell) -> Cell, swap_colors: bool) -> Self {
        let recolor = |piece: Piece| {
            let color = if swap_colors { piece.color.other() } else { piece.color };
            Piece { color, ..piece }
        };
        let mut table = Table::default();
        for (&cell, stack) in self.game.table.stacks() {
            for &piece in stack {
                table.put(recolor(piece), symmetry(cell));
            }
        }
        let state = match self.state.as_str() {
            "WhiteWins" if swap_colors => "BlackWins",
            "BlackWins" if swap_colors => "WhiteWins",
            state => state,
        };
        let ply = match self.game.side_to_move() {
            _ if !swap_colors => self.game.ply,
            Color::White => self.game.ply + 1,
            Color::Black => self.game.ply - 1,
        };
        let resting = self.game.resting.map(recolor);
        Self {
            game: Game { table, ply, resting, ..self.game.clone() },
            state: state.to_owned(),
            mover: self.mover.map(recolor),
            goals: self.goals.iter().copied().map(&symmetry).collect(),
            dots: self.dots.iter().copied().map(&symmetry).collect(),
            ..self.clone()
        }
    }
}
