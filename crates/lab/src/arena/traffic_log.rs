//! The log of the conversation with an engine, line by line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The log of one engine process. Processes of an engine share a file: each line begins with the
/// seconds since the process started and the number of the process.
#[derive(Debug)]
pub(super) struct TrafficLog {
    file: File,
    process: u32,
    start: Instant,
    fault: Arc<OnceLock<String>>,
}

impl TrafficLog {
    /// Opens or creates the file, at its end.
    pub(super) fn open(
        path: &Path,
        process: u32,
        fault: Arc<OnceLock<String>>,
    ) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file, process, start: Instant::now(), fault })
    }

    /// Appends a line: `>` sent, `<` received, `!` error output.
    pub(super) fn line(&mut self, direction: char, text: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        let line = format!("{seconds:10.3} [{}] {direction} {text}\n", self.process);
        // In one write, because other processes append to the file, too.
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            self.fault.get_or_init(|| error.to_string());
        }
    }
}
