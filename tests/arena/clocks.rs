//! Clocks: who is told of them and how, and what of them is in the record.

use std::fs;
use std::process::Command;

use crate::command::fresh_file;
use crate::engine::{ARGS, SCRIPT};
use crate::program::{command, folder, run};

fn on_clock(tc: &str, args: &[&str]) -> Command {
    let shared = ["--random-plies", "2", "--balance", "inf", "--margin", "60"];
    command(&[&["match", "--tc", tc], &shared[..], args].concat())
}

#[test]
fn games_whose_clocks_count_nodes_repeat() {
    let play = |name: &str| {
        let path = fresh_file(name);
        let pgn = path.to_str().expect("our paths are text");
        let args = ["--nodes-as-time", "2", "--max-plies", "30", "--pgn", pgn];
        let engines = ["--engine", "self", "--name", "one", "--engine", "self", "--name", "two"];
        let shares = ["--bestmove", "bestmove time {time}"];
        let output = run(&mut on_clock("2+0.05", &[&args[..], &engines, &shares].concat()));
        assert!((output.code == Some(0)), "{}", output.err);
        let game = fs::read_to_string(&path).expect("the games were written");
        let lines =
            game.lines().filter(|line| !line.starts_with("[Match ") && !line.starts_with("[Date "));
        lines.collect::<Vec<_>>().join("\n")
    };
    let games = play("clock-1.pgn");
    assert_eq!(games, play("clock-2.pgn"));
    assert!(
        games.contains("[TimeControl \"2+0.05\"]") && games.contains("{[%clk 0:00:0"),
        "{games}"
    );
    assert!(games.contains("asked by time") && games.contains("--nodes-as-time 2"), "{games}");
}

#[test]
fn an_engine_gets_its_clock_or_a_share_of_it() {
    let folder = folder("clock-logs");
    let log = folder.to_str().expect("our paths are text");
    let program = std::env::current_exe().expect("this program is a file");
    let mut command = on_clock("40/1+0.5", &["--log", log, "--max-plies", "5", "--engine"]);
    command.args([env!("CARGO_BIN_EXE_waggle"), "--name", "told", "--engine"]);
    command.args([&format!("\"{}\"", program.display()), "--name", "shares"]);
    command
        .args(["--env", &format!("{SCRIPT}=honest")])
        .args(ARGS.map(|arg| format!("--arg={arg}")));
    let output = run(&mut command);
    assert!((output.code == Some(0)), "{}", output.err);
    let log_of = |name: &str| fs::read_to_string(folder.join(name)).expect("the log was written");
    assert!(log_of("told.log").contains("> bestmove clock 1 0.5 40\n"), "{}", log_of("told.log"));
    let shares = log_of("shares.log");
    // A 20th of a second, and nine tenths of the increment.
    assert!(shares.contains("> bestmove time 00:00:00.5000000\n"), "{shares}");
    assert!(!shares.contains("bestmove clock"), "{shares}");
}

#[test]
fn clocks_that_count_nodes_need_engines_that_tell_them() {
    let engines = ["--nodes-as-time", "2", "--engine", "self", "--engine", "waggle"];
    let output = run(&mut on_clock("2+0.05", &engines));
    assert_eq!(output.code, Some(2));
    assert!(output.err.contains("--nodes-as-time needs engines whose nodes are known: `self`"));
}

#[test]
fn what_is_no_clock_is_refused_in_a_line() {
    for tc in ["", "1", "+", "0+0", "1+-1", "nan+1", "inf+1", "0/1+1", "4294967296/1+1"] {
        let output = run(&mut on_clock(tc, &["--engine", "self", "--engine", "self"]));
        let errors = output.err;
        assert_eq!(output.code, Some(2), "{tc}: {errors}");
        assert!(errors.contains("such as `60+0.5` or `40/60+0.5`"), "{tc}: {errors}");
    }
}
