//! `waggle bees play`, as a person meets it.

use crate::program::{folder, reading};

/// What is printed for a person who types these lines in a game that goes on from here.
fn said(game: &str, lines: &[u8]) -> String {
    said_with(&[game], lines)
}

fn said_with(args: &[&str], lines: &[u8]) -> String {
    reading(&[&["bees", "play", "--depth", "1"], args].concat(), lines).said()
}

#[test]
fn a_line_that_is_no_text_costs_nothing() {
    let said = said("Bees", b"\xff\nh7-g6\nquit\n");
    assert!(said.contains("expected a move such as"), "{said}");
    assert!(said.contains("\nWhite: "), "{said}");
}

#[test]
fn every_hex_has_its_name_and_position_is_the_game_in_one_line() {
    let said = said("Bees", b"position\nboard\n");
    assert!(said.contains("\nBlack: position\nBees;NotStarted;Black[1]\n"), "{said}");
    assert_eq!(said.matches(" Xh7 ").count(), 2, "{said}");
}

#[test]
fn a_game_ends_by_giving_up_but_not_by_agreement() {
    let told = said("Bees", b"resign\nh7-g6\n");
    assert!(told.contains("You resign. White wins.\n> h7-g6\nthe game is over"), "{told}");
    let file = folder("bees").join("g.bees");
    let path = file.display().to_string();
    let save = format!("save {path}");
    said("Bees", format!("h7-g6\nresign\n{save}\nnew\n{save}\n").as_bytes());
    let saved = std::fs::read_to_string(&file).expect("it was saved");
    assert!(saved.starts_with("Bees;WhiteWins;"), "{saved}");
    let second = said_with(&["--game", "2", &path], b"position\n");
    assert!(second.contains("\nBlack: position\nBees;NotStarted;Black[1]\n"), "{second}");
    let third = reading(&["bees", "play", "--game", "3", &path], "").complaint();
    assert_eq!(third, format!("error: `{path}` holds 2 games: there is no game 3\n"));
    // White has only the Queen and one Warrior left; but ruling 22 knows no draw by agreement.
    let much = "Bees H1OO1D/GXXOXXC/1FXXXXB1/2E1X1A2/10/11/10/9/8/3o1ef/2oo2 b - -";
    let told = said(much, b"draw\n");
    assert!(told.contains("\nno draw is agreed on in this game\n"), "{told}");
}

#[test]
fn deaths_are_announced_and_the_dead_that_can_enter() {
    // The Drone steps between two of Black's, as in ruling 17.
    let game = "Bees 2OO2/3O3/8/9/5x4/4X1X4/10/9/8/3o3/2oo2 w xxxx -";
    let args = ["bees", "play", "--white", "--depth", "1", game];
    let said = reading(&args, "g7-f6\nquit\n").said();
    assert!(said.contains("Black holds 4 Drones of White's.\n"), "{said}");
    assert!(said.contains("White loses a Drone.\n"), "{said}");
    assert!(said.contains("Black holds 5 Drones of White's and can enter a Drone.\n"), "{said}");
}

#[test]
fn a_refusal_says_which_rule_stands_in_the_way() {
    let said = said(
        "Bees",
        b"Wi10^j10\nd5-e5\nk10-j10\nQ-ne\nQ-sw\nwQ>e\n+k7\n+Wk7^j6\nAB-i10\npass\nquit\n",
    );
    for reason in [
        "the head has no room there",
        "you have no Drone on d5",
        "you have no Drone on k10",
        "nobody walks off the hive",
        "the Queen has no room",
        "you push a Queen with two Warriors",
        "you hold 0 of the 5 dead bees",
        "you hold 0 of the 2",
        "a Warrior must move, push or turn",
        "you can move, so you cannot pass",
    ] {
        assert!(said.contains(&format!("that move is not legal: {reason}")), "{reason}: {said}");
    }
}

#[test]
fn a_warrior_goes_by_its_letters() {
    let by_hex = said("Bees", b"Wi10^h10\nquit\n");
    assert!(by_hex.contains("\nWhite: "), "{by_hex}");
    for letters in ["AB", "ab", "A", "b"] {
        let text = format!("{letters}^h10\nquit\n");
        let said = said("Bees", text.as_bytes()).replacen(&format!("{letters}^h10"), "Wi10^h10", 1);
        assert_eq!(said, by_hex, "{letters}");
    }
    assert!(said("Bees", b"IJ-e4\n").contains("no Warrior `ij`"));
}

#[test]
fn moves_are_grouped_and_fit_the_terminal() {
    let said = said("Bees", b"moves\nquit\n");
    assert!(said.contains("\nDrones\n  "), "{said}");
    assert!(said.contains("Warrior on i10\n  "), "{said}");
    assert!(said.lines().all(|line| line.len() < 80), "{said}");
}
