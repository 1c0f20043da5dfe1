//! The board as text.

use std::fmt::Write as _;

use anstyle::Style;

use super::layout::{Layout, StackAt};
use super::palette::{destination_style, mark_style, terminal_style};
use crate::rules::{Bug, Color, Game, Hex, Outcome, Piece};

/// Options of a text drawing.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions<'a> {
    /// Whether names have ANSI colors.
    pub colored: bool,
    /// The available columns; a hive too wide for them is drawn more densely.
    pub width: usize,
    /// The destinations of a piece, numbered from 1 in the drawing.
    pub destinations: &'a [Hex],
    /// The piece that can move there.
    pub mover: Option<Piece>,
}

impl Default for TextOptions<'_> {
    /// Without colors and destinations, as wide as the hive needs.
    fn default() -> Self {
        Self { colored: false, width: usize::MAX, destinations: &[], mover: None }
    }
}

/// The current position of a game as text.
///
/// Brackets mark the last piece moved, a dot its origin, and `^` a stack; stacks are listed
/// below. With `colored`, names have ANSI colors.
///
/// ```
/// let game = waggle_hive_core::notation::parse_game("Base;;;wS1;bS1 wS1-")?;
/// let drawing = waggle_hive_core::render::text(&game, false);
/// assert!(drawing.contains(" wS1  [bS1]\n"));
/// # Ok::<(), waggle_hive_core::notation::GameStringError>(())
/// ```
pub fn text(game: &Game, colored: bool) -> String {
    board_and_hands(game, &TextOptions { colored, ..TextOptions::default() }) + &status(game) + "\n"
}

/// As [`text()`], without the state of the game.
///
/// Parentheses mark the piece to move. If the hive is too wide, a cell takes four columns instead
/// of six, `*` marks the last piece moved and `<` the piece to move.
pub fn board_and_hands(game: &Game, options: &TextOptions<'_>) -> String {
    let layout = Layout::with_destinations(game, options.destinations);
    let mut text = HexGrid::new(&layout, options).draw();
    if !text.is_empty() {
        text.push('\n');
    }
    for stack in layout.stacks.iter().filter(|stack| !stack.covered().is_empty()) {
        let names = stack.pieces.iter().map(|piece| name(*piece, options.colored));
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "stack, from the bottom: {}", names.collect::<Vec<_>>().join(" "));
    }
    for color in Color::ALL {
        let _ = writeln!(text, "{color:?} in hand: {}", hand(game, color, options.colored));
    }
    text
}

/// Draws the board in cells of four or six columns.
struct HexGrid<'a> {
    layout: &'a Layout,
    options: &'a TextOptions<'a>,
    /// The width of half a cell in characters.
    half: i32,
    /// The first column.
    left: i32,
}

/// A cell: its first column, its visible width in characters, and its text.
type Cell = (usize, usize, String);

impl<'a> HexGrid<'a> {
    fn new(layout: &'a Layout, options: &'a TextOptions<'a>) -> Self {
        const WIDE: i32 = 3;
        const DENSE: i32 = 2;
        let halves = || layout.hexes().map(|(q, r)| 2 * q + r);
        let (first, last) = (halves().min().unwrap_or(0), halves().max().unwrap_or(0));
        let is_too_wide = (last - first + 2) * WIDE > options.width.try_into().unwrap_or(i32::MAX);
        let half = if is_too_wide { DENSE } else { WIDE };
        Self { layout, options, half, left: first * half }
    }

