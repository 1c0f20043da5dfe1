//! A running service, asked line by line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{command, start};

/// The timeout, on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A running service; killed when dropped.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) answers: Receiver<Value>,
}

impl Running {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child = start(command(&[&["service"], args].concat()).stdin(Stdio::piped()));
        let input = child.stdin.take();
        let output = child.stdout.take().expect("stdout is piped");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let document = serde_json::from_str(&line).expect("each line is a document");
                if sender.send(document).is_err() {
                    break;
                }
            }
        });
        Self { child, input, answers }
    }

    pub(crate) fn send(&mut self, document: &Value) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{document}").expect("the service reads");
    }

    pub(crate) fn next(&self) -> Value {
        self.answers.recv_timeout(PATIENCE).expect("an answer comes")
    }

    /// The next document that is not a progress report.
    pub(crate) fn answer(&self) -> Value {
        loop {
            let document = self.next();
            if document["kind"] != "iteration" {
                return document;
            }
        }
    }

    /// Sends an endless query, and waits until it is being searched.
    pub(crate) fn occupy(&mut self, id: &str) {
        self.send(&super::endless(id));
        while self.next()["id"] != id {}
    }

    pub(crate) fn end_within(&mut self, limit: Duration) -> ExitStatus {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().expect("the process can be watched") {
                return status;
            }
            assert!(Instant::now() < deadline, "the service still runs after {limit:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
