//! A child process whose pipes never block us.
//!
//! Each pipe has a thread: one writes queued lines, one reads lines, one drains the error output
//! and keeps its last lines. The threads are not joined: they end with their pipe, which a
//! grandchild may keep open.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::{Line, LineReader};
use super::process_tree::ProcessTree;

/// The longest line of an engine, in bytes; a game of 5,000 plies fits.
const MAX_LINE_LEN: usize = 64 * 1024;
/// The size of the line buffer; an engine that fills it blocks until we read.
const BUFFERED_LINES: usize = 256;
/// The lines of the error output that are kept.
const ERROR_LINES: usize = 30;
/// The interval at which a process is polled for its end.
const POLL: Duration = Duration::from_millis(2);

/// The result of waiting for a line.
#[derive(Debug)]
pub(super) enum Arrival {
    /// A line, and when it came.
    Line(Line, Instant),
    /// The deadline has passed.
    Late,
    /// The child has closed its output, probably by exiting.
    Closed,
}

/// A running child process; killed and reaped on drop, with its descendants.
#[derive(Debug)]
pub(super) struct ChildProcess {
    tree: ProcessTree,
    input: Option<Sender<String>>,
    output: Receiver<(Line, Instant)>,
    /// When the last line was written.
    written: Arc<Mutex<Option<Instant>>>,
    last_lines: Arc<Mutex<VecDeque<String>>>,
}

impl ChildProcess {
    /// Starts `command` with all three pipes connected.
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut tree = ProcessTree::spawn(command)?;
        let child = tree.child();
        let (last_lines, written) = (Arc::default(), Arc::default());
        let (input, to_write) = mpsc::channel();
        let (lines, output) = mpsc::sync_channel(BUFFERED_LINES);
        if let Some(stdin) = child.stdin.take() {
            let written = Arc::clone(&written);
            thread::spawn(move || write_lines(stdin, &to_write, &written));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &lines));
        }
        if let Some(stderr) = child.stderr.take() {
            let kept = Arc::clone(&last_lines);
            thread::spawn(move || keep_last_lines(stderr, &kept));
        }
        Ok(Self { tree, input: Some(input), output, written, last_lines })
    }

    /// Queues a line for the child, which is lost if the child has exited.
    pub(super) fn write_line(&self, line: &str) {
        if let Some(input) = &self.input {
            // This fails only if the child has exited, which reading reports.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line of the child's output, waiting until `deadline` at most.
    pub(super) fn read_line(&self, deadline: Instant) -> Arrival {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok((line, arrived)) => Arrival::Line(line, arrived),
            Err(RecvTimeoutError::Timeout) => Arrival::Late,
            Err(RecvTimeoutError::Disconnected) => Arrival::Closed,
        }
    }

    /// When the last line was written to the child.
    pub(super) fn written(&self) -> Option<Instant> {
        *self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Discards the lines that have arrived; returns their number.
    pub(super) fn discard_arrived(&self) -> usize {
        self.output.try_iter().take(BUFFERED_LINES).count()
    }

    /// Closes the child's input after the queued lines.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// The exit status, waiting for it until `deadline` at most.
    pub(super) fn wait_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.tree.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(POLL),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// The last lines of the error output so far.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.last_lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Waits until all of the error output has been read, until `deadline` at most.
    pub(super) fn await_error_output(&self, deadline: Instant) {
        // The thread that reads it drops its reference at the end of the output.
        while Arc::strong_count(&self.last_lines) > 1 && Instant::now() < deadline {
            thread::sleep(POLL);
        }
    }

    pub(super) fn id(&self) -> u32 {
        self.tree.id()
    }
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<String>, written: &Mutex<Option<Instant>>) {
    for line in lines {
        *written.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<(Line, Instant)>) {
    let mut reader = LineReader::new(BufReader::new(stdout), MAX_LINE_LEN);
    while let Ok(Some(line)) = reader.next_line() {
        if lines.send((line, Instant::now())).is_err() {
            return;
        }
    }
}

fn keep_last_lines(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut reader = LineReader::new(BufReader::new(stderr), 1024);
    while let Ok(Some(line)) = reader.next_line() {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == ERROR_LINES {
            kept.pop_front();
        }
        kept.push_back(line.text);
    }
}
