//! A file to which whole records are appended: what a full disk or a killed process left of a
//! record is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

#[derive(Debug)]
pub(crate) struct GrowingFile {
    file: File,
    /// Whether it stores what is written; a device does not.
    is_kept: bool,
}

impl GrowingFile {
    /// Opens or creates a file, at its end.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let is_kept = file.metadata()?.is_file();
        Ok(Self { file, is_kept })
    }

    pub(crate) fn length(&self) -> io::Result<u64> {
        Ok(if self.is_kept { self.file.metadata()?.len() } else { 0 })
    }

    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Truncates the file to this length.
    pub(crate) fn cut(&self, length: u64) -> io::Result<()> {
        if self.is_kept { self.file.set_len(length) } else { Ok(()) }
    }
}

impl Write for GrowingFile {
    /// Appends all of a record, or nothing.
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let before = self.length()?;
        let written = self.file.write_all(piece).and_then(|()| self.file.flush());
        if written.is_err() {
            // If that fails as well, the next run cuts it off.
            let _ = self.cut(before);
        }
        written.map(|()| piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
