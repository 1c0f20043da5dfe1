//! The PGN file of a match: every game at once, and the games of an earlier run.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use waggle::games::{GameRecord, pgn};

/// A file to which games are appended.
#[derive(Debug)]
pub(crate) struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Opens a file at its end; it is created if need be.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("opening `{}`", path.display()))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends a game in one piece, so that an interruption leaves whole games.
    pub(crate) fn append(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let text = pgn::write(record);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("writing to `{}`", self.path.display()))
    }
}

/// The games of a file. A game that cannot be read is reported to `complain`
/// and left out: the machine may have stopped in the middle of it.
pub(crate) fn read(path: &Path, complain: fn(&str)) -> anyhow::Result<Vec<GameRecord>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading games from `{}`", path.display()))?;
    let mut records = Vec::new();
    for game in pgn::read(&text) {
        match game {
            Ok(record) => records.push(record),
            Err(error) => complain(&format!("`{}`: {error}; game left out", path.display())),
        }
    }
    Ok(records)
}
