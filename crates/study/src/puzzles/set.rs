//! A set of puzzles as files, one for each game type, and the set that comes with the program.

use std::fmt::Write as _;

use waggle_hive_core::rules::GameType;

use super::{Entry, EntryError};

/// The header of a file, after its title.
const HEAD: &str = "\
# Public domain: CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/
# id\tposition\tsolution\tthemes\tmoves\trating\ttype
";

/// A line of a set that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not a puzzle: {reason}")]
pub struct SetError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: EntryError,
}

/// The name of the file with the puzzles of a type, such as `base-mlp.tsv`.
pub fn set_file(game_type: GameType) -> String {
    format!("{}.tsv", game_type.to_string().to_lowercase().replace('+', "-"))
}

/// The puzzles of a type as a file.
pub fn write_set(game_type: GameType, entries: &[Entry]) -> String {
    let mut text =
        format!("# Hive puzzles, {game_type}, made by Waggle from its own games\n{HEAD}");
    for entry in entries {
        let _ = writeln!(text, "{entry}");
    }
    text
}

/// Reads a file of puzzles; lines that begin with `#` are comments.
pub fn read_set(text: &str) -> Result<Vec<Entry>, SetError> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|(line, text)| text.parse().map_err(|reason| SetError { line, reason })).collect()
}

/// The puzzles that come with the program, as files.
pub fn built_in_sets() -> impl Iterator<Item = &'static str> {
    let files =
        GameType::ALL.into_iter().map(|game_type| format!("puzzles/{}", set_file(game_type)));
    files.filter_map(|path| std::str::from_utf8(waggle_hive_page::find(&path)?.0).ok())
}

#[cfg(test)]
mod tests {
    use super::super::tests::easy_puzzle;
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written_and_an_error_names_its_line() {
        let entry = Entry::of(&easy_puzzle());
        let text = write_set(entry.position.game_type(), &[entry.clone(), entry.clone()]);
        assert_eq!(read_set(&text), Ok(vec![entry.clone(), entry]));
        let error = read_set(&format!("{text}\nx\n")).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("line 7 is not a puzzle: expected 7 tab-separated fields"),
            "{error}"
        );
    }

    #[test]
    fn every_type_has_a_file_of_its_own() {
        assert_eq!(set_file(GameType::BASE), "base.tsv");
        assert_eq!(set_file(GameType::MLP), "base-mlp.tsv");
    }
}
