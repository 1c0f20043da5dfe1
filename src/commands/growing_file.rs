//! A file to which whole pieces are appended: what a full disk or the end of the program has cut
//! off is taken away again, so that nothing is ever appended to half a piece.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// A file that grows.
#[derive(Debug)]
pub(crate) struct GrowingFile {
    file: File,
    /// Whether it keeps what is written, as a device does not.
    is_kept: bool,
}

impl GrowingFile {
    /// Opens a file at its end; it is created if missing.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let is_kept = file.metadata()?.is_file();
        Ok(Self { file, is_kept })
    }

    /// How many bytes it has.
    pub(crate) fn length(&self) -> io::Result<u64> {
        Ok(if self.is_kept { self.file.metadata()?.len() } else { 0 })
    }

    /// What it has, to be read from the beginning.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Takes away what follows this many bytes.
    pub(crate) fn cut(&self, length: u64) -> io::Result<()> {
        if self.is_kept { self.file.set_len(length) } else { Ok(()) }
    }
}

impl Write for GrowingFile {
    /// Appends all of a piece, or nothing.
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let before = self.length()?;
        let written = self.file.write_all(piece).and_then(|()| self.file.flush());
        if written.is_err() {
            // If that fails as well, the next run takes it away.
            let _ = self.cut(before);
        }
        written.map(|()| piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
