//! Replays the sessions beside this file with `waggle bees` as a process.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use waggle::conformance::Transcript;
use waggle::uhp::{Client, ClientConfig};

/// The timeout of the start and of each reply, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn sessions() -> Vec<(String, Transcript)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bees/sessions");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().display().to_string();
        let transcript = Transcript::parse(&fs::read_to_string(&path).unwrap());
        (name.clone(), transcript.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_session_goes_as_written() {
    let config = ClientConfig {
        command: env!("CARGO_BIN_EXE_waggle").into(),
        args: vec!["bees".to_owned()],
        ..ClientConfig::default()
    };
    let sessions = sessions();
    assert!(sessions.len() >= 5);
    for (name, transcript) in sessions {
        let mut client = Client::start(&config, PATIENCE).unwrap();
        if let Err(deviation) = transcript.run(&mut client, PATIENCE) {
            panic!("{name} ({}): {deviation}", transcript.title);
        }
        assert!(client.close().is_some_and(|status| status.success()), "{name}");
    }
}

/// Bots close the input right after their question.
#[test]
fn the_end_of_the_input_does_not_cut_an_answer() {
    let question = "newgame\nbestmove depth 2\nbestmove\n";
    let mut waggle = Command::new(env!("CARGO_BIN_EXE_waggle"))
        .arg("bees")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut waggle.stdin.take().unwrap(), question.as_bytes()).unwrap();
    let output = waggle.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().filter(|&line| line == "ok").count(), 4, "{said}");
}

#[test]
fn a_person_can_play_in_the_terminal() {
    let mut waggle = Command::new(env!("CARGO_BIN_EXE_waggle"))
        .args(["bees", "play", "--depth", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = b"h7-g6\nquit\n";
    std::io::Write::write_all(&mut waggle.stdin.take().unwrap(), lines).unwrap();
    let output = waggle.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\nWhite: "), "{said}");
}
