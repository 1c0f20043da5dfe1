//! `waggle verify` finds the faults of engines, and none in Waggle.
//!
//! The faulty engines are this test program itself: started with a fault in its
//! environment, [`the_program_becomes_a_faulty_engine_on_request`] passes every
//! line on to Waggle and spoils some of the replies.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use waggle::conformance::{
    Check, CheckFinding, VerifySettings, transcripts_for_every_engine, verify,
};
use waggle::notation::parse_game;
use waggle::uhp::{Client, ClientConfig};

use crate::program::{self, command, ended, send, start};

/// The environment variable that holds a fault.
const FAULT: &str = "WAGGLE_TEST_FAULT";
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn the_program_becomes_a_faulty_engine_on_request() {
    match std::env::var(FAULT) {
        Ok(fault) => serve(&fault),
        Err(error) => assert_eq!(error, std::env::VarError::NotPresent),
    }
}

fn waggle() -> ClientConfig {
    ClientConfig { command: env!("CARGO_BIN_EXE_waggle").into(), ..ClientConfig::default() }
}

/// Relays lines between the checker and Waggle, and corrupts replies.
fn serve(fault: &str) {
    let mut client = Client::start(&waggle(), PATIENCE).expect("Waggle starts");
    say(client.banner());
    for line in io::stdin().lock().lines() {
        let line = line.expect("the examiner writes text");
        if line == "exit" {
            break;
        }
        let verb = line.split(' ').next().unwrap_or_default();
        let mut reply = match (fault, verb) {
            ("undoes one move only", "undo") => client.send("undo", PATIENCE),
            _ => client.send(&line, PATIENCE),
        }
        .expect("Waggle answers");
        if let Some(text) = reply.last_mut() {
            match (fault, verb) {
                ("forgets a move", "validmoves") => forget_a_move(text),
                ("repeats a move", "validmoves") => *text = format!("{text};{text}"),
                ("ends games early", "play") if text.contains(";White[5];") => {
                    *text = text.replace("InProgress", "BlackWins");
                }
                ("miscounts", "perft") => *text = text.replace(" 1440 ", " 11440 "),
                ("never starts", "play") => *text = text.replace("InProgress", "NotStarted"),
                ("talks too much", "newgame") => reply.insert(0, "a new game!".to_owned()),
                _ => {}
            }
        }
        say(&reply);
    }
    std::process::exit(0);
}

/// Removes the last of several moves.
fn forget_a_move(text: &mut String) {
    if text.matches(';').count() > 9 {
        text.truncate(text.rfind(';').unwrap_or_default());
    }
}

