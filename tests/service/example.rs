//! A program of fifty lines that analyses a game.

use std::process::Command;

const PROGRAM: &str = include_str!("../../examples/analyse_game.py");

#[test]
fn a_program_of_fifty_lines_analyses_a_whole_game() {
    assert!(PROGRAM.lines().count() <= 50);
    let analyse_game = |game: &str, threads: &str| {
        let mut python = Command::new("python3");
        python.args(["examples/analyse_game.py", game, "100", threads]);
        python.env("WAGGLE", env!("CARGO_BIN_EXE_waggle")).output().ok()
    };
    let analyse = |threads: &str| analyse_game("examples/game.pgn", threads);
    let Some(output) = analyse("2") else {
        // Python is not needed to build Waggle.
        return;
    };
    let said = String::from_utf8(output.stdout).expect("it is text");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let plies: Vec<_> = said.lines().map(|line| line.split_whitespace().next()).collect();
    let expected: Vec<_> = (0..plies.len()).map(|ply| ply.to_string()).collect();
    assert!(plies.len() > 20, "{said}");
    assert_eq!(plies, expected.iter().map(|ply| Some(ply.as_str())).collect::<Vec<_>>());
    let alone = analyse("1").expect("it ran before");
    assert_eq!(String::from_utf8(alone.stdout).expect("it is text"), said, "whatever the threads");
    let set_up = "Base;InProgress;Black[5];White[5] wQ@0,0 wB1@1,0+ bQ@1,0;wB1 bQ-";
    let said = String::from_utf8(analyse_game(set_up, "1").expect("it ran before").stdout);
    let said = said.expect("it is text");
    let played: Vec<_> = said.lines().map(|line| line[5..15].trim_end()).collect();
    assert_eq!(played, ["wB1 bQ-", "-"], "{said}");
}
