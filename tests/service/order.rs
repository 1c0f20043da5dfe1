//! Priorities, cancelled queries, and the end.

use std::process::Stdio;
use std::time::Duration;

use serde_json::json;

use super::query;
use super::running::{PATIENCE, Running};
use crate::program::{command, send, start};

#[test]
fn the_highest_priority_is_searched_first() {
    let mut service = Running::start(&["--threads", "1"]);
    service.occupy("first");
    for (id, priority) in [("low", -1), ("old", 0), ("young", 0), ("high", 5)] {
        service.send(&json!({ "id": id, "game": "Base", "nodes": 10, "priority": priority }));
    }
    service.send(&json!({ "cancel": "first" }));
    assert_eq!(service.answer()["kind"], "cancelled");
    assert_eq!(service.answer()["kind"], "cancel");
    let order: Vec<_> = (0..4).map(|_| service.answer()["id"].clone()).collect();
    assert_eq!(order, ["high", "old", "young", "low"]);
}

#[test]
fn one_query_is_cancelled_or_all_and_the_service_goes_on() {
    let mut service = Running::start(&["--threads", "2"]);
    service.occupy("a");
    service.occupy("b");
    service.send(&json!({ "id": "c", "game": "Base;;;wS1;bS1 wS1-", "plies": "all" }));
    service.send(&json!({ "cancel": "a" }));
    let cancelled = service.answer();
    assert_eq!(cancelled, json!({ "kind": "cancelled", "format": 1, "id": "a", "left": 1 }));
    assert_eq!(
        service.answer(),
        json!({ "kind": "cancel", "format": 1, "cancel": "a", "queries": 1 })
    );
    // With "b" still running, the other thread works through all of "c".
    for left in [2, 1, 0] {
        let answer = service.answer();
        assert_eq!((&answer["id"], &answer["left"]), (&"c".into(), &left.into()));
    }
    service.send(&json!({ "cancel": "a" }));
    assert_eq!(service.answer()["queries"], 0, "there is none any more");
    service.send(&query("d", "Base", u64::MAX));
    service.send(&json!({ "cancel": "*" }));
    let ids: Vec<_> = (0..3).map(|_| service.answer()["id"].clone()).collect();
    assert_eq!(ids, ["b".into(), "d".into(), serde_json::Value::Null]);
    service.send(&query("b", "Base", 10));
    assert_eq!(service.answer()["id"], "b");
    service.input = None;
    assert_eq!(service.end_within(PATIENCE).code(), Some(0));
}

#[test]
fn the_status_counts_what_is_asked_and_searched() {
    let mut service = Running::start(&["--threads", "2", "--queue", "50"]);
    service.occupy("a");
    service.send(&json!({ "status": true }));
    let status = service.answer();
    assert_eq!(
        status,
        json!({ "kind": "status", "format": 1, "version": env!("CARGO_PKG_VERSION"), "threads": 2,
            "searching": 1, "queries": 1, "max_queries": 50 })
    );
}

#[test]
fn reports_on_the_way_are_no_more_frequent_than_asked() {
    let mut service = Running::start(&["--threads", "1"]);
    service.send(&json!({ "id": "a", "game": "Base+MLP", "depth": 4, "every": 0 }));
    let depths: Vec<_> = (0..5).map(|_| service.next()["depth"].clone()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 4]);
    service.send(&json!({ "id": "b", "game": "Base+MLP", "depth": 4, "every": 1000 }));
    assert_eq!(service.next()["kind"], "result");
}

#[test]
fn the_end_of_the_input_finishes_what_was_asked() {
    let mut service = Running::start(&["--threads", "2"]);
    for id in 0..5 {
        service.send(&query(&id.to_string(), "Base+MLP", 5000));
    }
    service.input = None;
    assert!((0..5).all(|_| service.answer()["kind"] == "result"));
    assert_eq!(service.end_within(PATIENCE).code(), Some(0));
}

#[test]
fn a_reader_who_leaves_ends_the_service() {
    let mut child = start(command(&["service", "--threads", "2"]).stdin(Stdio::piped()));
    drop(child.stdout.take());
    let mut service =
        Running { input: child.stdin.take(), child, answers: std::sync::mpsc::channel().1 };
    let input = service.input.as_mut().expect("stdin is piped");
    // It may exit before it has read this.
    let _ = std::io::Write::write_all(input, format!("{}\n", super::endless("a")).as_bytes());
    assert_eq!(service.end_within(Duration::from_secs(5)).code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_request_to_terminate_ends_the_service_within_a_second() {
    use std::os::unix::process::ExitStatusExt as _;

    use nix::sys::signal::Signal;

    for is_busy in [false, true] {
        let mut service = Running::start(&["--threads", "2"]);
        if is_busy {
            service.occupy("a");
            for id in 0..100 {
                service.send(&query(&id.to_string(), "Base", u64::MAX));
            }
        } else {
            service.send(&json!({ "status": true }));
            service.answer();
        }
        send(&service.child, Signal::SIGTERM);
        let status = service.end_within(Duration::from_secs(1));
        assert_eq!(status.signal(), Some(Signal::SIGTERM as i32));
    }
}
