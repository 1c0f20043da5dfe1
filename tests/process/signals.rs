//! Signals on Unix, in every state of the engine.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{OpenptyResult, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::engine::{EXIT_TIME, Engine, GAME, PATIENCE, assert_is_move};
#[cfg(target_os = "linux")]
use super::memory::sleeps;

/// The maximum bytes of lines waiting in the engine and in pipes.
const MAX_WAITING: u64 = 16 << 20;

/// A state of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Idle,
    Searching,
    /// It has read the beginning of a line.
    InALine,
    Pondering,
}

impl State {
    const ALL: [Self; 4] = [Self::Idle, Self::Searching, Self::InALine, Self::Pondering];

    /// An engine in this state.
    fn engine(self) -> Engine {
        self.reached_by(Engine::start())
    }

    /// Brings a newly started engine into this state.
    fn reached_by(self, mut engine: Engine) -> Engine {
        if self == Self::Pondering {
            engine.ask("options set BackgroundPondering True");
        }
        engine.ask(&format!("newgame {GAME}"));
        match self {
            Self::Idle | Self::Pondering => {}
            Self::Searching => engine.search("bestmove"),
            Self::InALine => engine.send("bestmove depth 1"),
        }
        engine
    }
}

impl Engine {
    /// Starts an engine that reads its commands from a terminal.
    fn start_in_terminal() -> Self {
        let OpenptyResult { master, slave } = openpty(None, None).expect("a pseudo-terminal");
        let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
        let mut engine = Self::start_with_input(&mut command, Stdio::from(slave));
        engine.input = Some(Box::new(File::from(master)));
        engine
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).expect("process numbers are small");
        kill(Pid::from_raw(id), signal).expect("the engine runs");
    }

    /// Interrupts an idle engine. A signal that arrives while the last `ok` is being written counts
    /// for that command, so one may be lost.
    fn interrupt_at_rest(&mut self) -> ExitStatus {
        let deadline = Instant::now() + EXIT_TIME;
        loop {
            self.signal(Signal::SIGINT);
            thread::sleep(Duration::from_millis(50));
            if let Some(status) = self.child.try_wait().expect("the process can be watched") {
                return status;
            }
            assert!(Instant::now() < deadline, "the engine does not end");
        }
    }

    /// Begins a search, and waits for a sign that it is running.
    fn search(&mut self, command: &str) {
        self.ask("options set ReportIntermediateBestMoves True");
        self.send(&format!("{command}\n"));
        let line = self.lines.recv_timeout(PATIENCE).expect("a first iteration");
        assert!(line.contains(';'), "{line}");
    }
}

/// Waits until a condition holds, or panics.
#[cfg(target_os = "linux")]
fn wait_until(otherwise: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "{otherwise}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn ctrl_c_ends_a_search_and_not_the_engine() {
    for command in ["bestmove", "bestmove time 01:00:00", "bestmove depth 200"] {
        let mut engine = State::Idle.engine();
        engine.search(command);
        engine.signal(Signal::SIGINT);
        let reply = engine.reply();
        assert_is_move(&reply[reply.len() - 1..]);
        assert!(engine.ask("validmoves")[0].contains(';'));
    }
}

#[test]
fn ctrl_c_in_a_terminal_ends_an_idle_engine_with_130() {
    for state in [State::Idle, State::InALine, State::Pondering] {
        let mut engine = state.reached_by(Engine::start_in_terminal());
        assert_eq!(engine.interrupt_at_rest().code(), Some(130), "{state:?}");
    }
}

/// Viewers cancel a search with an interrupt, which may come after the answer.
#[test]
fn a_viewer_that_cancels_too_late_keeps_its_engine() {
    let mut engine = Engine::start();
    engine.ask("options set NumThreads 1");
    engine.ask("options set TableSizeMiB 1");
    engine.ask(&format!("newgame {GAME}"));
    for moment in 0..300 {
        engine.send("bestmove seconds 0.005\n");
        // From the beginning of the search until long after its end, in no particular order.
        thread::sleep(Duration::from_micros(moment * 7919 % 12_000));
        engine.signal(Signal::SIGINT);
        assert_is_move(&engine.reply());
        engine.signal(Signal::SIGINT);
    }
    engine.ask("options set BackgroundPondering True");
    for state in ["", "bestmove depth 1"] {
        // Pondering, and in the middle of a line.
        engine.send(state);
        engine.signal(Signal::SIGINT);
        thread::sleep(Duration::from_millis(50));
    }
    assert_is_move(&engine.ask(""));
    assert!(engine.ask("validmoves")[0].contains(';'));
    engine.send("exit\n");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
    assert_eq!(engine.errors(), "");
}

#[test]
fn a_request_to_terminate_ends_the_engine_in_every_state() {
    for state in State::ALL {
        let mut engine = state.engine();
        engine.signal(Signal::SIGTERM);
        let status = engine.end_within(EXIT_TIME);
        assert_eq!(status.signal(), Some(Signal::SIGTERM as i32), "{state:?}");
        assert_eq!(engine.errors(), "", "{state:?}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_engine_in_every_state() {
    for state in State::ALL {
        let mut engine = state.engine();
        engine.close_input();
        if matches!(state, State::Searching | State::InALine) {
            let reply = engine.reply();
            assert_is_move(&reply[reply.len() - 1..]);
        }
        assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0), "{state:?}");
        assert_eq!(engine.errors(), "", "{state:?}");
    }
}

