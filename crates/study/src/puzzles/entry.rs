//! A puzzle of a set as a line of text. `docs/puzzles.md` describes the file.

use std::fmt;
use std::str::FromStr;

use waggle_hive_core::notation::{move_strings, parse_game, parse_move, setup_text};
use waggle_hive_core::rules::{Move, Outcome, Position};

use super::{Puzzle, Theme};

/// Separates the fields of a line.
const FIELD: char = '\t';

/// A puzzle of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position; the side to move wins, or has one move alone that defends.
    pub position: Position,
    /// The main line of the solution, from the first move to the last; a defense is one move.
    pub line: Vec<Move>,
    /// What the line is about.
    pub themes: Vec<Theme>,
    /// Its difficulty: 1200 if people solve it as often as not; 0 until it is measured.
    pub rating: u16,
}

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The number of fields is wrong.
    #[error(
        "expected 7 tab-separated fields (id, position, solution, themes, moves, rating, type), found {0}"
    )]
    Fields(usize),
    /// A field is invalid.
    #[error("{field}: {reason}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The solution neither ends with a win nor is a defense.
    #[error("the solution does not surround the opponent's queen")]
    NoWin,
}

impl Entry {
    /// A puzzle that has no rating yet.
    pub fn of(puzzle: &Puzzle) -> Self {
        let line = puzzle.line().into_iter().map(|(_, mv)| mv).collect();
        Self { position: puzzle.position.clone(), line, themes: puzzle.themes(), rating: 0 }
    }

    /// A puzzle that has no rating yet, with the only move that does not lose.
    pub fn defense(position: Position, mv: Move) -> Self {
        Self { position, line: vec![mv], themes: vec![Theme::Defend], rating: 0 }
    }

    /// Whether the task is to defend, not to win.
    pub fn is_defense(&self) -> bool {
        self.themes == [Theme::Defend]
    }

    /// An identifier; the same for puzzles that are rotations or reflections of each other.
    pub fn id(&self) -> String {
        format!("{:016x}", self.position.symmetric_key())
    }

    /// The winner's moves; 0 if there is no winner.
    pub fn moves(&self) -> usize {
        if self.is_defense() { 0 } else { self.line.len().div_ceil(2) }
    }
}

impl fmt::Display for Entry {
    /// The line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, line, themes, rating } = self;
        let game_type = position.game_type();
        let themes: Vec<&str> = themes.iter().map(|theme| theme.name()).collect();
        let fields = [
            self.id(),
            format!("{game_type};{}", setup_text(position)),
            move_strings(position, line).join(";"),
            themes.join(","),
            self.moves().to_string(),
            rating.to_string(),
            game_type.to_string(),
        ];
        f.write_str(&fields.join("\t"))
    }
}

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        let fields: Vec<&str> = text.split(FIELD).collect();
        let [id, start, solution, themes, moves, rating, game_type] = fields.as_slice() else {
            return Err(EntryError::Fields(fields.len()));
        };
        let wrong = |field, reason: String| EntryError::Field { field, reason };
        let game = parse_game(start).map_err(|error| wrong("position", error.to_string()))?;
        let mut position = game.position().clone();
        let us = position.side_to_move();
        let mut line = vec![];
        for text in solution.split(';') {
            let mv = parse_move(&position, text)
                .map_err(|error| wrong("solution", format!("{text}: {error}")))?;
            if let Some(objection) = position.objection_to(mv) {
                return Err(wrong("solution", format!("{text}: {objection}")));
            }
            line.push(mv);
            position = position.after(mv);
        }
        let theme = |name: &str| {
            let theme = Theme::ALL.iter().find(|theme| theme.name() == name);
            theme
                .copied()
                .ok_or_else(|| wrong("themes", format!("expected names of themes, found `{name}`")))
        };
        let themes = themes.split(',').filter(|name| !name.is_empty()).map(theme);
        let entry = Self {
            position: game.position().clone(),
            line,
            themes: themes.collect::<Result<_, _>>()?,
            rating: rating.parse().map_err(|_| wrong("rating", "expected a number".to_owned()))?,
        };
        let is_whole = match position.outcome() {
            None => entry.is_defense() && entry.line.len() == 1,
            outcome => !entry.is_defense() && outcome == Some(Outcome::Win(us)),
        };
        if !is_whole {
            return Err(EntryError::NoWin);
        }
        let expected = [
            ("id", *id, entry.id()),
            ("moves", *moves, entry.moves().to_string()),
            ("type", *game_type, entry.position.game_type().to_string()),
        ];
        for (field, found, expected) in expected {
            if found != expected {
                return Err(wrong(field, format!("expected {expected}, found `{found}`")));
            }
        }
        Ok(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::easy_puzzle;
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let entry = Entry { rating: 1234, ..Entry::of(&easy_puzzle()) };
        let defense = Entry::defense(entry.position.clone(), entry.line[0]);
        assert_eq!((entry.moves(), defense.moves()), (2, 0));
        for entry in [entry, defense] {
            assert_eq!(entry.to_string().parse(), Ok(entry));
        }
    }

    #[test]
    fn a_broken_line_says_which_field_is_wrong() {
        let line = Entry::of(&easy_puzzle()).to_string();
        let fields: Vec<&str> = line.split('\t').collect();
        let with = |at: usize, text: &str| {
            let mut fields = fields.clone();
            fields[at] = text;
            fields.join("\t").parse::<Entry>().unwrap_err().to_string()
        };
        assert!("a b".parse::<Entry>().unwrap_err().to_string().ends_with("found 1"));
        for (at, text, start) in [
            (0, "0", "id: expected "),
            (1, "nothing", "position: "),
            (2, "pass", "solution: pass: "),
            (3, "nice", "themes: expected names of themes, found `nice`"),
            (4, "9", "moves: expected 2, found `9`"),
            (5, "-1", "rating: expected a number"),
            (6, "Bees", "type: expected "),
        ] {
            assert!(with(at, text).starts_with(start), "{}", with(at, text));
        }
        let first = fields[2].split(';').next().unwrap();
        assert_eq!(with(2, first), EntryError::NoWin.to_string());
        assert_eq!(with(3, "defend"), EntryError::NoWin.to_string());
    }
}
