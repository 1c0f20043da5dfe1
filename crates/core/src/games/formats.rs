//! The list of all formats, and how a file is recognised as one of them.

use std::path::Path;

use crate::text::Quoted;

#[cfg(all(feature = "json", not(target_family = "wasm")))]
use super::collection;
use super::{Format, lines, pgn, sgf};
#[cfg(feature = "json")]
use super::{bga, site};

/// Text in none of the formats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected games as {}, found {}", names(), in_words(.found))]
pub struct FormatError {
    /// The beginning of the text.
    pub found: String,
}

fn in_words(found: &str) -> String {
    if found.is_empty() { "nothing".to_owned() } else { format!("`{found}`") }
}

impl Format {
    /// All formats. To add one, write a module with its constant and list it here. The first that
    /// recognises a text reads it.
    #[cfg(all(feature = "json", not(target_family = "wasm")))]
    pub const ALL: [&'static Self; 6] = [
        &collection::FORMAT,
        &site::FORMAT,
        &bga::FORMAT,
        &pgn::FORMAT,
        &sgf::FORMAT,
        &lines::FORMAT,
    ];
    /// All formats but the tables of collections, which a page has no room for.
    #[cfg(all(feature = "json", target_family = "wasm"))]
    pub const ALL: [&'static Self; 5] =
        [&site::FORMAT, &bga::FORMAT, &pgn::FORMAT, &sgf::FORMAT, &lines::FORMAT];
    /// All formats but those that need the feature `json`.
    #[cfg(not(feature = "json"))]
    pub const ALL: [&'static Self; 3] = [&pgn::FORMAT, &sgf::FORMAT, &lines::FORMAT];

    /// The format that the ending of a file's name stands for.
    pub fn of_name(path: &Path) -> Option<&'static Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.endings.contains(&ending.as_str()))
    }

    /// The format of a text, by its first line that is neither blank nor a `#` comment.
    pub fn of_text(text: &str) -> Option<&'static Self> {
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text.split(['\n', '\r']).map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
        Self::ALL.into_iter().find(|format| (format.recognises)(first))
    }

    /// The format of a file: that of its text or, if that is not recognised, of its name.
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
pub fn utf16_units(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// The text of a file, which is UTF-8, UTF-16 with its mark, as PowerShell writes it, or, in
/// older archives, Latin-1.
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
