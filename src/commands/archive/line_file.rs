//! A file of JSON documents, one per line, each naming its game; and how a run resumes one.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use serde::Deserialize;
use waggle::arena::differences;
use waggle::document::{self, FORMAT, Origin};

use super::super::growing_file::{Existing, GrowingFile};
use super::super::terminal::print;

/// Which game of an archive a line is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GameId {
    pub(crate) file: String,
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    pub(crate) fingerprint: String,
}

impl GameId {
    pub(crate) fn of(file: &str, number: usize, fingerprint: &str) -> Self {
        Self { file: file.to_owned(), number, fingerprint: fingerprint.to_owned() }
    }

    /// The fields that begin each line about this game.
    pub(crate) fn origin(&self, settings: &str) -> Origin {
        let Self { file, number, fingerprint } = self.clone();
        Origin { file, number, fingerprint, settings: settings.to_owned() }
    }

    /// A hash: collisions within an archive are unlikely.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} of {}", self.number, self.file)
    }
}

/// Games that a run has finished, by their keys: eight bytes a game.
#[derive(Debug, Default)]
pub(crate) struct Done(HashSet<u64>);

impl Done {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn insert(&mut self, id: &GameId) {
        self.0.insert(id.key());
    }

    pub(crate) fn holds(&self, id: &GameId) -> bool {
        self.0.contains(&id.key())
    }
}

/// Where lines go, game by game.
pub(crate) enum LineFile {
    Standard,
    File(GrowingFile),
    /// Nothing is kept.
    Nowhere,
}

/// Reads an earlier line; an error ends the run.
type EarlierLine<'a> = &'a mut dyn FnMut(&[u8]) -> anyhow::Result<()>;

/// The fields that every line has.
#[derive(Deserialize)]
struct Head {
    file: String,
    number: usize,
    fingerprint: String,
    settings: String,
    kind: Option<String>,
    format: Option<u32>,
}

impl LineFile {
    /// Opens a file for lines made with these settings; `-` is the standard output.
    ///
    /// Resuming drops a truncated last line, and the lines before it if their game may lack some; it passes
    /// the others to `earlier_line`. Lines with other settings or of another format are an error.
    pub(crate) fn open(
        path: &Path,
        existing: Existing,
        settings: &str,
        earlier_line: EarlierLine<'_>,
    ) -> anyhow::Result<(Self, Done)> {
        if path == Path::new("-") {
            ensure!(
                existing != Existing::Resume,
                "--resume continues a file: name it with --output"
            );
            return Ok((Self::Standard, Done::default()));
        }
        let file = GrowingFile::open(path)?;
        let done = match existing {
            _ if file.length()? == 0 => Done::default(),
            Existing::Replace => {
                let mut begun = vec![];
                file.file().take(16).read_to_end(&mut begun)?;
                ensure!(
                    LINE_STARTS.iter().any(|start| is_begun(&begun, start)),
                    "`{}` holds something else than documents of Waggle: choose another name",
                    path.display()
                );
                file.cut(0)?;
                Done::default()
            }
            Existing::Resume => {
                let (done, length) = earlier(file.file(), settings, earlier_line)
                    .with_context(|| format!("resuming `{}`", path.display()))?;
                file.cut(length)?;
                done
            }
            Existing::Refuse => bail!(
                "`{}` already exists: --resume continues it, --force replaces it",
                path.display()
            ),
        };
        Ok((Self::File(file), done))
    }

    /// Whether a later run can resume it.
    pub(crate) fn can_be_resumed(&self) -> bool {
        matches!(self, Self::File(file) if file.is_kept())
    }

    /// Appends the lines of a game in one write, so that an interruption leaves whole lines.
    pub(crate) fn append(&mut self, lines: &[impl fmt::Display]) -> anyhow::Result<()> {
        let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
        match self {
            Self::Standard => print(&text),
            Self::File(file) => file.append(&text),
            Self::Nowhere => Ok(()),
        }
    }
}

/// Why a line's format may differ, and what to do.
const ANOTHER_BUILD: &str = "another version wrote it, or replace it with --force";

/// The kinds of lines of which a game may have several. A line of another kind is the last of its game.
const SEVERAL: [&str; 2] = ["puzzle", "repeat"];
/// How the lines of reviews and of puzzles start.
const LINE_STARTS: [&[u8]; 2] = [br#"{"file":""#, br#"{"kind":""#];

/// Whether a text begins like this, or has not got so far.
fn is_begun(text: &[u8], start: &[u8]) -> bool {
    text.starts_with(start) || start.starts_with(text)
}

type Lines = Vec<(usize, Vec<u8>)>;

/// The games of a file, and how many of its bytes remain.
fn earlier(
    file: &File,
    settings: &str,
    earlier_line: EarlierLine<'_>,
) -> anyhow::Result<(Done, u64)> {
    let mut reader = BufReader::new(file);
    let mut done = Done::default();
    let (mut whole, mut read, mut line_number) = (0, 0, 0_usize);
    // The game that may lack lines, with those that it has.
    let mut open: Option<(GameId, Lines)> = None;
    let mut close = |done: &mut Done, (id, lines): (GameId, Lines)| {
        done.insert(&id);
        lines.iter().try_for_each(|(number, line)| {
            earlier_line(line).with_context(|| format!("line {number}"))
        })
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            let is_ours = LINE_STARTS.iter().any(|start| is_begun(&line, start));
            ensure!(is_ours, "line {} is no document", line_number + 1);
            break;
        }
        line_number += 1;
        let Head { file, number, fingerprint, settings: written, kind, format } =
            document::read(&line)
                .with_context(|| format!("line {line_number} names no game of an archive"))?;
        let id = GameId { file, number, fingerprint };
        match format {
            Some(FORMAT) => {}
            Some(other) => {
                bail!("line {line_number} has format {other}, expected {FORMAT}: {ANOTHER_BUILD}")
            }
            None => bail!("line {line_number} has no format, expected {FORMAT}: {ANOTHER_BUILD}"),
        }
        let differing = differences(&written, settings);
        ensure!(
            differing.is_empty(),
            "line {line_number} has other settings: {}",
            differing.join("; ")
        );
        if let Some(earlier) = open.take_if(|(earlier, _)| *earlier != id) {
            close(&mut done, earlier)?;
            whole = read;
        }
        read += length as u64;
        let (id, mut lines) = open.take().unwrap_or((id, vec![]));
        lines.push((line_number, line.clone()));
        if kind.is_some_and(|kind| SEVERAL.contains(&kind.as_str())) {
            open = Some((id, lines));
        } else {
            close(&mut done, (id, lines))?;
            whole = read;
        }
    }
    Ok((done, whole))
}