    fn draw(&self) -> String {
        let rows = || self.layout.hexes().map(|(_, r)| r);
        let (Some(first), Some(last)) = (rows().min(), rows().max()) else { return String::new() };
        let mut text = String::new();
        for row in first..=last {
            let mut line = String::new();
            let mut end = 0;
            for (start, width, cell) in self.cells_of(row) {
                line += &" ".repeat(start.saturating_sub(end));
                line += &cell;
                end = start + width;
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// The cells of a row, from the west.
    fn cells_of(&self, row: i32) -> Vec<Cell> {
        let is_here = |hex: &(i32, i32)| hex.1 == row;
        let mut cells: Vec<Cell> = Vec::new();
        for stack in self.layout.stacks.iter().filter(|stack| stack.r == row) {
            cells.push(self.stack(stack));
        }
        let is_free = |(q, r): (i32, i32)| {
            self.layout.stacks.iter().all(|stack| (stack.q, stack.r) != (q, r))
        };
        let destinations = self.layout.destinations.iter().copied().enumerate();
        for (index, destination) in destinations {
            if let Some(destination) =
                destination.filter(is_here).filter(|destination| is_free(*destination))
            {
                cells.push(self.empty_destination(destination, index + 1));
            }
        }
        let is_destination = |hex: &(i32, i32)| self.layout.destinations.contains(&Some(*hex));
        if let Some(from) = self.layout.last_from.filter(is_here)
            && is_free(from)
            && !is_destination(&from)
        {
            let dot = if self.is_dense() { " ." } else { "  ." };
            cells.push((self.column(from), dot.len(), self.as_mark(dot)));
        }
        cells.sort();
        cells
    }

    fn is_dense(&self) -> bool {
        self.half < 3
    }

    fn column(&self, (q, r): (i32, i32)) -> usize {
        ((2 * q + r) * self.half - self.left) as usize
    }

    fn stack(&self, stack: &StackAt) -> Cell {
        let column = self.column((stack.q, stack.r));
        let piece = stack.top();
        let name = name(piece, self.options.colored);
        let is_last = self.layout.last_piece == Some(piece);
        let is_mover = self.options.mover == Some(piece);
        let caret = if stack.covered().is_empty() { "" } else { "^" };
        let destination = self
            .layout
            .destinations
            .iter()
            .position(|destination| *destination == Some((stack.q, stack.r)));
        let letters = piece.to_string().len();
        match destination {
            Some(index) if self.is_dense() => {
                let text = format!("{:>2}^", index + 1);
                (column, text.len(), self.as_destination(&text))
            }
            Some(index) => {
                let number = format!("{:>2}:", index + 1);
                (column, number.len() + letters, self.as_destination(&number) + &name)
            }
            None if self.is_dense() => {
                let mark = match (is_mover, is_last) {
                    (true, _) => "<",
                    (_, true) => "*",
                    _ => caret,
                };
                (column, letters + mark.len(), name + &self.as_mark(mark))
            }
            None => {
                let (open, close) = match (is_mover, is_last) {
                    (true, _) => ("(", ")"),
                    (_, true) => ("[", "]"),
                    _ => (" ", " "),
                };
                (
                    column,
                    letters + caret.len() + 2,
                    format!("{}{name}{caret}{}", self.as_mark(open), self.as_mark(close)),
                )
            }
        }
    }

    fn empty_destination(&self, hex: (i32, i32), number: usize) -> Cell {
        let (indent, text) = if self.is_dense() {
            ("", format!("{number:^3}"))
        } else {
            (" ", format!("{number:^3}"))
        };
        (
            self.column(hex),
            indent.len() + text.len(),
            format!("{indent}{}", self.as_destination(&text)),
        )
    }

    fn as_destination(&self, text: &str) -> String {
        painted(text, destination_style(), self.options.colored)
    }

    fn as_mark(&self, text: &str) -> String {
        painted(text, mark_style(), self.options.colored && !text.trim().is_empty())
    }
}

fn painted(text: &str, style: Style, colored: bool) -> String {
    if colored { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

fn name(piece: Piece, colored: bool) -> String {
    painted(&piece.to_string(), terminal_style(piece), colored)
}

/// A player's hand, such as `Q S×2`.
fn hand(game: &Game, color: Color, colored: bool) -> String {
    let position = game.position();
    let count = |bug: Bug| {
        let style = Piece::new(color, bug, 1).map_or(Style::new(), terminal_style);
        let letter = painted(&bug.letter().to_string(), style, colored);
        match position.in_hand(color, bug) {
            0 => None,
            1 => Some(letter),
            many => Some(format!("{letter}\u{d7}{many}")),
        }
    };
    let bugs: Vec<String> = Bug::ALL.into_iter().filter_map(count).collect();
    if bugs.is_empty() { "nothing".to_owned() } else { bugs.join(" ") }
}

fn status(game: &Game) -> String {
    let position = game.position();
    match game.outcome() {
        Some(Outcome::Win(color)) => format!("{color:?} has won"),
        Some(Outcome::Draw) => "a draw".to_owned(),
        None => format!("{:?} to move, turn {}", position.side_to_move(), position.ply() / 2 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;

    const GAME: &str = "Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-;wQ /wS1;bS1 bQ-;wB1 wS1;bS2 bS1-";

    /// The drawing with the destinations of this piece, which is the same with colors.
    fn with_destinations(mover: &str, width: usize) -> String {
        let game = parse_game(GAME).expect("the game can be read");
        let mover = crate::notation::parse_piece(mover).expect("a piece");
        let destinations: Vec<Hex> = game
            .position()
            .legal_moves()
            .into_iter()
            .filter_map(|mv| match mv {
                crate::rules::Move::To { piece, hex } if piece == mover => Some(hex),
                _ => None,
            })
            .collect();
        let options =
            TextOptions { width, destinations: &destinations, mover: Some(mover), colored: false };
        let plain = board_and_hands(&game, &options);
        let colored = board_and_hands(&game, &TextOptions { colored: true, ..options });
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&anstream::adapter::strip_str(&colored).to_string()), trimmed(&plain));
        plain
    }

    #[test]
    fn a_wide_hive_is_drawn_more_densely() {
        insta::assert_snapshot!(with_destinations("wB1", 29), @"
           1   2
         6  wB1< 3^ bQ  bS1 bS2*
           5^  4

        stack, from the bottom: wS1 wB1
        White in hand: S B G×3 A×3
        Black in hand: B G×3 A×3
        ");
    }

    #[test]
    fn colors_change_nothing_but_the_colors() {
        let game = parse_game("Base;;;wB1;bB1 wB1-").expect("the game can be read");
        let colored = text(&game, true);
        assert!(colored.contains("\u{1b}["), "{colored}");
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), text(&game, false));
        // `tests/console/play.md` has the drawings.
        for mover in ["wB1", "wA1"] {
            assert!(with_destinations(mover, 80).contains("  4"));
        }
    }
}
