//! What a user types after `waggle`, and what comes back.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn waggle(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.args(args).stdin(Stdio::null()).env_remove("RUST_LOG");
    command.output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn without_a_command_it_is_the_engine() {
    for args in [&[][..], &["uhp"][..]] {
        let output = waggle(args);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            stdout(&output),
            format!("id Waggle v{version}\nMosquito;Ladybug;Pillbug\nok\n")
        );
        assert_eq!(stderr(&output), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn it_tells_its_version_and_its_commands() {
    let output = waggle(&["--version"]);
    assert_eq!(stdout(&output), format!("waggle {}\n", env!("CARGO_PKG_VERSION")));
    let help = stdout(&waggle(&["--help"]));
    for verb in ["uhp", "perft"] {
        assert!(help.contains(&format!("\n  {verb} ")), "{help}");
    }
    let short = stdout(&waggle(&["-h"]));
    assert!(short.lines().count() <= 24, "one screen:\n{short}");
}

#[test]
fn perft_counts_from_any_position_with_any_number_of_threads() {
    let counts = |args: &[&str]| -> Vec<String> {
        let output = waggle(args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        text.lines().map(|line| line.split(" in ").next().unwrap_or_default().to_owned()).collect()
    };
    let expected = ["perft(0) = 1", "perft(1) = 7", "perft(2) = 294", "perft(3) = 6678"];
    assert_eq!(counts(&["perft", "Base+MLP", "--depth", "3"]), expected);
    assert_eq!(counts(&["perft", "Base+MLP", "--depth", "3", "--threads", "2"]), expected);
    let divided = counts(&["perft", "Base;;;wS1;bS1 wS1-", "--depth", "1", "--divide"]);
    assert_eq!(divided.last().map(String::as_str), Some("perft(1) = 15"));
    assert_eq!(divided.len(), 16);
    assert!(divided.contains(&"wQ -wS1: 1".to_owned()));
}

#[test]
fn perft_takes_positions_as_all_other_commands_do() {
    let total = |args: &[&str]| {
        let output = waggle(&[&["perft", "--depth", "1"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        let last = text.lines().last().and_then(|line| line.split(" in ").next());
        last.unwrap_or_default().to_owned()
    };
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/games.txt");
    assert_eq!(total(&[]), "perft(1) = 7");
    assert_eq!(total(&["--type", "Base"]), "perft(1) = 4");
    assert_eq!(total(&["Base+MLP;;;wS1;bS1 wS1-", "--ply", "0"]), "perft(1) = 7");
    assert_eq!(total(&[games, "--game", "2"]), total(&["Base+MLP;;;wS1;bM wS1-"]));
    assert_ne!(total(&[games, "--game", "2"]), total(&[games, "--game", "2", "--ply", "1"]));
    let mut child = Command::new(env!("CARGO_BIN_EXE_waggle"))
        .args(["perft", "-", "--depth", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it has an input");
    writeln!(input, "Base;;;wS1;bS1 wS1-").expect("it reads");
    drop(input);
    assert!(stdout(&child.wait_with_output().expect("it ends")).contains("perft(1) = 15"));
}

#[test]
fn mistakes_are_told_on_the_error_output_with_exit_code_2() {
    let output = waggle(&["perft", "--type", "Chess"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    assert_eq!(
        stderr(&output),
        "error: invalid value 'Chess' for '--type <TYPE>': expected a game type such as `Base` or \
         `Base+MLP`, found `Chess`\n"
    );
    let output = waggle(&["perf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("perft"), "a suggestion: {}", stderr(&output));
    assert_eq!(waggle(&["perft", "--threads", "0"]).status.code(), Some(2));
    // Counting goes down as many plies: nobody shall run out of stack.
    for verb in [["perft", "--divide", "--depth"], ["verify", "engine", "--perft-depth"]] {
        let output = waggle(&[&verb[..], &["1000000"]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
}

#[test]
fn a_wrong_number_is_refused_in_plain_words() {
    for verb in [
        "uhp",
        "perft",
        "bench",
        "analyze",
        "solve",
        "review",
        "show",
        "tune",
        "tune-search",
        "match",
        "verify",
    ] {
        let help = stdout(&waggle(&[verb, "--help"]));
        for line in help.lines().map(str::trim_start) {
            let Some((option, rest)) = line.split_once(" <") else { continue };
            let Some(flag) = option.split(' ').next_back().filter(|name| name.starts_with("--"))
            else {
                continue;
            };
            let value = rest.split('>').next().unwrap_or_default();
            if ![
                "N",
                "K",
                "PLIES",
                "SECONDS",
                "COUNT",
                "MIB",
                "PIXELS",
                "SCORE",
                "RULE",
                "TEST",
                "SHARE",
                "STEPS",
                "BASE+INCREMENT",
                "I/N",
                "TYPE",
            ]
            .contains(&value)
            {
                continue;
            }
            for wrong in ["foo", "", "-1"] {
                let output = waggle(&[verb, flag, wrong]);
                let message = stderr(&output);
                assert_eq!(output.status.code(), Some(2), "{verb} {flag} {wrong}: {message}");
                // An empty test is the usual one.
                let is_plain = message.contains("expected ") || (flag, wrong) == ("--sprt", "");
                assert!(is_plain, "{verb} {flag} {wrong}: {message}");
                for rust in
                    ["..", "target type", "digit", "float", "non-zero", "``", "''", "-- -", "parse"]
                {
                    assert!(!message.contains(rust), "{verb} {flag} {wrong}: {message}");
                }
            }
        }
    }
}

#[test]
fn an_error_says_every_reason_once() {
    let game = "Base;InProgress;White[2];wS1;bS1 wS9-";
    let output = Command::new(env!("CARGO_BIN_EXE_waggle"))
        .args(["perft", game, "--depth", "1"])
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(message.matches("expected a number from 1 to 2").count(), 1, "{message}");
}
