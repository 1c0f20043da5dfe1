//! Runs of the program, and a folder to write to.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

impl Run {
    /// The output of a success that has nothing to complain of.
    pub(crate) fn said(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The error message about bad input: one line, with nothing on standard output.
    pub(crate) fn complaint(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        self.err
    }

    /// The documents of JSON that it has printed, one a line.
    pub(crate) fn documents(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{self:?}"));
        self.out.lines().map(read).collect()
    }

    pub(crate) fn document(&self) -> Value {
        self.documents().pop().unwrap_or_else(|| panic!("{self:?}"))
    }
}

/// The program with these arguments, which reads nothing.
pub(crate) fn command<A: AsRef<OsStr>>(args: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.args(args).stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env_remove("RUST_LOG");
    command
}

pub(crate) fn run(command: &mut Command) -> Run {
    command.output().expect("the program starts").into()
}

pub(crate) fn waggle<A: AsRef<OsStr>>(args: &[A]) -> Run {
    run(&mut command(args))
}

/// Starts a command whose outputs are read.
pub(crate) fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// What a program that was started comes to.
pub(crate) fn ended(child: Child) -> Run {
    child.wait_with_output().expect("it ends").into()
}

/// The program with these arguments, which reads this unless it ends earlier.
pub(crate) fn reading(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = start(command(args).stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let run = ended(child);
    let _ = writer.join().expect("the writer ends");
    run
}

#[cfg(unix)]
pub(crate) fn send(child: &Child, signal: nix::sys::signal::Signal) {
    let id = i32::try_from(child.id()).expect("process numbers are small");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), signal).expect("it runs");
}

/// An empty folder for this test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    // A previous run may have left it.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}
