//! What all documents of JSON have in common: the number of their format, how they become a
//! line, and how a line is read. `docs/json.md` describes them.

pub mod pairs;
mod read;

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use read::{DocumentError, read};

use waggle_hive_core::rules::Color;

/// The number of the format that documents have in this build. It grows when a field is
/// removed, renamed or changes its meaning.
pub const FORMAT: u32 = 1;

/// The field `format` of a document: always [`FORMAT`], and nothing else is read.
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

/// From which game of an archive a line is, and how it was made.
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

/// What both players have, as `white` and `black`.
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
        f.write_str(&serde_json::to_string(&self.0).map_err(|_| fmt::Error)?)
    }
}
