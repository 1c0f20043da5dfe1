//! Windows only: console events and job objects.
//!
//! Needs no other crate, so that `.ci/release` can compile it by itself and run it under Wine with
//! the program that is shipped.
#![cfg(windows)]

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::windows::fs::OpenOptionsExt as _;
use std::os::windows::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout of every test.
const PATIENCE: Duration = Duration::from_secs(20);
/// A console without a window, as viewers start engines.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;
const CTRL_C_EVENT: u32 = 0;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn AttachConsole(process: u32) -> i32;
    fn FreeConsole() -> i32;
    fn SetConsoleCtrlHandler(handler: *const u8, add: i32) -> i32;
    fn GenerateConsoleCtrlEvent(event: u32, group: u32) -> i32;
}

/// Sends Ctrl-C to everything in the console of a process, as MzingaViewer does to cancel.
fn send_ctrl_c(process: u32) {
    // SAFETY: these functions take numbers and, in place of a handler, a null pointer, which
    // stands for ignoring Ctrl-C here: for good, because the event comes at some time later.
    let sent = unsafe {
        FreeConsole();
        let attached = AttachConsole(process);
        SetConsoleCtrlHandler(std::ptr::null(), 1);
        attached != 0 && GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) != 0
    };
    assert!(sent, "{}", std::io::Error::last_os_error());
}

/// A running engine; killed when dropped.
struct Engine {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).creation_flags(CREATE_NO_WINDOW);
        let mut child = command.spawn().expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut engine = Self { child, output };
        engine.reply();
        engine
    }

    fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("the engine reads");
    }

    /// The lines up to the next `ok`.
    fn reply(&mut self) -> Vec<String> {
        let lines = self.output.by_ref().lines().map(|line| line.expect("the engine writes"));
        let reply: Vec<String> = lines.take_while(|line| line != "ok").collect();
        assert!(!reply.is_empty(), "the engine has ended");
        reply
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.reply()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn ctrl_c_cancels_a_search_and_an_idle_engine_takes_no_notice() {
    let mut engine = Engine::start();
    for _ in 0..3 {
        send_ctrl_c(engine.child.id());
        assert_eq!(engine.ask("newgame Base"), ["Base;NotStarted;White[1]"]);
        engine.ask("play wS1");
        engine.ask("play bS1 wS1-");
        engine.send("bestmove");
        thread::sleep(Duration::from_millis(300));
        send_ctrl_c(engine.child.id());
        assert_eq!(engine.reply().len(), 1);
    }
}

/// The variable that makes this program an engine, or what an engine has started: the file that
/// it holds open.
const HELD: &str = "WAGGLE_TEST_HELD";

/// Holds a file open exclusively.
fn hold(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).share_mode(0).open(path)
}

#[test]
fn the_program_becomes_an_engine_on_request() {
    let Some(held) = env::var_os(HELD).map(PathBuf::from) else { return };
    let _file = hold(&held).expect("nobody else holds it");
    if held.extension().is_some_and(|extension| extension == "engine") {
        let mut command = Command::new(env::current_exe().expect("this program is a file"));
        command.args(ARGS).env(HELD, held.with_extension("started")).stdout(Stdio::null());
        command.spawn().expect("it can start something");
        println!("\nid Deaf\nok");
    }
    loop {
        thread::sleep(PATIENCE);
    }
}

const ARGS: [&str; 3] = ["--exact", "the_program_becomes_an_engine_on_request", "--nocapture"];

/// Waits until a file is held, or free.
fn await_file(path: &Path, is_held: bool) {
    let deadline = Instant::now() + PATIENCE;
    while (path.exists() && hold(path).is_err()) != is_held {
        assert!(Instant::now() < deadline, "{} {is_held}", path.display());
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_match_that_is_ended_by_force_takes_its_engines_along() {
    let name = format!("waggle-{}", std::process::id());
    let held = env::temp_dir().join(name).with_extension("engine");
    let program = env::current_exe().expect("this program is a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.args(["match", "--time", "1", "--games", "1", "--balance", "inf"]);
    command.args(["--engine", "self", "--engine"]).arg(format!("\"{}\"", program.display()));
    command.args(ARGS.map(|arg| format!("--arg={arg}"))).args(["--margin", "60"]);
    command.env(HELD, &held).stdout(Stdio::null()).stderr(Stdio::null());
    let mut runner = command.spawn().expect("the match starts");
    let files = [held.clone(), held.with_extension("started")];
    files.iter().for_each(|file| await_file(file, true));
    runner.kill().expect("it is running");
    runner.wait().expect("it has ended");
    files.iter().for_each(|file| await_file(file, false));
    files.iter().for_each(|file| fs::remove_file(file).expect("nobody holds it"));
}
