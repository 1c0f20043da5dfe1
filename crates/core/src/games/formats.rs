//! The list of all formats, and how a file is recognised as one of them.

use std::path::Path;

use crate::text::Quoted;

use super::{Format, lines, pgn, sgf};
#[cfg(feature = "json")]
use super::{bga, site};

/// Text in none of the formats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected games as {}, found `{found}`", names())]
pub struct FormatError {
    /// The beginning of the text.
    pub found: String,
}

impl Format {
    /// All formats. To add one, write a module with its constant and list it here. The first that
    /// recognises a text reads it.
    #[cfg(feature = "json")]
    pub const ALL: [&'static Self; 5] =
        [&site::FORMAT, &bga::FORMAT, &pgn::FORMAT, &sgf::FORMAT, &lines::FORMAT];
    /// All formats but those that need the feature `json`.
    #[cfg(not(feature = "json"))]
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
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text.split(['\n', '\r']).map(str::trim);
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
            let mut lines = text.split(['\n', '\r']).map(str::trim);
            let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
            FormatError { found: Quoted(line).to_string() }
        })
    }
}

/// The names of all formats, such as `PGN, SGF or GameStrings`.
pub(super) fn names() -> String {
    let names = Format::ALL.map(|format| format.name);
    match names.split_last() {
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// How a text in UTF-16, known by its mark, has its units of two bytes.
#[must_use]
pub fn utf16_units(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// The text of a file, which is UTF-8, UTF-16 with its mark, as PowerShell writes it, or, in
/// older archives, Latin-1.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    if let Some(unit) = utf16_units(&bytes) {
        let pairs = bytes.chunks(2).map(|pair| match *pair {
            [one, other] => unit([one, other]),
            _ => REPLACED,
        });
        return char::decode_utf16(pairs)
            .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
    }
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect())
}

/// What stands for half a unit of UTF-16 at the end of a text.
const REPLACED: u16 = 0xfffd;

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
            ("a.txt", "{\"uuid\":1,\"game_id\":\"x\"}", Some(&site::FORMAT)),
            ("a.jsonl", "", Some(&site::FORMAT)),
            ("a.pgn", "{\"Well\", he said: go on}", Some(&pgn::FORMAT)),
            ("a", "{\"kind\":\"review\"}", None),
            (
                "a",
                "[{\"table_id\":\"1\",\"data\":[{\"type\":\"tokenPlayed\"}]}]",
                Some(&bga::FORMAT),
            ),
            ("a", "ann plays [wG3]", Some(&bga::FORMAT)),
            ("a", "[wG3 .]", Some(&bga::FORMAT)),
            ("a", "[White \"wG3\"]", Some(&pgn::FORMAT)),
        ] {
            assert_eq!(Format::detect(Some(Path::new(name)), text).ok(), format, "{name} {text}");
        }
    }

    #[test]
    fn text_in_no_format_is_quoted_briefly() {
        let error = |text: &str| Format::detect(None, text).unwrap_err().to_string();
        assert_eq!(
            error("\n a\tb\n"),
            "expected games as JSON of hivegame.com, logs of Board Game Arena, PGN, SGF or GameStrings, found `a b`"
        );
        assert!(error(&"x".repeat(99)).ends_with(&format!(" `{}…`", "x".repeat(39))));
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
    fn utf_16_is_known_by_its_mark() {
        let text = "\u{feff}[White \"Ren\u{e9} \u{1f41d}\"]";
        let bytes = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
        assert_eq!(decode(bytes(u16::to_le_bytes)), text);
        assert_eq!(decode(bytes(u16::to_be_bytes)), text);
        assert_eq!(decode(vec![0xff, 0xfe, b'a', 0, b'b']), "\u{feff}a\u{fffd}");
    }

    #[test]
    fn old_archives_are_latin_1() {
        assert_eq!(decode(b"Ren\xe9".to_vec()), "René");
        assert_eq!(decode("René".as_bytes().to_vec()), "René");
    }
}
