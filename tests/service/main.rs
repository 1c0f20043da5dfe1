//! `waggle service`: queries and answers, as other programs send and read them.

mod answers;
mod example;
#[cfg(target_os = "linux")]
mod load;
mod order;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod running;
#[cfg(target_os = "linux")]
#[path = "../common/system.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod system;

use program::{folder, reading};
use serde_json::{Value, json};

/// Games that end before a forced win.
fn games() -> Vec<&'static str> {
    let lines = include_str!("../data/puzzles.txt").lines();
    let games: Vec<_> =
        lines.filter_map(|line| line.strip_prefix("win ")?.split_once(' ')).collect();
    assert!(games.len() > 20);
    games.into_iter().map(|(_, game)| game).collect()
}

/// The answers to these lines, all sent before any answer is read.
fn answers_to(args: &[&str], lines: &[String]) -> Vec<Value> {
    let run = reading(&[&["service"], args].concat(), lines.join("\n"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    run.documents()
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
