//! The openings as a table for a terminal.

use std::fmt::Write as _;

use super::counts::Sum;
use super::{Continuation, Explorer, OpeningPosition};
use waggle_hive_core::notation::move_string;
use waggle_hive_core::text::name_in_table;

/// The tree of openings as a table, a row for each move.
///
/// A position already shown is not repeated: its move ends in `=`.
pub fn text(explorer: &Explorer) -> String {
    let mut table =
        Table { explorer, rows: vec![], is_told: vec![false; explorer.positions.len()] };
    let starts = explorer.positions.iter().enumerate();
    for (id, start) in starts.filter(|(_, position)| position.parent.is_none()) {
        let sum = &start.sum;
        let name = start.game.game_type().to_string();
        table.rows.push(Row::new(name, sum, String::new(), score(explorer, id)));
        table.tell(id, 1);
    }
    table.write()
}

struct Table<'a> {
    explorer: &'a Explorer,
    rows: Vec<Row>,
    is_told: Vec<bool>,
}

/// The cells of a row.
struct Row([String; 6]);

impl Row {
    fn new(name: String, sum: &Sum, players: String, score: String) -> Self {
        let points = match sum.decided {
            0 => "-".to_owned(),
            decided => format!("{:.0} %", 50.0 * f64::from(sum.half_points) / f64::from(decided)),
        };
        let years = match sum.years {
            None => String::new(),
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}-{last}"),
        };
        Self([name, sum.games.to_string(), points, score, years, players])
    }
}

/// The engine's score of a position.
fn score(explorer: &Explorer, id: usize) -> String {
    explorer.positions[id].score.map(|score| score.to_string()).unwrap_or_default()
}

impl Table<'_> {
    /// Adds the moves from a position, each followed by its own continuations.
    fn tell(&mut self, id: usize, depth: usize) {
        self.is_told[id] = true;
        let explorer = self.explorer;
        let position = &explorer.positions[id];
        for way in &position.moves {
            let Continuation { mv, to, sum, players } = way;
            let sign = if self.is_told[*to] { " =" } else { "" };
            let name = move_string(position.game.position(), *mv);
            let [before, after] = [position, &explorer.positions[*to]].map(OpeningPosition::name);
            let called = after.filter(|after| before.as_ref() != Some(after));
            let called = called.map(|name| format!(" ({name})")).unwrap_or_default();
            let name = format!("{:1$}{name}{sign}{called}", "", 2 * depth);
            let players =
                players.iter().map(|(name, games)| format!("{} {games}", name_in_table(name)));
            let players = players.collect::<Vec<_>>().join(", ");
            self.rows.push(Row::new(name, sum, players, score(explorer, *to)));
            if !self.is_told[*to] {
                self.tell(*to, depth + 1);
            }
        }
    }

    fn write(&self) -> String {
        let heading = ["opening", "games", "White", "score", "years", "players"].map(str::to_owned);
        let rows: Vec<&[String; 6]> =
            std::iter::once(&heading).chain(self.rows.iter().map(|Row(cells)| cells)).collect();
        let width = |column: usize| {
            rows.iter().map(|cells| cells[column].chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..6).map(width).collect();
        let mut text = String::new();
        for cells in rows {
            let mut line = format!("{:1$}", cells[0], widths[0]);
            for (cell, width) in cells[1..4].iter().zip(&widths[1..4]) {
                // Writing to a string cannot fail.
                let _ = write!(line, "  {cell:>width$}");
            }
            for (cell, width) in cells[4..].iter().zip(&widths[4..]) {
                let _ = write!(line, "  {cell:width$}");
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
