//! `waggle play` and `waggle bees play` in a pseudo-terminal.
#![cfg(target_os = "linux")]

#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod terminal;
mod whole_game;

use std::time::Instant;

use terminal::Terminal;

/// A game with a wide hive.
const WIDE: &str = "Base+MLP;;;wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-;wB1 -wA1;bB1 bA1-;wQ -wB1;bQ bB1-;\
                    wS1 -wQ;bS1 bQ-;wL -wS1;bL bS1-";

/// Keys that end the program, and its exit codes.
#[test]
fn however_it_ends_the_terminal_is_as_it_was() {
    for (keys, code, last_words) in
        [("\x03", 130, "To resume"), ("\x04", 0, "To resume"), ("quit\n", 0, "To resume")]
    {
        for args in [&["play", "Base;;;wS1;bS1 wS1-"][..], &["bees", "play", "Bees;;;h7-g6;d5-e5"]]
        {
            let mut terminal = Terminal::open(80, 24, args);
            terminal.prompt();
            terminal.press(keys);
            assert_eq!(terminal.end().code(), Some(code), "{args:?} {keys:?}");
            let said = terminal.all();
            assert!(said.contains(last_words), "{keys:?}: {said}");
            terminal.assert_untouched();
        }
    }
}

#[test]
fn ctrl_c_lets_the_engine_move_at_once_and_the_game_goes_on() {
    for args in [&["play", "--time", "3000", "--white"][..], &["bees", "play", "--time", "3000"]] {
        let is_hive = args[0] == "play";
        let (first, second) = if is_hive { ("wS1", "queen\n1") } else { ("h7-g6", "ab\n1") };
        let mut terminal = Terminal::open(80, 24, args);
        terminal.prompt();
        terminal.press(&format!("{first}\n"));
        terminal.wait_for("thinking");
        terminal.press("\x03");
        let answer = terminal.prompt();
        assert!(answer.contains(if is_hive { "Black: b" } else { "White: " }), "{answer}");
        terminal.press(&format!("{second}\n"));
        terminal.wait_for("thinking");
        // The first one ends the search, the second one the program.
        terminal.press("\x03");
        terminal.prompt();
        terminal.press("\x03");
        assert_eq!(terminal.end().code(), Some(130));
        terminal.assert_untouched();
    }
}

#[test]
fn a_board_fits_the_window_whatever_becomes_of_its_size() {
    let widest = |text: &str| text.lines().map(|line| line.trim_end().chars().count()).max();
    let mut terminal = Terminal::open(120, 40, &["play", "--color", "never", "--white", WIDE]);
    let first = terminal.prompt();
    assert!(first.contains(" wS1   wQ    wB1   wA1   wG1   bG1 "), "{first}");
    terminal.resize(60, 20);
    terminal.press("board\n");
    let board = terminal.prompt();
    assert!(board.contains("wS1 wQ  wB1 wA1 wG1 bG1 "), "{board}");
    assert!(widest(&board) < Some(60), "{board}");
    terminal.press("moves\n");
    assert!(widest(&terminal.prompt()) < Some(60));
    terminal.resize(120, 40);
    terminal.press("a2\n");
    assert!(terminal.prompt().contains(" wS1   wQ    wB1   wA1   wG1   bG1 "));
    terminal.press("quit\n");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.assert_untouched();
}

#[test]
fn colors_are_used_in_a_terminal_and_as_they_are_asked_for() {
    for args in [&["play"][..], &["bees", "play"]] {
        for (choice, is_colored) in [(&[][..], true), (&["--color", "never"], false)] {
            let mut terminal = Terminal::open(80, 24, &[args, choice].concat());
            let prompt = terminal.prompt();
            let styles = prompt.split("\x1b[").skip(1);
            let has_style = styles
                .map(|code| code.trim_start_matches(|it: char| !it.is_alphabetic()))
                .any(|code| code.starts_with('m'));
            assert_eq!(has_style, is_colored, "{args:?} {choice:?}");
            terminal.press("\x04");
            assert_eq!(terminal.end().code(), Some(0));
        }
    }
}

#[test]
fn a_line_is_edited_completed_and_found_again() {
    for (args, typed, played) in [
        (&["play", "--type", "Base", "--white", "--level", "1"][..], "wS2\x1b[D\x1b[3~1", "wS1"),
        (&["bees", "play", "--depth", "1"], "h7-g5\x7f6", "h7-g6"),
    ] {
        let mut terminal = Terminal::open(80, 24, args);
        terminal.prompt();
        // Left and delete; or a backspace.
        terminal.press(typed);
        terminal.press("\n");
        terminal.prompt();
        terminal.press("position\n");
        assert!(terminal.prompt().contains(if args[0] == "play" { ";wS1;" } else { " " }));
        // Up twice: the move again, now illegal or of an empty hex.
        terminal.press("\x1b[A\x1b[A\n");
        let said = terminal.prompt();
        assert!(!said.contains("^[[A") && said.contains(played), "{said}");
        terminal.press("resi\t\n");
        assert!(terminal.prompt().contains("You resign."));
        terminal.press("\x04");
        assert_eq!(terminal.end().code(), Some(0));
        terminal.assert_untouched();
    }
}

