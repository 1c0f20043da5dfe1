//! The searches of a build, kept in a file beside the book until it is written, so that an
//! interrupted build can be resumed.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use waggle::arena::differences;
use waggle::book::{Builder, Searched};
use waggle::document::{self, Format, Json};

use super::super::game_files;
use super::super::growing_file::{Existing, GrowingFile};
use super::super::interrupt::say_how_to_resume;

pub(super) struct Searches {
    /// `None` once it is removed.
    file: Option<GrowingFile>,
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
const START: &str = r#"{"book":""#;

/// The file of the searches for a book.
pub(super) fn beside(book: &Path) -> PathBuf {
    game_files::beside(book, ".searches")
}

impl Searches {
    /// Opens the file, and passes the searches of an earlier build to the builder.
    pub(super) fn open(
        book: &Path,
        existing: Existing,
        settings: String,
        builder: &mut Builder,
    ) -> anyhow::Result<Self> {
        let path = beside(book);
        let (mut file, text) =
            GrowingFile::open_beside(&path, existing, START, "searches of a book")?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.cut(whole as u64)?;
        let mut lines = text[..whole].lines();
        if let Some(first) = lines.next() {
            let resuming = || format!("resuming `{}`", path.display());
            let header: Header = document::read(first.as_bytes()).with_context(resuming)?;
            let differing = differences(&header.settings, &settings);
            ensure!(
                differing.is_empty(),
                "`{}` has other settings: {}",
                path.display(),
                differing.join("; ")
            );
            for line in lines {
                builder.add_searched(
                    document::read::<Searched>(line.as_bytes()).with_context(resuming)?,
                );
            }
        } else {
            let header = Header { book: book.display().to_string(), format: Format, settings };
            file.append(&format!("{}\n", Json(header)))?;
        }
        Ok(Self { file: Some(file), is_empty: whole == 0 })
    }

    pub(super) fn append(&mut self, searched: &Searched) -> anyhow::Result<()> {
        self.is_empty = false;
        let line = format!("{}\n", Json(searched));
        self.file.as_mut().map_or(Ok(()), |file| file.append(&line))
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
            let _ = self.file.take().map(GrowingFile::remove);
        }
    }
}