/// The engine need not write to notice: an hour's search must not outlive its viewer.
#[test]
fn a_reader_who_leaves_ends_the_engine_in_every_state() {
    for last in [
        "",
        "options set BackgroundPondering True\n",
        "bestmove dep",
        "bestmove\n",
        "bestmove depth 60\n",
        "bestmove time 01:00:00\n",
        "analyze depth 60\n",
        "solve plies 11\n",
        "review seconds 1000\n",
        "perft 20\n",
    ] {
        for closes_input in [true, false] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.env_remove("RUST_LOG").spawn().expect("the engine starts");
            let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
            let input = child.stdin.take().expect("stdin is piped");
            let mut engine =
                Engine { child, input: Some(Box::new(input)), lines: mpsc::channel().1 };
            engine.send(&format!("newgame {GAME}\n{last}"));
            let mut line = String::new();
            while !line.ends_with("bQ bS1\\\n") {
                line.clear();
                output.read_line(&mut line).expect("the engine answers");
            }
            // Time to begin.
            thread::sleep(Duration::from_millis(50));
            if closes_input {
                engine.close_input();
            }
            drop(output);
            assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0), "{last} {closes_input}");
            assert_eq!(engine.errors(), "", "{last} {closes_input}");
        }
    }
}

/// A client writes line after line and reads nothing: the engine blocks, takes no more memory, and
/// obeys Ctrl-C in the middle of a reply.
#[test]
#[cfg(target_os = "linux")]
fn a_reader_who_never_reads_holds_the_engine_up_and_not_the_machine() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    let output = child.stdout.take().expect("stdout is piped");
    let written = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&written);
    let (sender, told) = mpsc::channel();
    let writer = thread::spawn(move || {
        let task = Path::new("/proc").join(fs::read_link("/proc/thread-self").expect("a thread"));
        sender.send(task).expect("somebody waits for it");
        let lines = "frobnicate\n".repeat(1000);
        while std::io::Write::write_all(&mut input, lines.as_bytes()).is_ok() {
            counter.fetch_add(lines.len() as u64, Ordering::Relaxed);
        }
    });
    let mut engine = Engine { child, input: None, lines: mpsc::channel().1 };
    let writer_task = told.recv_timeout(PATIENCE).expect("the thread runs");
    // Writing blocks only while the pipe is full. If the engine sleeps as well, and nothing is
    // written meanwhile, it is not waiting for lines.
    wait_until("it goes on taking lines", || {
        let before = written.load(Ordering::Relaxed);
        assert!(before < MAX_WAITING, "it takes more than may wait");
        sleeps(&writer_task)
            && engine.tasks().iter().all(|task| sleeps(task))
            && sleeps(&writer_task)
            && written.load(Ordering::Relaxed) == before
    });
    assert!(engine.resident_mib() < 64, "{} MiB", engine.resident_mib());
    assert_eq!(engine.interrupt_at_rest().code(), Some(130));
    writer.join().expect("the pipe breaks");
    drop(output);
}

#[test]
#[cfg(target_os = "linux")]
fn an_idle_engine_rests_unless_it_is_told_to_ponder() {
    let mut engine = Engine::start();
    engine.ask("options set NumThreads 1");
    engine.ask(&format!("newgame {GAME}"));
    engine.ask("bestmove depth 1");
    // An idle engine is never woken, however long and on however busy a machine, so no exact time
    // is needed.
    wait_until("it works though nobody asked", || {
        let before = engine.switches();
        thread::sleep(Duration::from_millis(300));
        engine.switches() == before
    });

    engine.ask("options set BackgroundPondering True");
    let before = engine.ticks();
    wait_until("it does not ponder", || engine.ticks() - before >= 10);
}

#[test]
fn commands_and_options_are_answered_while_pondering() {
    let mut engine = State::Pondering.engine();
    for _ in 0..3 {
        assert_eq!(engine.ask("options set TableSizeMiB 2"), ["TableSizeMiB;int;2;64;1;65536"]);
        assert_eq!(engine.ask("options set NumThreads 3").len(), 1);
        assert_is_move(&engine.ask("bestmove depth 2"));
        assert!(engine.ask("frobnicate")[0].starts_with("err "));
        assert!(engine.ask("undo")[0].starts_with("Base+MLP;InProgress;Black[3];"));
        assert!(engine.ask("play bQ bS1\\")[0].starts_with("Base+MLP;InProgress;White[4];"));
        assert_eq!(engine.ask("options set TableSizeMiB 1"), ["TableSizeMiB;int;1;64;1;65536"]);
    }
    engine.ask("options set BackgroundPondering False");
    engine.close_input();
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
}

/// The first process of a container has no default actions: each thread must leave the signal to the
/// one that waits for it. Where namespaces are forbidden, `.ci/release` says that it could not try.
#[cfg(target_os = "linux")]
#[test]
fn sigterm_ends_the_first_process_of_a_container() {
    let unshare = |program: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--pid", "--fork", "--kill-child"]);
        command.args(program);
        command
    };
    if !unshare(&["true"]).status().is_ok_and(|status| status.success()) {
        return;
    }
    let program = [env!("CARGO_BIN_EXE_waggle"), "--num-threads", "4"];
    let mut engine = Engine::start_as(&mut unshare(&program));
    let children = Command::new("pgrep").args(["-P", &engine.child.id().to_string()]).output();
    let first =
        String::from_utf8(children.expect("pgrep runs").stdout).expect("it prints a number");
    let first = first.trim().parse().expect("one child");
    kill(Pid::from_raw(first), Signal::SIGTERM).expect("it runs");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(128 + Signal::SIGTERM as i32));
}
