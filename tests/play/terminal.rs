//! A terminal in which the program runs, and a person's input.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{Termios, tcgetattr};

/// The timeout, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program in a terminal of its own; killed when dropped.
pub(crate) struct Terminal {
    child: Child,
    keyboard: File,
    line: OwnedFd,
    before: Termios,
    output: Receiver<Vec<u8>>,
    /// Everything printed so far, and how much of it has been read.
    shown: String,
    seen: usize,
}

impl Terminal {
    /// Opens a terminal of this size and runs `waggle` in it.
    pub(crate) fn open(columns: u16, rows: u16, args: &[&str]) -> Self {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).expect("a pseudo-terminal");
        let before = tcgetattr(&pair.slave).expect("it has settings");
        let line = || Stdio::from(pair.slave.try_clone().expect("there are descriptors"));
        // As in a real terminal session, keys become signals.
        let child = Command::new("setsid")
            .args(["--ctty", env!("CARGO_BIN_EXE_waggle")])
            .args(args)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR")
            .env_remove("RUST_LOG")
            .stdin(line())
            .stdout(line())
            .stderr(line())
            .spawn()
            .expect("setsid is part of every Linux system");
        let mut screen = File::from(pair.master.try_clone().expect("there are descriptors"));
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = screen.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keyboard = File::from(pair.master);
        let (shown, seen) = (String::new(), 0);
        Self { child, keyboard, line: pair.slave, before, output, shown, seen }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal is open");
    }

    /// Resizes the window.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let line = self.line.try_clone().expect("there are descriptors");
        let size = ["cols", &columns.to_string(), "rows", &rows.to_string()].map(str::to_owned);
        let status = Command::new("stty").args(size).stdin(line).status();
        assert!(status.expect("stty is part of every Linux system").success());
    }

    /// What was printed since the last call, once it contains this text.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        self.wait_until(|new| new.contains(text))
    }

    /// What was printed since the last call, once the program waits for a line: up to the prompt,
    /// after which the cursor is placed.
    pub(crate) fn prompt(&mut self) -> String {
        const PROMPTS: [&str; 3] = ["White: ", "Black: ", "> "];
        let end = |prompt: &str| format!("{prompt}\r\x1b[{}C\x1b[?2026l", prompt.len());
        let ends = PROMPTS.map(end);
        let new = self.wait_until(|new| ends.iter().any(|end| new.ends_with(end.as_str())));
        let prompt = new.rfind('\r').map_or("", |end| &new[..end]);
        prompt.replace("\x1b[?2026h", "").replace("\x1b[?2026l", "").replace("\r\x1b[K", "")
    }

    fn wait_until(&mut self, is_there: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        while !is_there(&self.shown[self.seen..]) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                panic!("it does not come; there is {:?}", &self.shown[self.seen..]);
            };
            self.shown += &String::from_utf8_lossy(&bytes);
        }
        let new = self.shown[self.seen..].to_owned();
        self.seen = self.shown.len();
        new
    }

    /// Everything printed so far.
    pub(crate) fn all(&mut self) -> String {
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
            self.shown += &String::from_utf8_lossy(&bytes);
        }
        self.shown.clone()
    }

    /// Waits for the program to end.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the process can be watched") {
                return status;
            }
            assert!(Instant::now() < deadline, "it does not end: {:?}", self.all());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asserts that the program has left the terminal as it was.
    pub(crate) fn assert_untouched(&mut self) {
        let after = tcgetattr(&self.line).expect("it has settings");
        assert_eq!(self.before, after);
        let shown = self.all();
        assert_eq!(
            shown.matches("\x1b[?25l").count(),
            shown.matches("\x1b[?25h").count(),
            "the cursor"
        );
        assert_eq!(shown.matches("\x1b[?1049h").count(), shown.matches("\x1b[?1049l").count());
        // The last style set is the default.
        let last_style = shown.rmatch_indices("\x1b[").find_map(|(place, _)| {
            let code: String =
                shown[place + 2..].chars().take_while(|it| !it.is_alphabetic()).collect();
            shown[place + 2 + code.len()..].starts_with('m').then_some(code)
        });
        assert!(last_style.is_none_or(|code| code == "0"));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
