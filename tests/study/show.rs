//! The drawings and errors of `waggle show`.

use std::fs;

use crate::program::{Run, folder, reading, waggle};

const GAME: &str = "Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-;wQ /wS1;bS1 bQ-;wB1 wS1";

fn show(args: &[&str]) -> Run {
    waggle(&[&["show"], args].concat())
}

fn complaint(args: &[&str]) -> String {
    show(args).complaint()
}

#[test]
fn the_ending_of_the_file_decides_what_is_drawn() {
    let folder = folder("show_endings");
    for (name, begin) in
        [("a.txt", &b"  .  "[..]), ("a.svg", &b"<svg "[..]), ("a.PNG", &b"\x89PNG\r\n"[..])]
    {
        let path = folder.join(name);
        assert_eq!(show(&[GAME, "--size", "200", "-o", &path.to_string_lossy()]).said(), "");
        assert!(fs::read(&path).expect("it is written").starts_with(begin), "{name}");
    }
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 3, "nothing else is left");
}

#[test]
fn games_come_from_files_and_from_standard_input() {
    let folder = folder("show_inputs");
    let pgn = folder.join("a.pgn");
    fs::write(&pgn, "[GameType \"Base\"]\n\n1. wB1\n2. bB1 wB1-\n").expect("it can be written");
    assert!(show(&[&pgn.to_string_lossy()]).said().starts_with(" wB1  [bB1]\n"));
    assert!(reading(&["show", "-", "--format", "svg"], GAME).said().starts_with("<svg "));
}

#[test]
fn usage_errors_are_one_line_and_leave_no_file() {
    let folder = folder("show_mistakes");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    assert_eq!(
        complaint(&["Base;;;wS1;bS1 wS1-;wQ bS1-", "-o", &path("a.svg")]),
        "error: reading `Base;;;wS1;bS1 wS1-;wQ bS1-`: move 3, `wQ bS1-`: a piece may not be placed next to the opponent's, and bS1 is next to that hex\n"
    );
    let missing = complaint(&["missing.pgn"]);
    assert!(missing.starts_with("error: reading `missing.pgn`: No such file"), "{missing}");
    assert!(complaint(&[GAME, "-o", &path("a.gif")]).contains("expected a file ending in .txt"));
    let unwritable = complaint(&[GAME, "-o", &path("no/such/folder/a.png")]);
    assert!(unwritable.starts_with("error: writing `"), "{unwritable}");
    // A folder cannot be replaced by a file: the drawing is written, but not in its place.
    fs::create_dir(folder.join("b.svg")).expect("the folder can be made");
    assert!(complaint(&[GAME, "-o", &path("b.svg")]).starts_with("error: writing `"));
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1, "no file is left");
    assert_eq!(show(&[GAME, "--ply", "-1"]).code, Some(2));
}
