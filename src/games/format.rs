//! The formats, and how a file is recognised as one of them.

use std::path::Path;

use crate::notation::{parse_game_type, parse_piece};

use super::{GameError, GameRecord, lines, pgn, sgf};

/// How a file writes games down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// PGN as `MzingaViewer` and hivegame.com write it.
    Pgn,
    /// SGF as boardspace.net writes it.
    Sgf,
    /// A GameString on each line.
    GameStrings,
}

/// A text in none of the formats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected games as PGN, SGF or GameStrings, found `{found}`")]
pub struct FormatError {
    /// The beginning of the text.
    pub found: String,
}

impl Format {
    /// The format that the ending of a file's name tells: `.pgn`, `.sgf`, or
    /// `.uhp`, `.hive` and `.txt` for GameStrings.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "pgn" => Some(Self::Pgn),
            "sgf" => Some(Self::Sgf),
            "uhp" | "hive" | "txt" => Some(Self::GameStrings),
            _ => None,
        }
    }

    /// The format that the first line of a text tells.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
        let field = first.split(';').next().unwrap_or_default();
        let word = field.split_whitespace().next().unwrap_or_default();
        if first.starts_with('(') {
            Some(Self::Sgf)
        } else if first.starts_with(['[', '{'])
            || first.starts_with(|letter: char| letter.is_ascii_digit())
        {
            Some(Self::Pgn)
        } else if parse_game_type(field).is_ok() || parse_piece(word).is_ok() {
            Some(Self::GameStrings)
        } else {
            None
        }
    }

    /// The format of a file: what its text shows, or else what its name says.
    ///
    /// # Errors
    ///
    /// If neither tells one.
    pub fn detect(path: Option<&Path>, text: &str) -> Result<Self, FormatError> {
        Self::of_text(text).or_else(|| path.and_then(Self::of_name)).ok_or_else(|| {
            let line = text.lines().map(str::trim).find(|line| !line.is_empty());
            let letters = line.unwrap_or_default().chars().take(40);
            let found = letters.map(|letter| if letter.is_control() { '?' } else { letter });
            FormatError { found: found.collect() }
        })
    }

    /// Reads all games of a text. A broken one does not keep the others from
    /// being read.
    #[must_use]
    pub fn read(self, text: &str) -> Vec<Result<GameRecord, GameError>> {
        match self {
            Self::Pgn => pgn::read(text).collect(),
            Self::Sgf => sgf::read(text).collect(),
            Self::GameStrings => lines::read(text).collect(),
        }
    }
}

/// The text of a file, which is UTF-8 or else, as in older archives, Latin-1.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_format_and_then_the_name() {
        for (name, text, format) in [
            ("a.txt", "\u{feff}\n [GameType \"Base\"]\n", Some(Format::Pgn)),
            ("a", "1.wS1", Some(Format::Pgn)),
            ("a.pgn", "(;\nGM[27]", Some(Format::Sgf)),
            ("a", "# games\nBase+PLM;;;wS1", Some(Format::GameStrings)),
            ("a", "wS1;bS1 wS1-", Some(Format::GameStrings)),
            ("a.PGN", "hello", Some(Format::Pgn)),
            ("a.doc", "hello", None),
        ] {
            assert_eq!(Format::detect(Some(Path::new(name)), text).ok(), format, "{name} {text}");
        }
    }

    #[test]
    fn old_archives_are_latin_1() {
        assert_eq!(decode(b"Ren\xe9".to_vec()), "René");
        assert_eq!(decode("René".as_bytes().to_vec()), "René");
    }
}
