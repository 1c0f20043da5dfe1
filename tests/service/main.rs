//! `waggle service`: queries and answers, as other programs send and read them.

mod answers;
mod example;
#[cfg(target_os = "linux")]
mod load;
mod order;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod refusals;
mod running;
#[cfg(target_os = "linux")]
#[path = "../common/system.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod system;

use std::io::Write as _;
use std::process::{Command, Stdio};

use program::folder;
use serde_json::{Value, json};

/// Games that end before a forced win.
fn games() -> Vec<&'static str> {
    let lines = include_str!("../data/puzzles.txt").lines();
    let games: Vec<_> =
        lines.filter_map(|line| line.strip_prefix("win ")?.split_once(' ')).collect();
    assert!(games.len() > 20);
    games.into_iter().map(|(_, game)| game).collect()
}

fn service(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.arg("service").args(args).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The answers to these lines, all sent before any answer is read.
fn answers_to(args: &[&str], lines: &[String]) -> Vec<Value> {
    let mut child = service(args).spawn().expect("the service starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    let text = lines.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the service ends");
    writer.join().expect("the writer ends").expect("the service reads");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).expect("the answers are text");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is a document")).collect()
}

fn lines(queries: &[Value]) -> Vec<String> {
    queries.iter().map(Value::to_string).collect()
}

fn query(id: &str, game: &str, nodes: u64) -> Value {
    json!({ "id": id, "game": game, "nodes": nodes })
}

/// A query that is searched until stopped, and reports that it has begun.
fn endless(id: &str) -> Value {
    json!({ "id": id, "game": "Base+MLP", "depth": 125, "every": 0 })
}

/// A document without what depends on the machine and on the order of answers.
fn timeless(mut document: Value) -> Value {
    for value in [None, Some("threat"), Some("solution")] {
        let part = match value {
            None => Some(&mut document),
            Some(name) => document.get_mut(name),
        };
        if let Some(fields) = part.and_then(Value::as_object_mut) {
            for name in ["seconds", "nodes_per_second", "left"] {
                fields.remove(name);
            }
        }
    }
    document
}
