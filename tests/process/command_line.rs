//! The command line: arguments, output and errors.

use std::collections::HashSet;

use crate::program::{command, folder, run, waggle};

#[test]
fn without_a_command_it_is_the_engine() {
    for args in [&[][..], &["uhp"][..]] {
        let output = waggle(args);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(output.out, format!("id Waggle v{version}\nMosquito;Ladybug;Pillbug\nok\n"));
        assert_eq!(output.err, "");
        assert_eq!(output.code, Some(0));
    }
}

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
#[cfg(target_os = "linux")]
fn a_file_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt as _;
    let path = folder("any-name").join(std::ffi::OsStr::from_bytes(b"\xff.txt"));
    std::fs::write(&path, "Base;;;wS1").expect("it can be written");
    for args in ["show", "review --depth 1", "review --all --depth 1", "perft --depth 1", "report"]
    {
        let mut command = command(&args.split(' ').collect::<Vec<_>>());
        assert!(run(command.arg(&path)).said().len() > 20, "{args}");
    }
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

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = waggle(&["completions", shell]).out;
        for word in ["waggle", "analyze", "within"] {
            assert!(script.contains(word), "{shell} without {word}");
        }
    }
    assert!(waggle(&["completions", "cmd"]).err.contains("fish"));
}

#[test]
fn there_is_a_manual_page_for_the_program_and_for_each_command() {
    let page = waggle(&["man"]).out;
    for part in [".TH waggle 1", "analyze", "\\-\\-color", "When to use colors", "Playing strength"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    // A previous run may have left it.
    let _ = std::fs::remove_dir_all(&folder);
    let output = waggle(&["man", "--dir", &folder.display().to_string()]);
    assert_eq!((output.code, output.out), (Some(0), String::new()));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a page");
    assert!(read("waggle.1").contains("analyze"));
    for part in ["\\-\\-lines", "When to use colors"] {
        assert!(read("waggle-analyze.1").contains(part), "{part}");
    }
    assert!(!folder.join("waggle-tune.1").exists(), "what is hidden has no page");
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

#[test]
fn colors_are_used_where_they_are_asked_for() {
    let is_colored = |args: &[&str], no_color: Option<&str>| {
        let mut command = command(args);
        command.env_remove("NO_COLOR").envs(no_color.map(|value| ("NO_COLOR", value)));
        let output = run(&mut command);
        output.out.contains('\x1b') || output.err.contains('\x1b')
    };
    for args in
        [&["show", "Base;;;wS1;bS1 wS1-"][..], &["--help"], &["analyze", "--help"], &["nothing"]]
    {
        for (choice, expected) in [("always", true), ("never", false), ("auto", false)] {
            let args = [args, &["--color", choice]].concat();
            assert_eq!(is_colored(&args, None), expected, "{args:?}");
            // Colors can be requested explicitly.
            assert_eq!(is_colored(&args, Some("1")), expected, "{args:?}");
        }
    }
    for args in [&["--color=always"][..], &["--color", "always"]] {
        assert!(is_colored(&[args, &["--help"]].concat(), None));
        assert!(is_colored(&[args, &["show", "Base;;;wS1;bS1 wS1-"]].concat(), None));
    }
    assert!(!is_colored(&["--help", "--", "--color=always"], None));
}

/// A report has what it promises and no more: nothing of whoever makes it, nor of the file.
#[test]
fn a_report_names_versions_processor_options_and_the_last_game() {
    let games = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported.pgn");
    std::fs::copy("examples/levels.pgn", games).expect("a copy");
    let report = waggle(&["report", games, "--level", "4", "--num-threads", "1"]);
    assert_eq!(report.code, Some(0), "{}", report.err);
    let report = report.out;
    assert!(report.starts_with(&waggle(&["--version"]).out), "{report}");
    let options = waggle(&["report"]).out;
    assert!(
        report.contains(
            "\n  Level;int;4;13;1;13\n  Network;enum;BuiltIn;BuiltIn;BuiltIn\n  NumThreads;int;1;"
        ),
        "{report}"
    );
    let fields = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with(' '));
        lines.filter_map(|line| Some(line.split_once(':')?.0.to_owned())).collect()
    };
    let known = ["commit", "target", "network", "system", "processor", "options"];
    assert_eq!(fields(&options), known);
    assert_eq!(fields(&report), [&known[..], &["game"]].concat());
    let last = waggle(&["convert", games, "--to", "gamestrings"]).out;
    let last = last.lines().last().expect("a game");
    assert!(report.ends_with(&format!("\ngame: {last}\n")), "{report}");
    for private in ["self", "reported", env!("CARGO_TARGET_TMPDIR")] {
        assert!(!report.contains(private), "{private}: {report}");
    }

    let first = waggle(&["report", games, "--game", "1"]).out;
    assert_ne!(first.lines().last(), report.lines().last());
    assert_eq!(waggle(&["report", "missing.pgn"]).code, Some(2));
}

/// A full disk is an error, reported in one line.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let game = "Base;;;wS1;bS1 wS1-";
    let games = "tests/data/games/games.txt";
    for args in [
        &["--help"][..],
        &["--version"],
        &["-h"],
        &["match", "--help"],
        &["help", "match"],
        &["man"],
        &["completions", "bash"],
        &["show", game],
        &["report"],
        &["perft", game, "--depth", "1"],
        &["bench", "--depth", "1"],
        &["analyze", game, "--depth", "1"],
        &["analyze", game, "--depth", "1", "--json"],
        &["solve", game, "--within", "1"],
        &["review", game, "--depth", "1"],
        &["review", games, "--all", "--depth", "1", "--table", "1"],
        &["openings", games, "--nodes", "0", "--min-games", "1"],
        &["puzzles", "tests/data/games/win_in_three.txt", "--within", "5", "--duals"],
        &["book", "show"],
        &["convert", games, "--to", "pgn"],
        &["convert", games, "--to", "site"],
        &["ratings", "examples/levels.pgn"],
        &["ratings", "examples/levels.pgn", "--json"],
        &["solve", "tests/data/games/win_in_three.txt", "--all", "--within", "1"],
        &["match", "--list", "--engine", "self", "--engine", "self", "--depth", "1"],
        &["match", "--engine", "self", "--engine", "self", "--depth", "1", "--max-plies", "6"],
        &["uhp"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let output = run(command(args).stdout(full));
        let errors = output.err;
        assert_eq!(output.code, Some(2), "{args:?}: {errors}");
        let last = errors.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: "), "{args:?}: {errors}");
        assert!(last.contains("No space left on device"), "{args:?}: {errors}");
        assert!(!errors.contains("panicked"), "{args:?}: {errors}");
    }
}

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
