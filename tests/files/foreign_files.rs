//! Files and lines of strangers through the real program: encodings, what PGN has besides moves,
//! other games, names without end, and commands for a terminal.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{folder, reading, waggle};

/// A file of its own folder.
fn file(test: &str, name: &str, content: &[u8]) -> PathBuf {
    let path = folder(&format!("foreign-{test}")).join(name);
    fs::write(&path, content).expect("it can be written");
    path
}

/// What `convert` makes of a file, which it reads without a word.
fn converted(path: &Path, to: &str) -> String {
    let output = waggle(&[OsStr::new("convert"), path.as_os_str(), "--to".as_ref(), to.as_ref()]);
    assert_eq!(output.err, "", "{}", path.display());
    assert_eq!(output.code, Some(0));
    output.out
}

/// The complaint of `convert` about a file.
fn refused(test: &str, name: &str, content: &[u8]) -> String {
    let path = file(test, name, content);
    waggle(&[OsStr::new("convert"), path.as_os_str()]).complaint()
}

/// The answers of a session to these lines.
fn session(lines: &str) -> String {
    reading(&[], lines).out
}

const PGN: &str = "[GameType \"Base\"]\n[White \"René\"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n";
const GAME: &str = "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1\n";
const SGF: &str = "(;\nGM[27]VV[1]\nSU[Hive]\n; P0[1 dropb wS1 N 13 .]\n; P0[2 done]\n\
                   ; P1[3 dropb S1 O 13 wS1-]\n; P1[4 done]\n; P0[5 dropb wQ M 13 -wS1]\n; P0[6 done]\n)\n";

#[test]
fn utf_16_is_read_in_every_format() {
    for (name, text) in [("a.pgn", PGN), ("a.sgf", SGF), ("a.txt", GAME)] {
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let marked = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            let bytes: Vec<u8> = marked.encode_utf16().flat_map(bytes).collect();
            let path = file("utf-16", name, &bytes);
            assert_eq!(converted(&path, "gamestrings"), GAME, "{name}");
            let shown = waggle(&[OsStr::new("show"), path.as_os_str()]);
            assert_eq!(shown.code, Some(0), "{name} as one game");
        }
    }
    let bytes: Vec<u8> = PGN.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let path = file("utf-16", "name.pgn", &[vec![0xff, 0xfe], bytes].concat());
    assert!(converted(&path, "pgn").contains("[White \"René\"]\n"));
}

#[test]
fn lines_may_end_in_a_carriage_return() {
    for (name, text) in [("a.pgn", PGN), ("a.sgf", SGF), ("a.txt", GAME)] {
        let path = file("returns", name, text.replace('\n', "\r").as_bytes());
        assert_eq!(converted(&path, "gamestrings"), GAME, "{name}");
    }
    let two = format!("# mine\r{GAME}\r{GAME}").replace('\n', "\r");
    let path = file("returns", "two.txt", two.as_bytes());
    assert_eq!(converted(&path, "gamestrings"), GAME.repeat(2));
}

#[test]
fn names_without_end_are_cut_in_tables() {
    let name = "x".repeat(65_536);
    let moves = "1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1-\n";
    let text = format!("[White \"{name}\"]\n[Black \"{name}y\"]\n[Event \"{name}\"]\n\n{moves}");
    let path = file("long-names", "a.pgn", text.as_bytes());
    let path = path.to_str().expect("the name is text");
    let reviews = format!("{path}.jsonl");
    for args in [
        &["review", path, "--nodes", "10"][..],
        &["review", path, "--all", "--nodes", "10", "-o", &reviews],
        &["openings", path, "--min-games", "1", "--nodes", "0"],
        &["puzzles", path, "--nodes", "10"],
        &["convert", path, "--to", "sgf"],
    ] {
        let output = waggle(args);
        let errors = output.err;
        assert!(!errors.contains("panicked"), "{args:?}: {errors}");
        // A game without a puzzle is a no.
        let expected = i32::from(args[0] == "puzzles");
        assert_eq!(output.code, Some(expected), "{args:?}: {errors}");
        let widest = output.out.lines().map(str::len).max();
        assert!(args[0] == "convert" || widest < Some(200), "{args:?}: {widest:?} bytes");
    }
    let table = waggle(&["openings", path, "--min-games", "1", "--nodes", "0"]).out;
    assert!(table.contains(&format!("{}… 1", "x".repeat(39))), "{}", table.len());
}

#[test]
fn an_error_quotes_no_more_than_a_line_can_hold() {
    let long = "a".repeat(100_000);
    for (name, text) in [
        ("a.pgn", format!("1. wS1 {long}")),
        ("a.pgn", format!("1. wS1\n2. bS1 {long}")),
        ("a.pgn", format!("[GameType \"{long}\"]\n")),
        ("a.pgn", format!("[SetUp \"{long}\"]\n")),
        ("a.pgn", long.clone()),
        ("a.sgf", format!("(;SU[hive]P0[dropb w{long} N 13 .]P0[done])")),
        ("a.sgf", format!("(;GM[{long}])")),
        ("a.txt", format!("{long};;;wS1")),
        ("a.txt", format!("Base;;;wS1;bS1 {long}")),
        ("a.txt", format!("Base;White[5] {long}@")),
        ("a.txt", format!("Base;{long}@;wS1")),
        ("a.doc", long.clone()),
    ] {
        let error = refused("quotes-cut", name, text.as_bytes());
        assert!(error.len() < 600, "{name}: {} bytes", error.len());
    }
    // A state in a GameString is warned of.
    let path =
        file("quotes-cut", "b.txt", format!("Base;;White[{}];wS1", "9".repeat(100_000)).as_bytes());
    let output = waggle(&[OsStr::new("convert"), path.as_os_str()]);
    assert!(output.err.len() < 600, "{} bytes", output.err.len());
}

