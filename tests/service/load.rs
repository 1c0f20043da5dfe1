//! Many queries from several producers that share the pipe. `WAGGLE_LOAD` sets their number.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::thread;

use serde_json::json;

use super::games;
use super::running::Running;
use super::system::resident_kib;

const PRODUCERS: usize = 8;

/// The last answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Error,
    Cancelled,
    /// This many results.
    Results(u64),
}

/// What a producer sends, with the id and the last answer; `None` without an id.
fn lines_of(games: &[&str], producer: usize, number: usize) -> (String, Option<(String, Last)>) {
    let id = format!("{producer}/{number}");
    let game = games[(producer * 7 + number) % games.len()];
    let query = |nodes: u64| json!({ "id": id, "game": game, "nodes": nodes });
    match number % 10 {
        6 => (format!("{{\"id\":\"{id}\"\n"), None),
        7 => {
            (format!("{}\n", json!({ "id": id, "game": game, "node": 3 })), Some((id, Last::Error)))
        }
        8 => {
            let cancel = json!({ "cancel": id });
            (format!("{}\n{cancel}\n", query(u64::MAX)), Some((id, Last::Cancelled)))
        }
        9 => {
            let query = json!({ "id": id, "game": game, "nodes": 40, "plies": [0, 3, 5] });
            (format!("{query}\n"), Some((id, Last::Results(3))))
        }
        _ => (format!("{}\n", query(60)), Some((id, Last::Results(1)))),
    }
}

fn resident_mib(service: &Running) -> u64 {
    resident_kib(service.child.id()) / 1024
}

#[test]
fn nothing_is_lost_and_nothing_comes_twice_under_load() {
    let all = std::env::var("WAGGLE_LOAD").map_or(500, |text| text.parse().expect("a number"));
    let (games, each) = (games(), all / PRODUCERS);
    let mut service = Running::start(&["--threads", "2"]);
    let pipe = OwnedFd::from(service.input.take().expect("stdin is piped"));
    let producers: Vec<_> = (0..PRODUCERS)
        .map(|producer| {
            let (games, mut pipe) =
                (games.clone(), File::from(pipe.try_clone().expect("a handle more")));
            thread::spawn(move || {
                for number in 0..each {
                    // Short enough to be written atomically.
                    let text = lines_of(&games, producer, number).0;
                    assert!(text.len() < 4096);
                    pipe.write_all(text.as_bytes()).expect("the service reads");
                }
            })
        })
        .collect();

    let (mut expected, mut malformed, mut cancels) = (BTreeMap::new(), 0, 0);
    for (producer, number) in
        (0..PRODUCERS).flat_map(|it| (0..each).map(move |number| (it, number)))
    {
        match lines_of(&games, producer, number).1 {
            None => malformed += 1,
            Some((id, last)) => {
                cancels += usize::from(last == Last::Cancelled);
                expected.insert(id, (last, 0));
            }
        }
    }
    let (asked, mut answered, mut early) = (expected.len(), 0, None);
    while !expected.is_empty() || malformed > 0 || cancels > 0 {
        let answer = service.next();
        let kind = answer["kind"].as_str().expect("a kind");
        let Some(id) = answer["id"].as_str() else {
            match kind {
                "error" => malformed -= 1,
                "cancel" => {
                    assert_eq!(answer["queries"], 1);
                    cancels -= 1;
                }
                _ => panic!("{answer}"),
            }
            continue;
        };
        let (last, results) =
            expected.get_mut(id).unwrap_or_else(|| panic!("not expected: {answer}"));
        *results += u64::from(kind == "result");
        let found = match kind {
            "error" => Some(Last::Error),
            "cancelled" => Some(Last::Cancelled),
            _ => (answer["left"] == 0).then_some(Last::Results(*results)),
        };
        if let Some(found) = found {
            assert_eq!(found, *last, "{answer}");
            expected.remove(id);
            answered += 1;
            if answered == asked / 4 {
                early = Some(resident_mib(&service));
            }
        }
    }
    let (early, late) = (early.expect("a quarter has been answered"), resident_mib(&service));
    for producer in producers {
        producer.join().expect("a producer ends");
    }
    drop(pipe);
    assert_eq!(service.end_within(super::running::PATIENCE).code(), Some(0));
    assert_eq!(service.answers.try_iter().count(), 0, "something came twice");
    #[expect(clippy::print_stdout, reason = "a figure for the commit")]
    {
        println!("{asked} queries: {early} MiB after a quarter, {late} MiB at the end");
    }
    assert!(late <= early + 8, "{early} MiB after a quarter, {late} MiB at the end");
}
