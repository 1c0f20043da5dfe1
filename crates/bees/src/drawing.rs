//! Text drawings of the hive, laid out as in the rules.

use anstyle::{Ansi256Color, AnsiColor, Style};

use super::hex::{ROWS, SIDE};
use super::position_text::letter_of;
use super::{Color, Hex, HexSet, Part, Position};

impl Position {
    /// The hive as drawn in the rules: eleven lines, a dot for an empty hex.
    ///
    /// ```
    /// let drawing = waggle_hive_bees::Position::start().drawing();
    /// assert!(drawing.starts_with("     H . O O . D\n    G X X O X X C\n"));
    /// ```
    pub fn drawing(&self) -> String {
        (0..ROWS).rev().map(|row| indent(row) + &self.row_drawing(row) + "\n").collect()
    }

    /// The same, with the names of the first and last hex of each row.
    pub fn labeled_drawing(&self) -> String {
        let line = |row: u8| {
            let first = Hex::in_row(row).next().map_or_else(String::new, |hex| hex.to_string());
            let last = Hex::in_row(row).last().map_or_else(String::new, |hex| hex.to_string());
            format!("{}{first}  {}  {last}\n", indent(row), self.row_drawing(row))
        };
        (0..ROWS).rev().map(line).collect()
    }

    /// The hive with each hex's name after the letter of its bee, and a star after those in
    /// `marked`. With `colored`, bees have ANSI colors.
    pub fn named_drawing(&self, marked: HexSet, colored: bool) -> String {
        let cell = |hex: Hex| {
            let part = self.at(hex);
            let name = hex.to_string() + if marked.contains(hex) { "*" } else { "" };
            let style = if colored { part.map_or(EMPTY, style_of) } else { Style::new() };
            let pad = " ".repeat(5_usize.saturating_sub(name.len()));
            format!("{style}{}{name}{style:#}{pad}", part.map_or(' ', letter_of))
        };
        let line = |row| indent(row).repeat(3) + &Hex::in_row(row).map(cell).collect::<String>();
        (0..ROWS).rev().map(|row| line(row).trim_end().to_owned() + "\n").collect()
    }

    /// The hexes whose contents differ from an earlier position.
    pub fn changed_since(&self, before: &Self) -> HexSet {
        HexSet::BOARD.iter().filter(|hex| self.at(*hex) != before.at(*hex)).collect()
    }

    fn row_drawing(&self, row: u8) -> String {
        let letters = Hex::in_row(row).map(|hex| self.at(hex).map_or('.', letter_of));
        letters.map(String::from).collect::<Vec<_>>().join(" ")
    }
}

/// The name of an empty hex.
const EMPTY: Style = AnsiColor::BrightBlack.on_default();

/// The style of a bee in 256 colors: a color for each kind, on ivory for White, black for Black.
fn style_of(part: Part) -> Style {
    const IVORY: u8 = 230;
    const BLACK: u8 = 235;
    let (color, on_ivory, on_black) = match part {
        Part::Drone(color) => (color, 94, 179),
        Part::Head(color, _) => (color, 160, 203),
        Part::Thorax(color, _) => (color, 25, 75),
        Part::Queen(color) => (color, 91, 220),
    };
    let (ink, tile) = match color {
        Color::White => (on_ivory, IVORY),
        Color::Black => (on_black, BLACK),
    };
    Ansi256Color(ink).on(Ansi256Color(tile)).bold()
}

fn indent(row: u8) -> String {
    " ".repeat((SIDE - 1).abs_diff(row).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_drawn_as_on_the_page() {
        let page = "     H . O O . D
    G X X O X X C
   . F X X X X B .
  . . E . X . A . .
 . . . . . . . . . .
. . . . . . . . . . .
 . . . . . . . . . .
  . . a . x . e . .
   . b x x x x f .
    c x x o x x g
     d . o o . h
";
        assert_eq!(Position::start().drawing(), page);
    }

    #[test]
    fn every_hex_has_its_name_and_changed_ones_a_star() {
        let start = Position::start();
        let drawing = start.named_drawing(HexSet::EMPTY, false);
        let first = "               Hk6    k7   Ok8   Ok9    k10  Dk11\n            Gj5   Xj6 ";
        assert!(drawing.starts_with(first), "{drawing}");
        assert!(drawing.contains("\n f1    f2 "), "{drawing}");
        let after = start.after(start.read_move("h7-g6").unwrap());
        let changed = after.changed_since(&start);
        let drawing = after.named_drawing(changed, false);
        assert!(drawing.contains("  h7* ") && drawing.contains(" Xg6* "), "{drawing}");
        assert_eq!(drawing.matches('*').count(), 2);
        let colored = after.named_drawing(changed, true);
        assert_ne!(colored, drawing);
        let stripped = anstream::adapter::strip_str(&colored).to_string();
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&stripped), trimmed(&drawing));
    }
}
