//! What is said between a match and an engine, line by line, in a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

/// The log of one engine process. Several processes of an engine share a file: each line
/// begins with the seconds since its process was started, and with the process's number.
#[derive(Debug)]
pub(super) struct TrafficLog {
    file: File,
    process: u32,
    start: Instant,
}

impl TrafficLog {
    /// Opens the file at its end; it is created if need be.
    pub(super) fn open(path: &Path, process: u32) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file, process, start: Instant::now() })
    }

    /// Adds a line: `>` sent, `<` answered, `!` from the error output.
    pub(super) fn line(&mut self, direction: char, text: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        let line = format!("{seconds:10.3} [{}] {direction} {text}\n", self.process);
        // In one piece, because other processes write to the file as well.
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            log::warn!("writing the log of an engine: {error}");
        }
    }
}
