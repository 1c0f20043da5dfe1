//! The engine as a process: signals, pipes, exit, and memory.

#[cfg(unix)]
mod board;
mod command_line;
mod engine;
#[cfg(unix)]
mod evaluator;
#[cfg(target_os = "linux")]
mod memory;
mod options;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
#[path = "../common/system.rs"]
mod system;
#[cfg(unix)]
mod viewer;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine::{EXIT_TIME, Engine, GAME, PATIENCE, assert_is_move};

#[test]
fn the_banner_comes_at_once() {
    let mut engine = Engine::start();
    // A fifth of a second, however busy the machine is.
    #[cfg(target_os = "linux")]
    assert!(engine.ticks() <= 20, "{} ticks", engine.ticks());
    engine.close_input();
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
    assert_eq!(engine.errors(), "");
}

#[test]
fn a_bot_host_that_closes_the_pipe_gets_its_move() {
    let mut engine = Engine::start_as(Command::new(env!("CARGO_BIN_EXE_waggle")).current_dir("/"));
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
    engine.ask("options set ReportIntermediateBestMoves True");
    engine.send(&format!("newgame {GAME}\nbestmove depth 6\nexit\nvalidmoves\n"));
    engine.reply();
    let reply = engine.reply();
    let (best, iterations) = reply.split_last().expect("a move");
    assert_is_move(std::slice::from_ref(best));
    let depths = iterations.iter().filter_map(|line| line.split(';').nth(1));
    let mut depths: Vec<&str> = depths.collect();
    // The last depth is repeated if the threads vote for another move.
    depths.dedup();
    assert_eq!(depths, ["1", "2", "3", "4", "5", "6"], "{iterations:?}");
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
    // Unoptimized builds are slow to clear a large table for each game.
    engine.ask("options set TableSizeMiB 1");
    for _ in 0..1000 {
        engine.send(&format!("newgame {GAME}\nbestmove depth 1\n"));
        engine.reply();
        assert_is_move(&engine.reply());
    }
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

/// With several threads, one that is ahead of the first may find the answer.
#[test]
fn the_last_intermediate_line_names_the_answer() {
    let mut engine = Engine::start();
    engine.ask("options set NumThreads 3");
    engine.ask("options set ReportIntermediateBestMoves True");
    engine.ask(&format!("newgame {GAME}"));
    for milliseconds in 0..40 {
        let reply = engine.ask(&format!("bestmove seconds 0.{milliseconds:03}"));
        let (answer, lines) = reply.split_last().expect("a move");
        let last = lines.last().expect("an intermediate line");
        assert!(last.starts_with(&format!("{answer};")), "{reply:?}");
    }
}

#[test]
fn a_reader_who_leaves_ends_the_engine_quietly() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the engine starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("stdin is piped");
    // The engine may exit before it has read all this.
    let _ = input.write_all(b"newgame\nbestmove depth 1\nvalidmoves\n");
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_command_interrupts_pondering() {
    let mut engine = Engine::start();
    engine.ask("options set BackgroundPondering True");
    engine.ask(&format!("newgame {GAME}"));
    // Pondering is unlimited, so without an interruption there would be no answer.
    for _ in 0..20 {
        assert!(engine.ask("validmoves")[0].contains(';'));
    }
    engine.ask("bestmove depth 2");
    engine.send("exit\n");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
}
