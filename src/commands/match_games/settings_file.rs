//! Parses a file of settings: values by name, common ones and those of each engine.
//!
//! `fuzz/` includes this file, so it knows nothing of the command line.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};
use waggle::text::{Quoted, one_line};

/// A file of settings.
pub(super) struct FileSettings {
    pub(super) options: Vec<Setting>,
    pub(super) engines: Vec<Engine>,
}

/// An engine.
pub(super) struct Engine {
    pub(super) command: String,
    pub(super) options: Vec<Setting>,
}

/// An option with its value.
pub(super) struct Setting {
    /// The number of its line, from 1.
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) value: Value,
}

/// The value of an option, which the parser of the command line checks.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a text, a number, `true`, `false`, a list or a table of them"
)]
pub(super) enum Value {
    Flag(bool),
    One(Scalar),
    List(Vec<Scalar>),
    Table(BTreeMap<String, Scalar>),
}

/// A value other than a list or table.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Scalar {
    Flag(bool),
    Integer(i64),
    Large(u64),
    Real(f64),
    Text(String),
}

impl Scalar {
    /// The value as a word of a command line.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Integer(number) => number.to_string(),
            Self::Large(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            // UHP's words.
            Self::Flag(true) => "True".to_owned(),
            Self::Flag(false) => "False".to_owned(),
        }
    }
}

/// The settings of a text; an error is one line with the number of its line.
pub(super) fn read(text: &str) -> Result<FileSettings, WrongSettings> {
    let file = File(text);
    let mut table = DeTable::parse(text).map_err(|error| file.wrong(&error))?.into_inner();
    let mut engines = vec![];
    if let Some(list) = table.remove("engine") {
        let span = list.span();
        let DeValue::Array(list) = list.into_inner() else {
            return Err(file.wrong_at(&span, "expected a table `[[engine]]` for each engine"));
        };
        for engine in list {
            engines.push(file.engine(engine)?);
        }
    }
    Ok(FileSettings { options: file.options(table)?, engines })
}

/// The text of a file, to find lines in.
struct File<'a>(&'a str);

impl<'a> File<'a> {
    fn engine(&self, engine: Spanned<DeValue<'a>>) -> Result<Engine, WrongSettings> {
        let span = engine.span();
        let DeValue::Table(mut table) = engine.into_inner() else {
            return Err(self.wrong_at(&span, "expected a table `[[engine]]` for each engine"));
        };
        let Some(command) = table.remove("command") else {
            return Err(self.wrong_at(&span, "expected a `command` for this engine"));
        };
        let command = String::deserialize(ValueDeserializer::from(command))
            .map_err(|error| self.wrong(&error))?;
        Ok(Engine { command, options: self.options(table)? })
    }

    fn options(&self, table: DeTable<'a>) -> Result<Vec<Setting>, WrongSettings> {
        let mut options = vec![];
        for (name, value) in table {
            let value = Value::deserialize(ValueDeserializer::from(value)).map_err(|error| {
                let what = format!("`{}`: {}", Quoted(name.get_ref()), error.message());
                self.wrong_at(&name.span(), &what)
            })?;
            let line = self.line(&name.span());
            options.push(Setting { line, name: name.into_inner().into_owned(), value });
        }
        Ok(options)
    }

    /// The number of the line in which something begins.
    fn line(&self, span: &Range<usize>) -> usize {
        self.0.bytes().take(span.start).filter(|&byte| byte == b'\n').count() + 1
    }

    fn wrong_at(&self, span: &Range<usize>, what: &str) -> WrongSettings {
        WrongSettings { line: self.line(span), what: one_line(what) }
    }

    fn wrong(&self, error: &toml::de::Error) -> WrongSettings {
        self.wrong_at(&error.span().unwrap_or_default(), error.message())
    }
}

/// An error in a file of settings.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what:.200}")]
pub(super) struct WrongSettings {
    line: usize,
    what: String,
}
