//! The promises of `fuzz/`, kept without a fuzzer: for all seeds, which include what
//! fuzzers have found, and for seeds that were damaged.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub, missing_docs, reason = "it is a crate of its own as well")]
mod fuzz;

/// Damaged inputs of each kind.
const CASES: u32 = if cfg!(debug_assertions) { 24 } else { 200 };

/// The seeds of a target, with their names.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("every target has seeds")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "seed"))
        .collect();
    paths.sort();
    let read =
        |path: PathBuf| (path.display().to_string(), fs::read(&path).expect("a seed can be read"));
    paths.into_iter().map(read).collect()
}

#[test]
fn every_seed_keeps_the_promises() {
    for (target, check) in fuzz::TARGETS {
        let seeds = seeds(target);
        assert!(seeds.len() >= 3, "{target} has {} seeds", seeds.len());
        for (name, seed) in seeds {
            let kept = std::panic::catch_unwind(|| check(&seed));
            assert!(kept.is_ok(), "{name}");
        }
    }
}

/// Pieces of two seeds, one behind the other, with some bytes exchanged.
fn damaged(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let seed = prop::sample::select(seeds);
    let wounds = prop::collection::vec((any::<Index>(), any::<u8>()), 0..8);
    (seed.clone(), seed, any::<Index>(), any::<Index>(), wounds).prop_map(
        |(first, second, end, start, wounds)| {
            let (end, start) = (end.index(first.len() + 1), start.index(second.len() + 1));
            let mut bytes = [&first[..end], &second[start..]].concat();
            for (place, byte) in wounds {
                if !bytes.is_empty() {
                    let place = place.index(bytes.len());
                    bytes[place] = byte;
                }
            }
            bytes
        },
    )
}

/// Tries the promise with damaged seeds, and with bytes that were never a seed.
fn try_out(target: &str, check: fuzz::Check) {
    let seeds: Vec<Vec<u8>> = seeds(target).into_iter().map(|(_, seed)| seed).collect();
    let noise = prop::collection::vec(any::<u8>(), 0..400);
    let inputs = prop_oneof![4 => damaged(seeds), 1 => noise];
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..Default::default() };
    let tried = TestRunner::new(config).run(&inputs, |bytes| {
        check(&bytes);
        Ok(())
    });
    assert!(tried.is_ok(), "{target}: {}", tried.unwrap_err());
}

#[test]
fn damaged_bytes_keep_the_promises_of_a_session() {
    try_out("session_bytes", fuzz::session_bytes);
}

#[test]
fn damaged_commands_keep_the_promises_of_a_session() {
    try_out("session_commands", fuzz::session_commands);
}

#[test]
fn damaged_texts_keep_the_promises_of_the_notation() {
    try_out("notation", fuzz::notation);
}

#[test]
fn damaged_files_keep_the_promises_of_game_files() {
    try_out("game_files", fuzz::game_files);
}

#[test]
fn damaged_games_keep_the_promises_of_both_rules() {
    try_out("two_rules", fuzz::two_rules);
}
