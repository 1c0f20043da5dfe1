//! A person at a terminal: `waggle play` and `waggle bees play` in a pseudo-terminal.
#![cfg(target_os = "linux")]

#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod terminal;
mod whole_game;

use terminal::Terminal;

/// A game with a wide hive.
const WIDE: &str = "Base+MLP;;;wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-;wB1 -wA1;bB1 bA1-;wQ -wB1;bQ bB1-;\
                    wS1 -wQ;bS1 bQ-;wL -wS1;bL bS1-";

/// Which of these keys end the program, and how.
#[test]
fn however_it_ends_the_terminal_is_as_it_was() {
    for (keys, code, last_words) in
        [("\x03", 130, "To go on"), ("\x04", 0, "To go on"), ("quit\n", 0, "To go on")]
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
        // The first ends the search, the second the program, in whatever it is then.
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
            assert_eq!(terminal.prompt().contains("\x1b["), is_colored, "{args:?} {choice:?}");
            terminal.press("\x04");
            assert_eq!(terminal.end().code(), Some(0));
        }
    }
}
