//! A file of settings, read: values by their names, for all engines and for each.
//!
//! `fuzz/` includes this file, so it knows nothing of the command line.

use std::collections::BTreeMap;

use serde::Deserialize;
use waggle::text::Quoted;

/// A file of settings.
#[derive(Deserialize)]
pub(super) struct Settings {
    #[serde(default)]
    pub(super) engine: Vec<Table>,
    #[serde(flatten)]
    pub(super) options: Options,
}

/// An engine.
#[derive(Deserialize)]
pub(super) struct Table {
    pub(super) command: String,
    #[serde(flatten)]
    pub(super) options: Options,
}

/// Values by the names of their options.
pub(super) type Options = BTreeMap<String, Setting>;

/// The value of an option. What it must be is left to the parser of the command line.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a text, a number, `true`, `false`, a list or a table of them"
)]
pub(super) enum Setting {
    Flag(bool),
    One(Scalar),
    List(Vec<Scalar>),
    Table(BTreeMap<String, Scalar>),
}

/// A value that is no list or table.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Scalar {
    Flag(bool),
    Integer(i64),
    Real(f64),
    Text(String),
}

impl Scalar {
    /// The value as a word of a command line.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            // UHP's words.
            Self::Flag(true) => "True".to_owned(),
            Self::Flag(false) => "False".to_owned(),
        }
    }
}

/// The settings of a text; an error is one line with the number of its line.
pub(super) fn read(text: &str) -> Result<Settings, WrongSettings> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        WrongSettings {
            line: before.map(|before| before.matches('\n').count() + 1),
            what: error.message().to_owned(),
        }
    })
}

/// What is wrong with a file of settings.
#[derive(Debug)]
pub(super) struct WrongSettings {
    line: Option<usize>,
    what: String,
}

impl std::fmt::Display for WrongSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}", Quoted(&self.what))
    }
}

impl std::error::Error for WrongSettings {}