#[test]
fn what_is_pasted_is_played_line_by_line() {
    let mut terminal = Terminal::open(80, 24, &["play", "--type", "Base", "--white"]);
    terminal.prompt();
    terminal.press("draw\nresign\nposition\n");
    let mut said = String::new();
    while !said.contains("Base;NotStarted;White[1]") {
        said += &terminal.prompt();
    }
    assert_eq!(said.matches("the game has not begun").count(), 2, "{said}");
    terminal.press("\x04");
    assert_eq!(terminal.end().code(), Some(0));
}

#[test]
fn a_session_in_a_terminal_says_what_it_is_and_where_the_game_is() {
    for (args, play) in [(&[][..], "`waggle play`"), (&["bees"], "`waggle bees play`")] {
        let mut terminal = Terminal::open(80, 24, args);
        let said = terminal.wait_for("lists everything else.");
        assert!(said.contains("Universal Hive Protocol") && said.contains(play), "{said}");
        terminal.press("exit\n");
        assert_eq!(terminal.end().code(), Some(0));
        terminal.assert_untouched();
    }
}

#[test]
fn a_game_is_resumed_against_the_same_opponent() {
    let args = ["play", "--type", "Base", "--white", "--level", "1", "--time", "0.5"];
    let mut terminal = Terminal::open(80, 24, &args);
    terminal.prompt();
    terminal.press("wS1\n");
    terminal.prompt();
    terminal.press("\x03");
    assert_eq!(terminal.end().code(), Some(130));
    let said = terminal.all();
    let (_, command) = said.split_once("waggle play ").expect("the command");
    assert!(command.starts_with("--level 1 --time 0.5 'Base;InProgress;White[2];wS1;"), "{said}");
}

#[test]
fn games_are_appended_and_other_files_are_not_touched() {
    let folder = program::folder("play-save");
    let path = |name: &str| folder.join(name).display().to_string();
    for (name, holds) in [("notes.pgn", "Buy milk.\n"), ("picture.pgn", "\u{89}PNG")] {
        std::fs::write(path(name), holds).expect("it can be written");
    }
    let mut terminal =
        Terminal::open(200, 40, &["play", "--type", "Base", "--white", "--level", "1"]);
    let mut said = terminal.prompt();
    for name in ["games.pgn", "games.txt", "games.sgf"] {
        let file = path(name);
        for line in ["wS1", "SAVE", "queen", "1", "SAVE", "new", "wG1", "SAVE", "new"] {
            terminal.press(&format!("{}\n", line.replace("SAVE", &format!("save {file}"))));
            said = terminal.prompt();
        }
        let text = std::fs::read_to_string(&file).expect("it is there");
        let format = waggle::games::Format::of_name(file.as_ref()).expect("a known ending");
        let games = format.read(&text);
        let first = |game: &waggle::games::GameRecord| game.moves.len();
        let lengths: Vec<usize> = games.iter().flatten().map(first).collect();
        assert_eq!(lengths.len(), 2, "{text}");
        assert!(lengths[0] > 2 && lengths[1] <= 2, "both as they were saved last: {text}");
    }
    for (name, holds) in [("notes.pgn", "Buy milk.\n"), ("picture.pgn", "\u{89}PNG")] {
        terminal.press(&format!("save {}\n", path(name)));
        said = terminal.prompt();
        assert!(said.contains("this game cannot join it: choose another name"), "{said}");
        assert_eq!(std::fs::read_to_string(path(name)).expect("it is there"), holds);
    }
    assert!(!said.is_empty());
}

#[test]
fn errors_are_corrected_after_the_game() {
    // White could have closed the last gap around the black Queen.
    let game = "Base;InProgress;White[9];White[8] bQ@0,0 wA1@1,0 bS1@0,1 wB1@-1,1 bG1@0,-1 wS1@1,-1 \
                wQ@2,-1 wA2@2,0 bA1@-1,2;wS2 wA2/;bS2 bA1\\";
    let mut terminal = Terminal::open(80, 24, &["play", "--white", "--level", "1", game]);
    terminal.prompt();
    terminal.press("resign\n");
    terminal.prompt();
    let begun = Instant::now();
    terminal.press("review\n");
    terminal.prompt();
    let searched = begun.elapsed();
    terminal.press("mistakes\n");
    let asked = terminal.prompt();
    assert!(begun.elapsed() < searched * 3 / 2, "it is the review that was shown");
    assert!(asked.contains("1 of 1: you played wS2 wA2/."), "{asked}");
    terminal.press("wA2 /bG1\n");
    let told = terminal.prompt();
    assert!(told.contains("You found 1 of 1 at the first try."), "{told}");
    terminal.press("quit\n");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.assert_untouched();
}
