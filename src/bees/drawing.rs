//! The hive drawn in characters, as the page draws it.

use super::hex::{ROWS, SIDE};
use super::position_text::letter_of;
use super::{Hex, Position};

impl Position {
    /// The drawing of the page: eleven lines, a dot for an empty hex.
    ///
    /// ```
    /// let drawing = waggle::bees::Position::start().drawing();
    /// assert!(drawing.starts_with("     H . O O . D\n    G X X O X X C\n"));
    /// ```
    #[must_use]
    pub fn drawing(&self) -> String {
        (0..ROWS).rev().map(|row| indent(row) + &self.row_drawing(row) + "\n").collect()
    }

    /// The same with the names of the first and the last hex of each row.
    #[must_use]
    pub fn labeled_drawing(&self) -> String {
        let line = |row: u8| {
            let first = Hex::in_row(row).next().map_or_else(String::new, |hex| hex.to_string());
            let last = Hex::in_row(row).last().map_or_else(String::new, |hex| hex.to_string());
            format!("{}{first}  {}  {last}\n", indent(row), self.row_drawing(row))
        };
        (0..ROWS).rev().map(line).collect()
    }

    /// The hive with the name of every hex, behind the letter of what fills it.
    #[must_use]
    pub fn named_drawing(&self) -> String {
        let cell = |hex| format!("{}{:<5}", self.at(hex).map_or(' ', letter_of), hex.to_string());
        let line = |row| indent(row).repeat(3) + &Hex::in_row(row).map(cell).collect::<String>();
        (0..ROWS).rev().map(|row| line(row).trim_end().to_owned() + "\n").collect()
    }

    fn row_drawing(&self, row: u8) -> String {
        let letters = Hex::in_row(row).map(|hex| self.at(hex).map_or('.', letter_of));
        letters.map(String::from).collect::<Vec<_>>().join(" ")
    }
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
    fn labels_name_the_ends_of_each_row() {
        let drawing = Position::start().labeled_drawing();
        assert!(drawing.starts_with("     k6  H . O O . D  k11\n"), "{drawing}");
        assert!(drawing.ends_with("     a1  d . o o . h  a6\n"), "{drawing}");
    }

    #[test]
    fn every_hex_has_its_name() {
        let drawing = Position::start().named_drawing();
        let first = "               Hk6    k7   Ok8   Ok9    k10  Dk11\n            Gj5   Xj6 ";
        assert!(drawing.starts_with(first), "{drawing}");
        assert!(drawing.contains("\n f1    f2 "), "{drawing}");
    }
}
