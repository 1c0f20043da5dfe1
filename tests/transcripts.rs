//! Replays the transcripts of `uhp-transcripts` against the real engine.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use waggle::conformance::Transcript;
use waggle::conformance::transcript::HoldsFor;
use waggle::uhp::{Client, ClientConfig};

/// The timeout of the start and of each reply, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn transcripts() -> Vec<(String, Transcript)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/uhp-transcripts");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "uhp"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a transcript can be read");
        let name = path.file_name().expect("a file has a name").display().to_string();
        let transcript = Transcript::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, transcript)
    };
    paths.into_iter().map(read).collect()
}

/// The engine: this build, or the command line in `WAGGLE_PROGRAM`, by which `.ci/release` tests
/// what it ships, in an emulator or a container if necessary.
fn engine() -> ClientConfig {
    let built =
        || ClientConfig { command: env!("CARGO_BIN_EXE_waggle").into(), ..ClientConfig::default() };
    std::env::var("WAGGLE_PROGRAM")
        .map_or_else(|_| built(), |line| line.parse().expect("a command line"))
}

#[test]
fn every_session_goes_as_written() {
    let config = engine();
    let mut failures = Vec::new();
    for (name, transcript) in transcripts() {
        let mut client = Client::start(&config, PATIENCE).expect("the engine starts");
        if let Err(deviation) = transcript.run(&mut client, PATIENCE) {
            failures.push(format!("{name} ({}): {deviation}", transcript.title));
        }
        let status = client.close();
        if status.is_none_or(|status| !status.success()) {
            failures.push(format!("{name}: ended with {status:?}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn there_are_sessions_for_every_engine_and_for_this_one() {
    let transcripts = transcripts();
    for (holds_for, least) in [(HoldsFor::EveryEngine, 15), (HoldsFor::Waggle, 20)] {
        let count =
            transcripts.iter().filter(|(_, transcript)| transcript.holds_for == holds_for).count();
        assert!(count >= least, "{count} transcripts hold for {holds_for:?}");
    }
}

#[test]
fn each_session_shows_something_else() {
    let mut titles: Vec<String> =
        transcripts().into_iter().map(|(_, transcript)| transcript.title).collect();
    let count = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), count);
}
