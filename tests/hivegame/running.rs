//! A running `waggle hivegame`.

use std::fs;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::program::{command, send, start};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The command with these settings in a file; no secret in its environment.
pub(crate) fn hivegame(verb: &str, folder: &Path, settings: &str) -> Command {
    let file = folder.join("waggle.toml");
    fs::write(&file, settings).expect("the file can be written");
    let mut command = command(&["hivegame", verb]);
    command.arg(file);
    for secret in ["PASSWORD", "TOKEN", "SECRET"] {
        command.env_remove(format!("WAGGLE_HIVEGAME_{secret}"));
    }
    // Whatever the libraries would say about what they send.
    command.env("RUST_LOG", "trace");
    command
}

/// Waits until something is true.
pub(crate) fn until(what: &str, within: Duration, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < within, "not within {within:?}: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A running program; killed when dropped.
pub(crate) struct Running {
    child: Child,
    output: Heard,
    errors: Heard,
}

/// What a program has said, and its reader.
struct Heard {
    text: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Heard {
    fn new(mut from: impl Read + Send + 'static) -> Self {
        let text = Arc::new(Mutex::new(vec![]));
        let heard = Arc::clone(&text);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = from.read(&mut bytes) {
                heard.lock().expect("not poisoned").write_all(&bytes[..length]).expect("memory");
            }
        });
        Self { text, reader: Some(reader) }
    }

    fn so_far(&self) -> String {
        String::from_utf8_lossy(&self.text.lock().expect("not poisoned")).into_owned()
    }

    fn all(&mut self) -> String {
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the reader ends");
        }
        self.so_far()
    }
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = start(command);
        let output = Heard::new(child.stdout.take().expect("stdout is piped"));
        let errors = Heard::new(child.stderr.take().expect("stderr is piped"));
        Self { child, output, errors }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has written to standard output so far.
    pub(crate) fn said(&self) -> String {
        self.output.so_far()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("it can be waited for").is_none()
    }

    pub(crate) fn terminate(&self) {
        send(&self.child, Signal::SIGTERM);
    }

    /// Waits for its end: exit code, standard output, and standard error.
    pub(crate) fn end(mut self) -> (Option<i32>, String, String) {
        until("the program ends", PATIENCE, || !self.is_running());
        let status = self.child.wait().expect("it can be waited for");
        (status.code(), self.output.all(), self.errors.all())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
