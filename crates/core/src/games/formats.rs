//! The list of all formats, and how a file is recognised as one of them.

use std::path::Path;

use super::{Format, lines, pgn, sgf};

/// Text in none of the formats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected games as {}, found `{found}`", names())]
pub struct FormatError {
    /// The beginning of the text.
    pub found: String,
}

/// How much of a text in no known format is shown, in characters.
const SHOWN: usize = 40;

impl Format {
    /// All formats. To add one, write a module with its constant and list it here.
    pub const ALL: [&'static Self; 3] = [&pgn::FORMAT, &sgf::FORMAT, &lines::FORMAT];

    /// The format that the ending of a file's name stands for.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<&'static Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.endings.contains(&ending.as_str()))
    }

    /// The format of a text, by its first line that is neither blank nor a `#` comment.
    #[must_use]
    pub fn of_text(text: &str) -> Option<&'static Self> {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
        Self::ALL.into_iter().find(|format| (format.recognises)(first))
    }

    /// The format of a file: that of its text or, if that is not recognised, of its name.
    ///
    /// # Errors
    ///
    /// If neither is of a known format.
    pub fn detect(path: Option<&Path>, text: &str) -> Result<&'static Self, FormatError> {
        Self::of_text(text).or_else(|| path.and_then(Self::of_name)).ok_or_else(|| {
            let line = text.lines().map(str::trim).find(|line| !line.is_empty());
            let letters = line.unwrap_or_default().chars().take(SHOWN);
            let found = letters.map(|letter| if letter.is_control() { '?' } else { letter });
            FormatError { found: found.collect() }
        })
    }
}

/// The names of all formats, such as `PGN, SGF or GameStrings`.
fn names() -> String {
    let names = Format::ALL.map(|format| format.name);
    match names.split_last() {
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The text of a file, which is UTF-8 or, in older archives, Latin-1.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides_and_then_the_name() {
        for (name, text, format) in [
            ("a.txt", "\u{feff}\n [GameType \"Base\"]\n", Some(&pgn::FORMAT)),
            ("a", "1.wS1", Some(&pgn::FORMAT)),
            ("a", "{a remark}\n1. wS1", Some(&pgn::FORMAT)),
            ("a.pgn", "(;\nGM[27]", Some(&sgf::FORMAT)),
            ("a", "# games\nBase+PLM;;;wS1", Some(&lines::FORMAT)),
            ("a", "Base", Some(&lines::FORMAT)),
            ("a", "wS1;bS1 wS1-", Some(&lines::FORMAT)),
            ("a.pgn", "bS1 wS1-", Some(&lines::FORMAT)),
            ("a.PGN", "hello", Some(&pgn::FORMAT)),
            ("a.sgf", "hello", Some(&sgf::FORMAT)),
            ("a.uhp", "hello", Some(&lines::FORMAT)),
            ("a.hive", "", Some(&lines::FORMAT)),
            ("a.txt", "", Some(&lines::FORMAT)),
            ("a.doc", "hello", None),
        ] {
            assert_eq!(Format::detect(Some(Path::new(name)), text).ok(), format, "{name} {text}");
        }
    }

    #[test]
    fn text_in_no_format_is_quoted_briefly() {
        let error = |text: &str| Format::detect(None, text).unwrap_err().to_string();
        assert_eq!(error("\n a\tb\n"), "expected games as PGN, SGF or GameStrings, found `a?b`");
        assert!(error(&"x".repeat(99)).ends_with(&format!(" `{}`", "x".repeat(40))));
        assert!(error("").ends_with("found ``"));
    }

    #[test]
    fn formats_can_be_told_apart() {
        for (index, one) in Format::ALL.iter().enumerate() {
            for other in &Format::ALL[index + 1..] {
                assert_ne!(one, other);
                assert!(one.endings.iter().all(|ending| !other.endings.contains(ending)));
            }
        }
    }

    #[test]
    fn old_archives_are_latin_1() {
        assert_eq!(decode(b"Ren\xe9".to_vec()), "René");
        assert_eq!(decode("René".as_bytes().to_vec()), "René");
    }
}
