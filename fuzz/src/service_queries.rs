//! Any bytes as the input of the analysis service.

use std::collections::BTreeMap;
use std::io;

use serde_json::Value;
use waggle::eval::Network;
use waggle::service::{Plies, Query, Request, ServiceSettings, serve};

/// The largest query that is searched.
const MAX_NODES: u64 = 50;
const MAX_PLIES: usize = 3;
const MAX_LINES: u64 = 3;
const MAX_WIN: u64 = 2;

/// A query is the same when written and read again. A service that gets the lines answers each that
/// is not blank, and says nothing of a query after its last word.
///
/// # Panics
///
/// If it does not.
pub fn service_queries(data: &[u8]) {
    let data = data.strip_prefix("\u{feff}".as_bytes()).unwrap_or(data);
    let lines = data.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let mut input = Vec::new();
    // The queries by their ids, with the number of their line; and how many other lines there are.
    let (mut queries, mut number, mut others) = (BTreeMap::new(), 0_u64, 0_u64);
    for line in lines {
        match Request::read(line) {
            Ok(Request::Query(query)) => {
                assert_round_trip(&query);
                if is_large(&query) || queries.contains_key(&query.id) {
                    continue;
                }
                number += 1;
                queries.insert(query.id, number);
            }
            Ok(Request::Cancel(_) | Request::Status) => (number, others) = (number + 1, others + 1),
            Err((_, error)) => {
                assert!(!error.to_string().is_empty());
                (number, others) = (number + 1, others + 1);
            }
        }
        input.extend(line);
        input.push(b'\n');
    }
    let settings = ServiceSettings {
        threads: 2,
        table_mib: 1,
        max_queries: 100_000,
        max_bytes: 16 << 20,
        network: Network::default(),
    };
    let mut output = Vec::new();
    serve(settings, io::Cursor::new(input), &mut output).expect("a list takes everything");
    for line in String::from_utf8(output).expect("answers are text").lines() {
        let answer: Value = serde_json::from_str(line).expect("every answer is JSON");
        let id = answer["id"].as_str().unwrap_or_default();
        match answer["kind"].as_str() {
            Some("iteration") => assert!(queries.contains_key(id), "{line}"),
            Some("result" | "review") if answer["left"] != 0 => {
                assert!(queries.contains_key(id), "{line}");
            }
            Some("result" | "review" | "cancelled") => {
                assert!(queries.remove(id).is_some(), "{line}");
            }
            Some("error") if queries.get(id).copied() == answer["line"].as_u64() => {
                queries.remove(id);
            }
            Some("error" | "cancel" | "status") => others -= 1,
            _ => panic!("{line}"),
        }
    }
    assert_eq!((queries.len(), others), (0, 0), "{queries:?}");
}

fn assert_round_trip(query: &Query) {
    let text = serde_json::to_string(query).expect("a query can be written");
    let again = Request::read(text.as_bytes()).map_err(|(_, error)| error);
    assert_eq!(again, Ok(Request::Query(Box::new(query.clone()))), "{text}");
    if let Ok(game) = query.replay() {
        let _ = query.plies(&game).map_err(|error| error.to_string());
    }
}

/// Whether its searches would take long.
fn is_large(query: &Query) -> bool {
    let plies = match &query.plies {
        None => 1,
        Some(Plies::Of(plies)) => plies.len(),
        Some(Plies::All(_)) => query.game.split(';').count(),
    };
    query.review
        || query.nodes.is_none_or(|nodes| nodes > MAX_NODES)
        || plies > MAX_PLIES
        || query.lines.is_some_and(|lines| lines > MAX_LINES)
        || query.win_within.is_some_and(|plies| plies > MAX_WIN)
}
