//! The searches of a build, kept in a file beside the book until it is written, so that an
//! interrupted build can be resumed.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use serde::{Deserialize, Serialize};
use waggle::arena::differences;
use waggle::book::{Builder, Searched};
use waggle::document::{self, Format, Json};

use super::super::archive::Existing;
use super::super::growing_file::GrowingFile;
use super::super::interrupt::say_how_to_resume;

pub(super) struct Searches {
    path: PathBuf,
    file: GrowingFile,
    is_empty: bool,
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Header {
    book: String,
    format: Format,
    settings: String,
}

/// How the first line starts.
const START: &[u8] = br#"{"book":""#;

impl Searches {
    /// Opens the file, and passes the searches of an earlier build to the builder.
    pub(super) fn open(
        book: &Path,
        existing: Existing,
        settings: String,
        builder: &mut Builder,
    ) -> anyhow::Result<Self> {
        let mut path = book.as_os_str().to_owned();
        path.push(".searches");
        let path = PathBuf::from(path);
        let opening = || format!("opening `{}`", path.display());
        let mut file = GrowingFile::open(&path).with_context(opening)?;
        let text = fs::read(&path).with_context(opening)?;
        let is_ours = text.starts_with(START) || START.starts_with(&text);
        ensure!(is_ours, "`{}` holds no searches of a book", path.display());
        match existing {
            Existing::Resume => {}
            Existing::Replace => file.cut(0).with_context(opening)?,
            Existing::Refuse if text.is_empty() => {}
            Existing::Refuse => bail!(
                "`{}` holds the searches of an interrupted build: --resume continues it, --force drops them",
                path.display()
            ),
        }
        let is_kept = existing == Existing::Resume;
        let whole =
            text.iter().rposition(|&byte| byte == b'\n' && is_kept).map_or(0, |end| end + 1);
        file.cut(whole as u64).with_context(opening)?;
        let mut lines = text[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        if let Some(first) = lines.next() {
            let resuming = || format!("resuming `{}`", path.display());
            let header: Header = document::read(first).with_context(resuming)?;
            let differing = differences(&header.settings, &settings);
            ensure!(
                differing.is_empty(),
                "`{}` has other settings: {}",
                path.display(),
                differing.join("; ")
            );
            for line in lines {
                builder.add_searched(document::read::<Searched>(line).with_context(resuming)?);
            }
        } else {
            let header = Header { book: book.display().to_string(), format: Format, settings };
            writeln!(file, "{}", Json(header)).with_context(opening)?;
        }
        Ok(Self { path, file, is_empty: whole == 0 })
    }

    pub(super) fn append(&mut self, searched: &Searched) -> anyhow::Result<()> {
        self.is_empty = false;
        let line = format!("{}\n", Json(searched));
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| format!("writing to `{}`", self.path.display()))
    }

    /// Keeps the searches for a later build, and says so.
    pub(super) fn leave(self) {
        if !self.is_empty {
            say_how_to_resume();
        }
    }

    /// Removes the file: the book is written.
    pub(super) fn remove(mut self) {
        self.is_empty = true;
    }
}

impl Drop for Searches {
    fn drop(&mut self) {
        if self.is_empty {
            // If it stays, the next build refuses or resumes it.
            let _ = fs::remove_file(&self.path);
        }
    }
}
