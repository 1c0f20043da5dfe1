//! PGN files truncated by a full disk or a killed program.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{fresh_file, play, scripted, summarise};
use crate::program::{Run, run};

/// The number of games counted in a file, and the complaints.
fn counted(pgn: &str) -> (String, String) {
    let output = summarise(&[pgn]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    (output.out.lines().next().unwrap_or_default().to_owned(), output.err)
}

#[test]
fn wherever_a_game_was_cut_off_it_is_played_again() {
    let pgn = fresh_file("torn.pgn");
    let path = pgn.display().to_string();
    let play = |args: &[&str]| {
        let args = [&["--games", "3", "--pgn", &path], args].concat();
        play(&["honest", "chatty"], &args)
    };
    assert_eq!(play(&[]).code, Some(0));
    let whole = fs::read(&pgn).expect("the games were written");
    let find = |text: &[u8]| {
        let last = whole.windows(text.len()).rposition(|part| part == text);
        last.expect("it was written")
    };
    let third = find(b"[GameType ");
    let cuts = [
        third + 5,
        third + 40,
        find(b"[Result ") + 12,
        // Within a comment, after a move, and within the result.
        find(b"{") + 3,
        find(b"\n10. ") + 7,
        whole.len() - 5,
        whole.len() - 1,
    ];
    for cut in cuts {
        fs::write(&pgn, &whole[..cut]).expect("the file can be written");
        let resumed = play(&["--resume"]);
        let errors = resumed.err;
        assert_eq!(resumed.code, Some(0), "{cut}: {errors}");
        let is_whole = cut == whole.len() - 1;
        assert_eq!(errors.contains("the last game is incomplete"), !is_whole, "{cut}: {errors}");
        assert_eq!(errors.contains("game 3: "), !is_whole, "{cut}: {errors}");
        assert!(!errors.contains("game 2: "), "{cut}: {errors}");
        let three = "honest against chatty: 3 games".to_owned();
        assert_eq!(counted(&path), (three, String::new()), "{cut}");
        let games = fs::read_to_string(&pgn).expect("the games were written");
        assert_eq!(games.matches("\n\nDraw\n\n").count(), 3, "{cut}: {games}");
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let pgn = fresh_file("notes.pgn");
    let path = pgn.display().to_string();
    for notes in [
        "what I wanted to say\n",
        "[Event \"x\"]\n\n1. wS1\n",
        "[GameType \"Base\"]\n\n1. wS1\n\n1-0\n\n[GameType \"Base\"]\n",
    ] {
        fs::write(&pgn, notes).expect("the file can be written");
        let args = ["--pgn", &path, "--resume"];
        let refused = play(&["honest", "chatty"], &args);
        assert_eq!(refused.code, Some(2), "{notes}: {}", refused.err);
        assert_eq!(fs::read_to_string(&pgn).expect("it is there"), notes);
    }
}

/// Runs a command on a full disk, which a limit of the size of files simulates: twelve blocks of 512
/// bytes.
#[cfg(unix)]
pub(crate) fn on_a_full_disk(inner: &Command) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 12; exec \"$@\"", "sh"]);
    command.arg(inner.get_program()).args(inner.get_args());
    run(&mut command)
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_games() {
    let pgn = fresh_file("full.pgn");
    let path = pgn.display().to_string();
    let args = ["--games", "20", "--pgn", &path];
    let full = on_a_full_disk(&scripted(&["honest", "chatty"], &args));
    let errors = full.err;
    assert_eq!(full.code, Some(2), "{errors}");
    assert!(errors.contains(&format!("error: writing to `{path}`: ")), "{errors}");
    let games = fs::read_to_string(Path::new(&path)).expect("the games were written");
    assert!(games.ends_with("\n\nDraw\n\n"), "{games}");
    let (first, complaints) = counted(&path);
    assert_eq!(complaints, "");
    let played = games.matches("[GameType ").count();
    assert_eq!(first, format!("honest against chatty: {played} games"));
    let resumed = play(&["honest", "chatty"], &[&args[..], &["--resume"]].concat());
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_eq!(counted(&path).0, "honest against chatty: 20 games");
}
