//! The engine as a process: signals, pipes, its end, its appetite.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here may take, on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long an engine may take to end.
const EXIT_TIME: Duration = Duration::from_secs(3);

const GAME: &str = "Base+MLP;InProgress;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1\\";

/// A running engine; killed when dropped.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        Self::start_with(|command| command)
    }

    /// Starts an engine and reads its banner.
    fn start_with(adjust: impl Fn(&mut Command) -> &mut Command) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
        command.env_remove("RUST_LOG");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = adjust(&mut command).spawn().expect("the engine starts");
        let stdout = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        let mut engine = Self { child, input, lines };
        assert_eq!(engine.reply().last().map(String::as_str), Some("Mosquito;Ladybug;Pillbug"));
        engine
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The lines up to the next `ok`.
    fn reply(&mut self) -> Vec<String> {
        let mut block = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("a reply comes");
            if line == "ok" {
                return block;
            }
            block.push(line);
        }
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(&format!("{line}\n"));
        self.reply()
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process, which must come in time.
    fn end_within(&mut self, limit: Duration) -> ExitStatus {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().expect("the process can be watched") {
                return status;
            }
            assert!(Instant::now() < deadline, "the engine still runs after {limit:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Everything on the error output of a process that has ended.
    fn errors(&mut self) -> String {
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

/// One line that is a legal move, as far as its shape tells.
fn assert_is_move(reply: &[String]) {
    assert_eq!(reply.len(), 1, "{reply:?}");
    let first = reply[0].split(' ').next().expect("a line has a first word");
    assert!(waggle::notation::parse_piece(first).is_ok(), "{reply:?}");
}

#[test]
fn the_banner_comes_at_once() {
    let start = Instant::now();
    let mut engine = Engine::start();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    engine.close_input();
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
    assert_eq!(engine.errors(), "");
}

#[test]
fn a_bot_host_that_closes_the_pipe_gets_its_move() {
    let mut engine = Engine::start_with(|command| command.current_dir("/"));
    let start = Instant::now();
    engine.send(&format!("newgame {GAME}\nbestmove time 00:00:00.5\n"));
    engine.close_input();
    assert!(engine.reply()[0].starts_with("Base+MLP;InProgress;White[4];"));
    assert_is_move(&engine.reply());
    assert!(start.elapsed() > Duration::from_millis(300), "the search was cut short");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
    assert_eq!(engine.errors(), "");
}

#[test]
fn the_end_of_the_input_ends_a_search_without_limit() {
    let mut engine = Engine::start();
    engine.send(&format!("newgame {GAME}\n"));
    engine.reply();
    engine.send("bestmove\n");
    engine.close_input();
    assert_is_move(&engine.reply());
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
}

#[test]
fn exit_ends_a_search_without_limit() {
    let mut engine = Engine::start();
    engine.send(&format!("newgame {GAME}\nbestmove\nexit\n"));
    engine.reply();
    assert_is_move(&engine.reply());
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
}

#[test]
fn exit_lets_a_limited_search_finish() {
    let mut engine = Engine::start();
    let start = Instant::now();
    engine.send(&format!("newgame {GAME}\nbestmove time 00:00:00.4\nexit\nvalidmoves\n"));
    engine.reply();
    assert_is_move(&engine.reply());
    assert!(start.elapsed() > Duration::from_millis(200), "the search was cut short");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
    assert_eq!(engine.lines.recv_timeout(PATIENCE).ok(), None, "nothing after exit");
}

#[test]
fn lines_that_arrive_together_are_answered_in_order() {
    let mut engine = Engine::start();
    engine.send("newgame Base\nplay wS1\nbestmove depth 1\nundo\nvalidmoves\nfrobnicate\n\nundo\n");
    assert_eq!(engine.reply(), ["Base;NotStarted;White[1]"]);
    assert_eq!(engine.reply(), ["Base;InProgress;Black[1];wS1"]);
    assert_is_move(&engine.reply());
    assert_eq!(engine.reply(), ["Base;NotStarted;White[1]"]);
    assert_eq!(engine.reply(), ["wS1;wB1;wG1;wA1"]);
    assert!(engine.reply()[0].starts_with("err "));
    assert!(engine.reply()[0].starts_with("err "));
}

#[test]
fn lines_may_end_as_on_windows_and_begin_with_a_byte_order_mark() {
    let mut engine = Engine::start();
    engine.send("\u{feff}newgame Base\r\n\r\nplay wS1\r\n");
    assert_eq!(engine.reply(), ["Base;NotStarted;White[1]"]);
    assert_eq!(engine.reply(), ["Base;InProgress;Black[1];wS1"]);
}

#[test]
fn broken_text_is_refused_and_the_session_lives_on() {
    let mut engine = Engine::start();
    let input = engine.input.as_mut().expect("the input is open");
    input.write_all(b"\xff\xfe\0play\n").expect("the engine reads");
    assert!(engine.reply()[0].starts_with("err "));
    engine.send(&format!("newgame {}\n", "x".repeat(1_000_000)));
    assert!(engine.reply()[0].starts_with("err "));
    assert_eq!(engine.ask("newgame"), ["Base;NotStarted;White[1]"]);
}

#[test]
fn a_thousand_moves_are_found_while_nobody_reads_the_error_output() {
    let mut engine = Engine::start();
    // Builds without optimization are slow to clear a large table for each game.
    engine.ask("options set TableSizeMiB 1");
    let start = Instant::now();
    for _ in 0..1000 {
        engine.send(&format!("newgame {GAME}\nbestmove depth 1\n"));
        engine.reply();
        assert_is_move(&engine.reply());
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn one_thread_finds_the_same_again_after_a_new_game() {
    let mut engine = Engine::start();
    engine.ask("options set NumThreads 1");
    engine.ask("options set Verbose True");
    for _ in 0..2 {
        engine.ask(&format!("newgame {GAME}"));
        engine.ask("bestmove depth 4");
    }
    engine.close_input();
    engine.end_within(EXIT_TIME);
    let errors = engine.errors();
    // Only the time may differ.
    let figures: Vec<&str> =
        errors.lines().filter_map(|line| line.split(" time ").next()).collect();
    let (first, second) = figures.split_at(figures.len() / 2);
    assert!(first.iter().any(|line| line.starts_with("depth 4 ")), "{errors}");
    assert_eq!(first, second);
}

#[test]
fn a_reader_who_leaves_ends_the_engine_quietly() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the engine starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("stdin is piped");
    // The engine may be gone before it has read all this.
    let _ = input.write_all(b"newgame\nbestmove depth 1\nvalidmoves\n");
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_command_is_answered_at_once_while_pondering() {
    let mut engine = Engine::start();
    engine.ask("options set BackgroundPondering True");
    engine.ask(&format!("newgame {GAME}"));
    for _ in 0..20 {
        let start = Instant::now();
        assert!(engine.ask("validmoves")[0].contains(';'));
        assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
    }
    engine.ask("bestmove depth 2");
    engine.send("exit\n");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
}

#[test]
fn the_end_of_the_input_ends_pondering() {
    let mut engine = Engine::start();
    engine.ask("options set BackgroundPondering True");
    engine.ask(&format!("newgame {GAME}"));
    engine.close_input();
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
}

/// What only Unix can send, and what only Linux can tell.
#[cfg(unix)]
mod unix {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    use super::*;

    impl Engine {
        fn interrupt(&self) {
            let id = i32::try_from(self.child.id()).expect("process numbers are small");
            kill(Pid::from_raw(id), Signal::SIGINT).expect("the engine runs");
        }

        /// Interrupts an engine at rest. A signal that comes while the last `ok`
        /// is still being written counts for that command, so one may be lost.
        fn interrupt_at_rest(&mut self) -> ExitStatus {
            let deadline = Instant::now() + EXIT_TIME;
            loop {
                self.interrupt();
                thread::sleep(Duration::from_millis(50));
                if let Some(status) = self.child.try_wait().expect("the process can be watched") {
                    return status;
                }
                assert!(Instant::now() < deadline, "the engine does not end");
            }
        }
    }

    #[test]
    fn ctrl_c_ends_a_search_and_not_the_engine() {
        for command in ["bestmove", "bestmove time 01:00:00", "bestmove depth 200"] {
            let mut engine = Engine::start();
            engine.ask("options set ReportIntermediateBestMoves True");
            engine.ask(&format!("newgame {GAME}"));
            engine.send(&format!("{command}\n"));
            // Wait for a sign that the search is on.
            let line = engine.lines.recv_timeout(PATIENCE).expect("a first iteration");
            assert!(line.contains(';'), "{line}");
            engine.interrupt();
            let reply = engine.reply();
            assert_is_move(&reply[reply.len() - 1..]);
            assert!(engine.ask("validmoves")[0].contains(';'));
        }
    }

    #[test]
    fn ctrl_c_ends_an_idle_engine_with_130() {
        let mut engine = Engine::start();
        engine.ask("newgame");
        assert_eq!(engine.interrupt_at_rest().code(), Some(130));
    }

    #[test]
    fn ctrl_c_ends_a_pondering_engine_with_130() {
        let mut engine = Engine::start();
        engine.ask("options set BackgroundPondering True");
        engine.ask(&format!("newgame {GAME}"));
        assert_eq!(engine.interrupt_at_rest().code(), Some(130));
    }

    /// Processor time used so far, in clock ticks.
    #[cfg(target_os = "linux")]
    fn ticks(engine: &Engine) -> u64 {
        let path = format!("/proc/{}/stat", engine.child.id());
        let stat = std::fs::read_to_string(path).expect("the engine runs");
        let fields: Vec<&str> =
            stat.rsplit(')').next().expect("a name").split_whitespace().collect();
        fields[11..13].iter().map(|field| field.parse::<u64>().expect("a number")).sum()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_idle_engine_rests_unless_it_is_told_to_ponder() {
        let mut engine = Engine::start();
        engine.ask("options set NumThreads 1");
        engine.ask(&format!("newgame {GAME}"));
        engine.ask("bestmove depth 1");
        let before = ticks(&engine);
        thread::sleep(Duration::from_millis(300));
        assert!(ticks(&engine) - before <= 1, "it works though nobody asked");

        engine.ask("options set BackgroundPondering True");
        let before = ticks(&engine);
        let deadline = Instant::now() + PATIENCE;
        while ticks(&engine) - before < 10 {
            assert!(Instant::now() < deadline, "it does not ponder");
            thread::sleep(Duration::from_millis(10));
        }
    }
}
