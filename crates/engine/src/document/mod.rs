//! What all JSON documents share: the number of their format, and how they are written and read.
//! `docs/json.md` describes them.

mod fault;
pub mod pairs;
mod read;

use std::{fmt, io};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use fault::{FaultDocument, WarningDocument};
pub use read::{DocumentError, read};

use waggle_hive_core::rules::Color;

/// The number of the document format. It grows when a field is removed, renamed or changes its
/// meaning.
pub const FORMAT: u32 = 1;

/// The field `format` of a document: always [`FORMAT`]; other documents are not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Format;

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(FORMAT)
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            FORMAT => Ok(Self),
            other => {
                Err(serde::de::Error::custom(format!("expected format {FORMAT}, found {other}")))
            }
        }
    }
}

/// The game of an archive that a line is about, and how the line was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the file.
    pub file: String,
    /// The number of the game in it, from 1.
    pub number: usize,
    /// The fingerprint of its moves.
    pub fingerprint: String,
    /// The settings on which the line depends.
    pub settings: String,
}

/// A player in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "their names say it")]
pub enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// A value for each player, as `white` and `black`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "their names say it")]
pub struct Both<T> {
    pub white: T,
    pub black: T,
}

/// Displays a document as one line of JSON.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> fmt::Display for Json<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = vec![];
        let mut serializer = serde_json::Serializer::with_formatter(&mut text, Line);
        self.0.serialize(&mut serializer).map_err(|_| fmt::Error)?;
        f.write_str(str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

/// Writes numbers as the standard library does: what `serde_json` has for it brings tables of
/// 13 kB into WebAssembly.
struct Line;

impl serde_json::ser::Formatter for Line {
    fn write_f64<W: ?Sized + io::Write>(&mut self, text: &mut W, value: f64) -> io::Result<()> {
        write!(text, "{value:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_everywhere_in_json() {
        let numbers = [0.0, -0.25, 0.1, 0.418, 1.5, 100.0, 1e9, 1e-9, f64::NAN, f64::INFINITY];
        assert_eq!(Json(numbers).to_string(), serde_json::to_string(&numbers).unwrap());
    }
}
