//! Mutated sessions: every line still gets exactly one well-formed reply.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Instant;

use proptest::prelude::*;

use super::reply::{Answer, is_harmless};
use super::scripted::{Scripted, Sink, session};
use super::session::Session;

/// Every line sent in any transcript.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../uhp-transcripts");
    let mut paths: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| sent_lines(&std::fs::read_to_string(path).unwrap()))
        .filter(|line| !line.contains("exit"))
        .collect()
});

/// The lines of a transcript that are sent: those after a `>`.
fn sent_lines(transcript: &str) -> Vec<String> {
    let sent = transcript.lines().filter_map(|line| line.strip_prefix("> "));
    sent.map(str::to_owned).collect()
}

/// A line of a transcript with some characters replaced.
fn mutated_line() -> impl Strategy<Value = String> {
    let changes =
        prop::collection::vec((any::<prop::sample::Index>(), "[ ;a-zA-Z0-9é/\\\\+.-]?"), 0..3);
    (any::<prop::sample::Index>(), changes).prop_map(|(line, changes)| {
        let line = &LINES[line.index(LINES.len())];
        let mut letters: Vec<String> = line.chars().map(String::from).collect();
        for (place, change) in changes {
            if !letters.is_empty() {
                let place = place.index(letters.len());
                letters[place] = change;
            }
        }
        letters.concat()
    })
}

/// Long searches are left out.
fn is_quick(line: &str) -> bool {
    let line = line.to_lowercase();
    !["perft", "review", "solve"].iter().any(|slow| line.contains(slow))
}

fn answer(session: &mut Session<Scripted>, line: &str) -> Result<(), TestCaseError> {
    let mut sink = Sink::default();
    match session.execute(line, Instant::now(), &mut sink) {
        Answer::Silence => prop_assert!(matches!(line.trim().to_lowercase().as_str(), "" | "stop")),
        Answer::Exit => prop_assert!(line.to_lowercase().contains("exit")),
        Answer::Reply(reply) => {
            let text = reply.to_string();
            let lines: Vec<&str> = text.lines().collect();
            let (last, before) = lines.split_last().unwrap();
            prop_assert_eq!(*last, "ok", "{}", line);
            let refused = before.len() == 1 && !is_harmless(before[0]);
            prop_assert!(refused || before.iter().all(|line| is_harmless(line)), "{}", text);
        }
    }
    prop_assert!(sink.lines.iter().all(|line| is_harmless(line)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn mutated_sessions_get_well_formed_replies(
        lines in prop::collection::vec(mutated_line(), 1..60)
    ) {
        let mut session = session();
        for line in lines.iter().filter(|line| is_quick(line)) {
            answer(&mut session, line)?;
        }
    }
}