fn say(lines: &[String]) {
    let mut out = io::stdout().lock();
    let written = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
    if written.and_then(|()| writeln!(out, "ok")).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// The failed checks of an engine, of those whose names contain `only`.
fn failures(config: &ClientConfig, only: &str) -> Vec<Check> {
    let settings = VerifySettings {
        games: 1,
        plies: 40,
        perft_depth: 3,
        seed: 1,
        patience: PATIENCE,
        stop: Arc::default(),
        transcripts: transcripts_for_every_engine(),
        only: only.to_owned(),
    };
    let mut failed = Vec::new();
    let mut made = 0;
    verify(config, &settings, &mut |check| {
        made += 1;
        if matches!(check.finding, CheckFinding::Failed(_)) {
            failed.push(check.clone());
        }
        ControlFlow::Continue(())
    })
    .expect("there are checks, and the engine starts");
    assert!(made > if only.is_empty() { 30 } else { 0 }, "{made} checks were made");
    failed
}

/// The failures of the engine with this fault: the checks and their reports.
fn found(fault: &str, only: &str) -> Vec<(String, String)> {
    let args = ["--exact", "verify::the_program_becomes_a_faulty_engine_on_request", "--nocapture"];
    let config = ClientConfig {
        command: std::env::current_exe().expect("this program is a file"),
        args: args.map(str::to_owned).to_vec(),
        cwd: None,
        env: BTreeMap::from([(FAULT.to_owned(), fault.to_owned())]),
    };
    let reported = |check: Check| match check.finding {
        CheckFinding::Failed(failure) => (check.name, failure.to_string()),
        _ => unreachable!("only failures are kept"),
    };
    failures(&config, only).into_iter().map(reported).collect()
}

/// Whether a check whose name begins like this reports something that contains `text`.
fn reports(failures: &[(String, String)], name: &str, text: &str) -> bool {
    failures.iter().any(|(checked, reported)| checked.starts_with(name) && reported.contains(text))
}

#[test]
fn waggle_passes_every_check() {
    assert_eq!(failures(&waggle(), ""), []);
}

#[test]
fn a_forgotten_move_is_reported_with_a_game_to_paste() {
    let failures = found("forgets a move", "random games of Base+MLP");
    assert!(reports(&failures, "random games of Base+MLP", " without `"), "{failures:#?}");
    let (_, reported) = failures.last().expect("there is one");
    let game = reported.lines().last().expect("a game");
    assert!(parse_game(game).is_ok(), "{game}");
}

#[test]
fn a_move_that_is_listed_twice_is_reported() {
    assert!(reports(
        &found("repeats a move", "random games of Base+M"),
        "random games of Base",
        "each move once"
    ));
}

#[test]
fn a_wrong_state_is_reported() {
    let failures = found("ends games early", "random games of Base+L");
    assert!(
        reports(&failures, "random games of Base", "found `Base+L;BlackWins;"),
        "{failures:#?}"
    );
    let why = "`: the state is `BlackWins`, but the moves give `InProgress`";
    assert!(reports(&failures, "random games of Base", why), "{failures:#?}");
}

#[test]
fn a_reply_that_contradicts_its_own_moves_is_reported_in_transcripts_too() {
    let failures = found("never starts", "transcript: each move");
    let why = "the state is `NotStarted`, but the moves give `InProgress`";
    assert!(reports(&failures, "transcript: ", why), "{failures:#?}");
}

#[test]
fn a_wrong_undo_is_reported() {
    let failures = found("undoes one move only", "random games of Base+P");
    assert!(reports(&failures, "random games of", "`undo "), "{failures:#?}");
}

#[test]
fn a_wrong_count_is_reported() {
    let failures = found("miscounts", "perft counts the same lines of play");
    assert!(
        reports(&failures, "perft", "expected 1440 lines of 3 plies, found 11440"),
        "{failures:#?}"
    );
}

#[test]
fn a_wrong_frame_is_reported() {
    let mut failures = found("talks too much", "random games of Base+ML");
    failures.extend(found("talks too much", "banner"));
    assert!(reports(&failures, "random", "expected one line, found 2 lines"), "{failures:#?}");
    // The test harness writes something before the banner.
    assert!(reports(&failures, "the banner", "expected two lines"), "{failures:#?}");
}

/// The one error that `waggle verify` prints for these arguments.
fn error(args: &[&str]) -> String {
    let output = program::waggle(&[&["verify"], args].concat());
    let message = output.err;
    assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{message}");
    assert_eq!(message.matches("error: ").count(), 1, "{message}");
    message
}

#[test]
fn to_check_nothing_is_an_error_that_names_the_checks() {
    let message = error(&["nowhere", "--only", "zzzz"]);
    for part in ["`zzzz`", "\n  exit ends the engine\n", "\n  random games of Base+MLP"] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

#[test]
fn an_engine_that_does_not_start_is_one_error() {
    let message = error(&["nowhere"]);
    assert!(message.contains("`nowhere` did not start"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[cfg(unix)]
#[test]
fn a_silent_engine_is_one_error_after_one_patience() {
    let begin = Instant::now();
    let message = error(&["sh", "--arg=-c", "--arg=echo lost >&2; cat", "--patience", "1"]);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert!(message.contains("no `ok` within 1s of its start\n  lost"), "{message}");
    // Unlike silence after the banner, which would cost the patience of each check.
    let begin = Instant::now();
    let script = "echo id Mute; echo ok; echo lost >&2; while read -r line; do :; done";
    let message = error(&["sh", "--arg=-c", &format!("--arg={script}"), "--patience", "1"]);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert!(message.contains("no `ok` within 1s after `info`\n  lost"), "{message}");
    let message = error(&["false"]);
    assert!(message.contains("the engine ended"), "{message}");
}

#[cfg(unix)]
#[test]
fn an_examination_ends_at_once_though_the_engine_hangs() {
    use nix::sys::signal::Signal;

    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (engine, hangs) = (folder.join("hangs.sh"), folder.join("hangs"));
    let _ = std::fs::remove_file(&hangs);
    let script =
        "echo id X; echo ok; read a; echo id X; echo ok; read b; : > \"$1\"; exec sleep 60\n";
    std::fs::write(&engine, script).expect("it can be written");
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut command = command(&["verify", "sh", "--arg", &engine.display().to_string()]);
        let child = start(command.args(["--arg", &hangs.display().to_string()]));
        let start = Instant::now();
        while !hangs.exists() {
            assert!(start.elapsed() < PATIENCE, "the engine is asked nothing");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::fs::remove_file(&hangs).expect("it is there");
        let asked = Instant::now();
        send(&child, signal);
        let output = ended(child);
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
        assert_eq!(output.code, Some(130));
        let said = output.out;
        assert!(!said.contains("FAIL"), "what was not waited for is no failure: {said}");
    }
}