#[test]
fn a_session_echoes_no_more_than_a_line_can_hold() {
    let long = "a".repeat(100_000);
    for line in [
        "newgame LONG",
        "LONG",
        "play LONG",
        "newgame Base;;;LONG",
        "play wA1 LONG",
        "bestmove LONG",
        "bestmove depth LONG",
        "options get LONG",
        "options set LONG 1",
        "options set Level LONG",
        "undo LONG",
        "help LONG",
        "perft LONG",
        "write LONG",
        "read LONG",
        "review LONG",
        "analyze LONG",
        "solve LONG",
        "bestmove depth 1 LONG",
    ] {
        let answers = session(&format!("newgame Base\n{}\n", line.replace("LONG", &long)));
        let longest = answers.lines().map(str::len).max().unwrap_or_default();
        assert!(longest < 600, "{line}: {longest} bytes");
        assert!(
            answers.contains("\nerr ") || answers.contains("\ninvalidmove "),
            "{line}: {answers}"
        );
    }
}

/// Whether a terminal would take any of it for a command.
fn commands_a_terminal(text: &str) -> bool {
    text.contains(|letter: char| letter.is_control() && !matches!(letter, '\n' | '\t'))
}

#[test]
fn nothing_in_a_file_commands_the_terminal() {
    const EVIL: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{90}x";
    let game = format!(
        "[White \"a{EVIL}\"]\n[Black \"b\"]\n[Event \"e{EVIL}\"]\n[GameType \"Base\"]\n\n\
         {{c{EVIL}}}\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1-\n"
    );
    let bad_move = format!("{game}5. wA1 {EVIL}\n");
    let bad_type = format!("[GameType \"{EVIL}\"]\n\n1. wS1\n");
    let bad_result = format!("[Result \"{EVIL}\"]\n{game}");
    let line = format!("Base;{EVIL};{EVIL}@0,0;wS1\n");
    let sgf = format!(
        "(;GM[27]SU[hive]P0[id \"{EVIL}\"]RE[{EVIL}]C[{EVIL}]P0[dropb {EVIL} N 13 .]P0[done])"
    );
    let go = format!("(;GM[{EVIL}])");
    let texts = [&game, &bad_move, &bad_type, &bad_result, &line, &sgf, &go, &EVIL.to_owned()];
    for (index, text) in texts.into_iter().enumerate() {
        // Not on all systems may the name of a file have such letters.
        let name = if cfg!(unix) { format!("{EVIL}.pgn") } else { "a.pgn".to_owned() };
        let path = file(&format!("terminal-{index}"), &name, text.as_bytes());
        let path = path.to_str().expect("it is text");
        let reviews = format!("{}/reviews.jsonl", env!("CARGO_TARGET_TMPDIR"));
        for args in [
            &["convert", path][..],
            &["convert", path, "--to", "pgn", "--keep-going"],
            &["convert", path, "--game", "9"],
            &["show", path],
            &["review", path, "--nodes", "10"],
            &["review", path, "--all", "--nodes", "10", "-o", &reviews],
            &["openings", path, "--min-games", "1", "--nodes", "0"],
            &["puzzles", path, "--nodes", "10"],
            &["solve", path, "--within", "1"],
            &["analyze", path, "--depth", "1"],
        ] {
            let _ = fs::remove_file(&reviews);
            let output = waggle(args);
            for written in [&output.out, &output.err] {
                assert!(!commands_a_terminal(written), "{index} {args:?}: {written:?}");
            }
        }
    }
    let answers = session(&format!("newgame {EVIL}\n{EVIL}\nplay {EVIL}\noptions get {EVIL}\n"));
    assert!(!commands_a_terminal(&answers), "{answers:?}");
}

#[cfg(unix)]
#[test]
fn nothing_that_an_engine_answers_commands_the_terminal() {
    const ENGINE: &str = "printf 'id \\033[2JEvil\\007\\n\\302\\233x\\nok\\n'\n\
        while read -r line; do printf 'err \\033]0;owned\\007\\302\\220\\nok\\n'; done\n";
    let script = file("engine", "evil.sh", ENGINE.as_bytes());
    let command = format!("sh {}", script.display());
    for args in [
        &["verify", &command, "--games", "1", "--plies", "1"][..],
        &["match", "--engine", "self", "--engine", &command, "--nodes", "10", "--games", "2"],
    ] {
        let output = waggle(args);
        let text = output.out + &output.err;
        assert!(text.contains("Evil") || text.contains("owned"), "{args:?}: {text}");
        assert!(!commands_a_terminal(&text), "{args:?}: {text:?}");
    }
}

#[test]
fn a_long_line_of_parentheses_takes_no_time() {
    for text in ["(", "(x", "(x ) ", "{", "[x "] {
        let long = format!("1. wS1 {}", text.repeat(200_000));
        let path = file("parentheses", "a.pgn", long.as_bytes());
        let start = std::time::Instant::now();
        let output = waggle(&[OsStr::new("convert"), path.as_os_str()]);
        assert!(matches!(output.code, Some(0 | 2)), "{text}: {:?}", output.code);
        assert!(output.err.len() < 600, "{text}");
        assert!(start.elapsed().as_secs() < 30, "{text}");
    }
}
