//! A file to which whole records are appended: what a full disk or a killed process left of a
//! record is cut off. Its errors name it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};

/// What to do with a file that already has records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    Refuse,
    /// Keep its records and append.
    Resume,
    /// Drop its records.
    Replace,
}

impl Existing {
    pub(crate) fn of(resume: bool, force: bool) -> Self {
        match (resume, force) {
            (true, _) => Self::Resume,
            (false, true) => Self::Replace,
            (false, false) => Self::Refuse,
        }
    }
}

#[derive(Debug)]
pub(crate) struct GrowingFile {
    path: PathBuf,
    file: File,
    /// Whether it stores what is written; a device does not.
    is_kept: bool,
}

impl GrowingFile {
    /// Opens or creates a file, at its end.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let opening = || format!("opening `{}`", path.display());
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        let file = file.with_context(opening)?;
        let is_kept = file.metadata().with_context(opening)?.is_file();
        // Under Windows nobody could read it.
        if cfg!(unix) && is_kept && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            bail!("`{}` is being written by another program: wait for its end", path.display());
        }
        Ok(Self { path: path.to_owned(), file, is_kept })
    }

    /// Opens a file of our own beside the result, which begins with `start` and holds `what` until
    /// the result is written. Returns the text that stays from an interrupted run, too.
    pub(crate) fn open_beside(
        path: &Path,
        existing: Existing,
        start: &str,
        what: &str,
    ) -> anyhow::Result<(Self, String)> {
        let file = Self::open(path)?;
        let text = file.text()?;
        let is_ours = text.starts_with(start) || start.starts_with(&text);
        ensure!(is_ours, "`{}` holds no {what}", path.display());
        match existing {
            Existing::Resume => return Ok((file, text)),
            Existing::Refuse if !text.is_empty() => bail!(
                "`{}` holds {what}, of an interrupted run: --resume continues it, --force drops them",
                path.display()
            ),
            Existing::Refuse | Existing::Replace => file.cut(0)?,
        }
        Ok((file, String::new()))
    }

    pub(crate) fn length(&self) -> anyhow::Result<u64> {
        let length = if self.is_kept { self.file.metadata().map(|it| it.len()) } else { Ok(0) };
        length.with_context(|| format!("reading `{}`", self.path.display()))
    }

    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    pub(crate) fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        let bytes = if self.is_kept { fs::read(&self.path) } else { Ok(vec![]) };
        bytes.with_context(|| format!("reading `{}`", self.path.display()))
    }

    /// All that it holds, up to a letter that was cut off.
    pub(crate) fn text(&self) -> anyhow::Result<String> {
        let mut bytes = self.bytes()?;
        if let Err(error) = str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
        }
        String::from_utf8(bytes).with_context(|| format!("reading `{}`", self.path.display()))
    }

    /// Whether a later run finds what was written.
    pub(crate) const fn is_kept(&self) -> bool {
        self.is_kept
    }

    pub(crate) fn cut(&self, length: u64) -> anyhow::Result<()> {
        let cut = if self.is_kept { self.file.set_len(length) } else { Ok(()) };
        cut.with_context(|| format!("writing to `{}`", self.path.display()))
    }

    /// Appends all of a record, or nothing.
    pub(crate) fn append(&mut self, record: &str) -> anyhow::Result<()> {
        let before = self.length()?;
        let written = self.file.write_all(record.as_bytes()).and_then(|()| self.file.flush());
        if written.is_err() {
            // If that fails as well, the next run cuts it off.
            let _ = self.cut(before);
        }
        written.with_context(|| format!("writing to `{}`", self.path.display()))
    }

    /// Removes the file: the result is written.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}
