//! The properties of `fuzz/`, checked without a fuzzer: for all seeds, which include earlier
//! findings, and for mutations of them.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub, missing_docs, reason = "it is also a crate of its own")]
mod fuzz;

/// Mutated inputs per target.
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
fn every_seed_passes() {
    for (target, check) in fuzz::TARGETS {
        let seeds = seeds(target);
        assert!(seeds.len() >= 3, "{target} has {} seeds", seeds.len());
        for (name, seed) in seeds {
            let passed = std::panic::catch_unwind(|| check(&seed));
            assert!(passed.is_ok(), "{name}");
        }
    }
}

/// The start of one seed and the end of another, with some bytes changed.
fn mutated(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let seed = prop::sample::select(seeds);
    let changes = prop::collection::vec((any::<Index>(), any::<u8>()), 0..8);
    (seed.clone(), seed, any::<Index>(), any::<Index>(), changes).prop_map(
        |(first, second, end, start, changes)| {
            let (end, start) = (end.index(first.len() + 1), start.index(second.len() + 1));
            let mut bytes = [&first[..end], &second[start..]].concat();
            for (place, byte) in changes {
                if !bytes.is_empty() {
                    let place = place.index(bytes.len());
                    bytes[place] = byte;
                }
            }
            bytes
        },
    )
}

/// Checks a property for mutated seeds and for random bytes.
fn check_mutated(target: &str, check: fuzz::Check) {
    let seeds: Vec<Vec<u8>> = seeds(target).into_iter().map(|(_, seed)| seed).collect();
    let noise = prop::collection::vec(any::<u8>(), 0..400);
    let inputs = prop_oneof![4 => mutated(seeds), 1 => noise];
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..Default::default() };
    let result = TestRunner::new(config).run(&inputs, |bytes| {
        check(&bytes);
        Ok(())
    });
    assert!(result.is_ok(), "{target}: {}", result.unwrap_err());
}

#[test]
fn mutated_bytes_pass_as_a_session() {
    check_mutated("session_bytes", fuzz::session_bytes);
}

#[test]
fn mutated_commands_pass_as_a_session() {
    check_mutated("session_commands", fuzz::session_commands);
}

#[test]
fn mutated_queries_pass_as_queries() {
    check_mutated("service_queries", fuzz::service_queries);
}

#[test]
fn mutated_texts_pass_as_notation() {
    check_mutated("notation", fuzz::notation);
}

#[test]
fn mutated_files_pass_as_game_files() {
    check_mutated("game_files", fuzz::game_files);
}

#[test]
fn mutated_lines_pass_as_lines_of_the_site() {
    check_mutated("site_lines", fuzz::site_lines);
}

#[test]
fn mutated_frames_pass_as_what_a_bot_hears() {
    check_mutated("hivegame_frames", fuzz::hivegame_frames);
}

#[test]
fn mutated_logs_pass_as_logs() {
    check_mutated("arena_logs", fuzz::arena_logs);
}

#[test]
fn mutated_zips_pass_as_zips() {
    check_mutated("zips", fuzz::zips);
}

#[test]
fn mutated_games_pass_as_games_of_both_rules() {
    check_mutated("two_rules", fuzz::two_rules);
}

#[test]
fn mutated_documents_pass_as_json() {
    check_mutated("documents", fuzz::documents);
}

#[test]
fn mutated_books_and_lists_pass_as_files() {
    check_mutated("other_files", fuzz::other_files);
}

#[test]
fn mutated_requests_and_frames_pass_as_a_browser() {
    check_mutated("board_frames", fuzz::board_frames);
}

#[test]
fn mutated_replies_pass_as_those_of_an_engine() {
    check_mutated("engine_replies", fuzz::engine_replies);
}

#[test]
fn mutated_settings_pass_as_those_of_a_match() {
    check_mutated("match_settings", fuzz::match_settings);
}
