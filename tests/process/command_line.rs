//! The command line: arguments, output and errors.

use std::collections::HashSet;

use crate::program::{command, folder, run, waggle};

#[test]
fn it_tells_its_version_and_its_commands() {
    let name = format!("waggle {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(waggle(&["-V"]).out, name);
    let version = waggle(&["--version"]).out;
    let sources = version.strip_prefix(&name).expect("the name");
    let fields: Vec<_> = sources.lines().filter_map(|line| line.split_once(": ")).collect();
    assert_eq!(
        fields.iter().map(|(field, _)| *field).collect::<Vec<_>>(),
        ["commit", "target", "network"]
    );
    assert!(fields[1].1.starts_with(std::env::consts::ARCH), "{version}");
    assert_eq!(fields[2].1, waggle::eval::Network::default().name());
    let help = waggle(&["--help"]).out;
    for verb in ["uhp", "perft"] {
        assert!(help.contains(&format!("\n  {verb} ")), "{help}");
    }
    let short = waggle(&["-h"]).out;
    let (_, rest) = short.split_once("\nCommands:\n").expect("the commands");
    let (commands, _) = rest.split_once("\n\n").expect("a blank line after them");
    // The second line of a description is indented further.
    for line in commands.lines() {
        let name = line.strip_prefix("  ").expect("an indented line");
        assert!(name.starts_with(|first: char| first.is_ascii_lowercase()), "one line: {line}");
    }
    assert!(short.lines().count() - commands.lines().count() <= 8, "little else:\n{short}");
}

#[test]
fn what_a_wrong_command_line_quotes_cannot_command_the_terminal() {
    const RETITLE: &str = "\u{1b}]0;x\u{7}\u{9b}2J";
    for args in [
        &[RETITLE][..],
        &["show", &format!("--{RETITLE}")],
        &["show", "--theme", RETITLE],
        &["show", "Base", RETITLE],
        &["show", "--type", RETITLE],
        &["match", &format!("--engine={RETITLE}"), RETITLE],
    ] {
        // The program's own colors stay.
        for color in ["never", "always"] {
            let output = waggle(&[args, &["--color", color]].concat());
            assert_eq!(output.code, Some(2));
            let said = output.err;
            assert!(said.contains("0;x") && said.contains("\u{fffd}2J"), "{said:?}");
            assert!(!said.contains(['\u{7}', '\u{9b}']) && !said.contains("\u{1b}]"), "{said:?}");
        }
    }
}

#[test]
fn a_wrong_number_is_refused_in_plain_words() {
    const VALUES: &str =
        "N K PLIES SECONDS COUNT MIB PIXELS SCORE RULE TEST SHARE STEPS BASE+INCREMENT I/N TYPE";
    let verbs =
        "uhp perft bench analyze solve review show play tune tune-levels tune-search match verify";
    let mut flags = HashSet::new();
    for verb in verbs.split(' ') {
        let help = waggle(&[verb, "--help"]).out;
        for line in help.lines().map(str::trim_start) {
            let Some((option, rest)) = line.split_once(" <") else { continue };
            let Some(flag) = option.split(' ').next_back().filter(|name| name.starts_with("--"))
            else {
                continue;
            };
            let value = rest.split('>').next().unwrap_or_default();
            if !VALUES.split(' ').any(|it| it == value) {
                continue;
            }
            // The rest is the same wherever the flag is.
            let is_new = flags.insert((flag.to_owned(), value.to_owned()));
            for &wrong in if is_new { &["foo", "", "-1"][..] } else { &["foo"] } {
                let output = waggle(&[verb, flag, wrong]);
                let message = output.err;
                assert_eq!(output.code, Some(2), "{verb} {flag} {wrong}: {message}");
                // No check means the usual one.
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
fn the_bench_shows_each_position_and_adds_up() {
    let text = waggle(&["bench", "--depth", "1"]).out;
    let lines: Vec<_> = text.lines().collect();
    let [positions @ .., network, signature, _speed] = lines.as_slice() else { panic!("{text}") };
    assert!(positions.len() > 10, "{text}");
    assert!(positions.iter().all(|line| line.contains(" depth 1 ")), "{text}");
    let document: serde_json::Value =
        serde_json::from_str(&waggle(&["bench", "--depth", "1", "--json"]).out).expect("JSON");
    assert_eq!(document["kind"], "bench");
    assert_eq!(*signature, format!("Bench: {}", document["nodes"]));
    assert_eq!(
        Some(*network),
        document["network"].as_str().map(|n| format!("Network: {n}")).as_deref()
    );
    let of_positions = document["positions"].as_array().expect("a list");
    assert_eq!(of_positions.len(), positions.len());
    let sum: u64 = of_positions.iter().filter_map(|position| position["nodes"].as_u64()).sum();
    assert_eq!(document["nodes"], sum);
    let threads = waggle(&["bench", "--depth", "1", "--threads", "2", "--json"]);
    assert!(threads.out.contains("\"threads\":2"), "{}", threads.err);
}

/// The content of an existing file.
const PRECIOUS: &str = "precious";
/// That of one with lines of the program's own, which are all that `--force` replaces with others.
const LINES: &str = r#"{"kind":"precious"}"#;

#[test]
fn no_command_replaces_a_file_unless_it_is_forced_to() {
    const GAME: &str = "Base;Draw;White[2];wS1;bS1 wS1-";
    let book =
        ["book", "build", "--type", "Base", "--lines", "1", "--nodes", "50", "--positions", "1"];
    let tune = ["tune", "--games", "2", "--nodes", "20", "--epochs", "1", "--units", "15"];
    let all = ["review", "--all", GAME_FILE, "--depth", "1", "--table", "1"];
    let puzzles = ["puzzles", GAME_FILE, "--within", "3", "--nodes", "10", "--table", "1"];
    let openings = ["openings", GAME_FILE, "--min-games", "1", "--nodes", "0"];
    // The command, the option, and the file that it writes.
    for (verb, option, file) in [
        (&["show", GAME][..], "--output", "a.svg"),
        (&["convert", GAME_FILE], "--output", "a.pgn"),
        (&["convert", GAME_FILE], "--split", "White-Black.pgn"),
        (&["review", GAME, "--depth", "1"], "--html", "a.html"),
        (&all, "--output", "a.jsonl"),
        (&all, "--pgn", "a.pgn"),
        (&all, "--html", "index.html"),
        (&all, "--html", "reviews.jsonl"),
        (&all, "--html", "games/00001.html"),
        (&puzzles, "--output", "a.jsonl"),
        (&puzzles, "--html", "a.html"),
        (&openings, "--html", "a.html"),
        (&book, "--output", "a.book"),
        (&["book", "merge", "b.book"], "--output", "a.book"),
        (&tune, "--out", "a.bin"),
        (&["man"], "--dir", "waggle.1"),
        (&["man"], "--dir", "waggle-show.1"),
        (&["man"], "--dir", "waggle-book-build.1"),
        (&openings, "--report", "index.html"),
        (&openings, "--report", "lengths.svg"),
        (&openings, "--tree", "a.txt"),
    ] {
        let folder = folder("replace");
        std::fs::write(folder.join(GAME_FILE), format!("{GAME}\n")).expect("it can be written");
        let run = |args: &[&str]| run(command(args).current_dir(&folder));
        if verb.contains(&"merge") {
            run(&[&book[..], &["--output", "b.book"]].concat());
        }
        let is_folder =
            ["--split", "--dir", "--report"].contains(&option) || option == "--html" && verb == all;
        let target = if is_folder { "." } else { file };
        std::fs::create_dir_all(folder.join("games")).expect("it can be made");
        let args = [verb, &[option, target]].concat();
        let forcing = [&args[..], &["--force"]].concat();
        let write =
            |content| std::fs::write(folder.join(file), content).expect("it can be written");
        let kept = || std::fs::read(folder.join(file)).expect("it is there");
        write(PRECIOUS);
        let message = run(&args).complaint();
        assert!(message.contains(file) && message.contains("--force replaces it"), "{message}");
        assert_eq!(kept(), PRECIOUS.as_bytes(), "{args:?}");
        if ["a.jsonl", "reviews.jsonl"].contains(&file) {
            let message = run(&forcing).complaint();
            assert!(message.contains("choose another name"), "{message}");
            assert_eq!(kept(), PRECIOUS.as_bytes(), "{args:?}");
            write(LINES);
        }
        let forced = run(&forcing);
        // Without puzzles, the exit code is 1.
        assert!(matches!(forced.code, Some(0 | 1)), "{args:?}: {}", forced.err);
        assert!(![PRECIOUS, LINES].map(Vec::from).contains(&kept()), "{args:?}");
        // An empty file, as `mktemp` makes it, may be replaced.
        write("");
        if !is_folder && option != "--pgn" {
            assert!(matches!(run(&args).code, Some(0 | 1)), "{args:?}");
        }
    }
}

/// A file with one game.
const GAME_FILE: &str = "one.txt";

/// A closed output is not an error.
#[cfg(unix)]
#[test]
fn a_closed_output_is_not_an_error() {
    let ratings = ["ratings", "examples/levels.pgn"];
    let openings = ["openings", "examples/levels.pgn", "--nodes", "0", "--json"];
    // Without a limit: it must end although it has nothing to write.
    let (analyze, solve) = (["analyze", "--threads", "1"], ["solve", "--within", "60"]);
    for args in
        [&["--help"][..], &["match", "--help"], &["man"], &ratings, &openings, &analyze, &solve]
    {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = run(command(args).stdout(writer));
        assert_eq!(output.code, Some(0), "{args:?}: {}", output.err);
        assert_eq!(output.err, "", "{args:?}");
    }
}
