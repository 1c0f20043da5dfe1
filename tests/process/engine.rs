//! A running engine, for tests.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout, on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// How long an engine may take to exit.
pub(crate) const EXIT_TIME: Duration = Duration::from_secs(3);

pub(crate) const GAME: &str = "Base+MLP;InProgress;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1\\";

/// A running engine; killed when dropped.
pub(crate) struct Engine {
    pub(crate) child: Child,
    pub(crate) input: Option<Box<dyn Write>>,
    pub(crate) lines: Receiver<String>,
}

impl Engine {
    /// Starts an engine and reads its banner.
    pub(crate) fn start() -> Self {
        Self::start_as(&mut Command::new(env!("CARGO_BIN_EXE_waggle")))
    }

    /// Starts an engine by this command and reads its banner.
    pub(crate) fn start_as(command: &mut Command) -> Self {
        let mut engine = Self::start_with_input(command, Stdio::piped());
        let input = engine.child.stdin.take().expect("stdin is piped");
        engine.input = Some(Box::new(input));
        engine
    }

    /// Starts an engine that reads its commands from `stdin`, and reads its banner.
    pub(crate) fn start_with_input(command: &mut Command, stdin: Stdio) -> Self {
        command.env_remove("RUST_LOG");
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the engine starts");
        let stdout = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Self { child, input: None, lines };
        assert_eq!(engine.reply().last().map(String::as_str), Some("Mosquito;Ladybug;Pillbug"));
        engine
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.try_send(text).expect("the engine reads");
    }

    /// Sends text to an engine that may have exited.
    pub(crate) fn try_send(&mut self, text: &str) -> io::Result<()> {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes())?;
        input.flush()
    }

    /// The lines up to the next `ok`.
    pub(crate) fn reply(&mut self) -> Vec<String> {
        let mut block = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("a reply comes");
            if line == "ok" {
                return block;
            }
            block.push(line);
        }
    }

    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(&format!("{line}\n"));
        self.reply()
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end within this time.
    pub(crate) fn end_within(&mut self, limit: Duration) -> ExitStatus {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().expect("the process can be watched") {
                return status;
            }
            assert!(Instant::now() < deadline, "the engine still runs after {limit:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The error output of a process that has ended.
    pub(crate) fn errors(&mut self) -> String {
        let mut text = String::new();
        let stderr = self.child.stderr.as_mut().expect("stderr is piped");
        stderr.read_to_string(&mut text).expect("stderr is text");
        text
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asserts that a reply is one line in the form of a legal move.
pub(crate) fn assert_is_move(reply: &[String]) {
    assert_eq!(reply.len(), 1, "{reply:?}");
    let first = reply[0].split(' ').next().expect("a line has a first word");
    assert!(waggle::notation::parse_piece(first).is_ok(), "{reply:?}");
}
