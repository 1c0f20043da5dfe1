//! `waggle tune`: games that are kept, resumed and shared, and the weights learned from them.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use program::{complaint, folder};

/// A short training in a folder.
fn tune(folder: &Path, args: &[&str]) -> Output {
    let shared = ["tune", "--nodes", "20", "--epochs", "1", "--units", "15", "--out", "weights.rs"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_waggle"));
    command.args(shared).args(args).current_dir(folder);
    command.output().expect("the program starts")
}

/// How many positions it says that it has learned from.
fn positions(output: &Output) -> usize {
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    let number = said.split_once(" positions, squared error ").and_then(|it| it.0.parse().ok());
    number.unwrap_or_else(|| panic!("{said}{complaints}"))
}

#[test]
fn games_are_kept_resumed_and_shared_with_other_runs() {
    let folder = folder("tune");
    let one = positions(&tune(&folder, &["--games", "4", "--keep", "one"]));
    let resumed = positions(&tune(&folder, &["--games", "6", "--keep", "one"]));
    assert!(resumed > one, "{resumed} of six games, {one} of four");
    assert_eq!(positions(&tune(&folder, &["--games", "6"])), resumed, "as played in one go");
    // What another run is just writing.
    let kept = fs::read_to_string(folder.join("one")).expect("the games");
    fs::write(folder.join("one"), format!("{kept}Base;InPro")).expect("it can be written");
    let other = positions(&tune(&folder, &["--games", "5", "--seed", "2", "--keep", "other"]));
    let args = ["--games", "5", "--seed", "2", "--keep", "other", "--also", "one"];
    assert_eq!(positions(&tune(&folder, &args)), other + resumed);
    let weights = fs::read_to_string(folder.join("weights.rs")).expect("the weights");
    assert!(weights.contains("and games kept of another run:\n"), "{}", &weights[..400]);
}

#[test]
fn files_of_other_games_are_refused() {
    let folder = folder("tune-refused");
    fs::write(folder.join("games.txt"), "Base;;;wS1\n").expect("it can be written");
    let said = complaint(&tune(&folder, &["--games", "1", "--also", "games.txt"]));
    assert!(said.contains("expected games that `--keep` has kept in `games.txt`"), "{said}");
    let said = complaint(&tune(&folder, &["--games", "1", "--keep", "games.txt"]));
    assert!(said.contains("expected `# games without contempt"), "{said}");
    complaint(&tune(&folder, &["--games", "1", "--also", "missing.txt"]));
}
