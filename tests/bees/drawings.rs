//! Drawn positions and what is legal and what happens in them: a language of a
//! few words for tests that are also the rule book.
//!
//! ```text
//! white to play, dead XXXXX      whose turn; the dead bees, if there are any
//!       . . . . . .              the hive, as the page draws it
//!      ...
//! legal c3-c4 Q-ne               these moves are legal
//! illegal c3-d5                  and these are not
//! all Wc3 Wc3-d4 Wc3^b3          the legal moves that begin with `Wc3` are these
//! play c3-c4                     then
//! at c3 . c4 x                   what is on these hexes now
//! dead x                         the dead bees (`-` for none)
//! outcome white                  or `black`, `draw` or `none`
//! again                          back to the drawing
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use waggle::bees::{Color, Hex, Move, Outcome, Position};

use crate::against_plain::assert_agreement;

/// A drawing with its claims.
struct Case {
    name: String,
    lines: Vec<String>,
}

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cases of a file, each under a line `== name`.
fn cases(file: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let text = read(&format!("tests/bees/{file}"));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("== ") {
            cases.push(Case { name: name.to_owned(), lines: Vec::new() });
        } else if let Some(case) = cases.last_mut() {
            case.lines.push(line.to_owned());
        }
    }
    cases
}

fn names(file: &str) -> BTreeSet<String> {
    cases(file).into_iter().map(|case| case.name).collect()
}

/// The position of a head line and eleven drawn lines.
fn drawn(head: &str, rows: &[String]) -> Position {
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let dots: String = row.split_whitespace().collect();
            (1..=11).rev().fold(dots, |text, run| text.replace(&".".repeat(run), &run.to_string()))
        })
        .collect();
    let (side, dead) = head.split_once(" to play").unwrap();
    let dead = dead.strip_prefix(", dead ").unwrap_or("-");
    let text = format!("{} {} {dead} -", rows.join("/"), &side[..1]);
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn legal(position: &Position, text: &str) -> Option<Move> {
    position.read_move(text).ok().filter(|&mv| position.is_legal(mv))
}

fn run(case: &Case) {
    let name = &case.name;
    let mut lines = case.lines.iter().filter(|line| !line.trim().is_empty());
    let head = lines.next().unwrap_or_else(|| panic!("{name}: no position"));
    let rows: Vec<String> = lines.by_ref().take(11).cloned().collect();
    let start = drawn(head, &rows);
    assert_agreement(&start);
    let mut position = start;
    let mut said = 0;
    for line in lines {
        let mut words = line.split_whitespace();
        let verb = words.next().unwrap();
        let words: Vec<&str> = words.collect();
        let here = || format!("{name}: {line}\n{}{:?}", position.drawing(), texts(&position));
        said += 1;
        match verb {
            "legal" => {
                assert!(words.iter().all(|text| legal(&position, text).is_some()), "{}", here());
            }
            "illegal" => {
                assert!(words.iter().all(|text| legal(&position, text).is_none()), "{}", here());
            }
            "all" => {
                let all = texts(&position).into_iter().filter(|text| text.starts_with(words[0]));
                let expected: BTreeSet<String> =
                    words[1..].iter().map(|&text| text.to_owned()).collect();
                assert_eq!(all.collect::<BTreeSet<_>>(), expected, "{}", here());
            }
            "play" => {
                let mv = legal(&position, words[0]).unwrap_or_else(|| panic!("{}", here()));
                assert_eq!(position.text_of(mv), words[0], "{}", here());
                position = position.after(mv);
                assert_agreement(&position);
            }
            "at" => {
                for pair in words.chunks(2) {
                    let hex: Hex = pair[0].parse().unwrap();
                    assert_eq!(letter(&position, hex), pair[1], "{hex} in {}", here());
                }
            }
            "dead" => {
                let dead = position.to_string().split(' ').nth(2).map(str::to_owned);
                assert_eq!(dead.as_deref(), Some(words[0]), "{}", here());
            }
            "outcome" => {
                let outcome = match position.outcome() {
                    None => "none",
                    Some(Outcome::Draw) => "draw",
                    Some(Outcome::Win(Color::Black)) => "black",
                    Some(Outcome::Win(Color::White)) => "white",
                };
                assert_eq!(outcome, words[0], "{}", here());
            }
            "again" => position = start,
            _ => panic!("{name}: what is `{line}`?"),
        }
    }
    assert!(said > 0, "{name}: nothing is said about the drawing");
}

fn texts(position: &Position) -> BTreeSet<String> {
    position.legal_moves().into_iter().map(|mv| position.text_of(mv)).collect()
}

/// The letter on a hex.
fn letter(position: &Position, hex: Hex) -> String {
    let drawing = position.drawing();
    let row = drawing.lines().nth(usize::from(10 - hex.row())).unwrap();
    let first = hex.row().saturating_sub(5);
    row.split_whitespace().nth(usize::from(hex.diagonal() - first)).unwrap().to_owned()
}

#[test]
fn every_sentence_of_the_page_holds() {
    let cases = cases("page.bees");
    assert!(cases.len() >= 30);
    cases.iter().for_each(run);
}

#[test]
fn every_ruling_is_drawn_and_holds() {
    let text = read("crates/bees/RULINGS.md");
    let headings = text.lines().filter_map(|line| line.strip_prefix("### "));
    assert_eq!(headings.map(str::to_owned).collect::<BTreeSet<_>>(), names("rulings.bees"));
    cases("rulings.bees").iter().for_each(run);
}

/// The map at the end of the rulings names a test for every sentence and every drawing of the page.
#[test]
fn the_map_and_the_drawings_agree() {
    let text = read("crates/bees/RULINGS.md");
    let (_, map) = text.split_once("## The page, sentence by sentence").unwrap();
    let rows = map.lines().filter_map(|line| line.split_once(". ")?.1.rsplit_once(": "));
    let named: BTreeSet<&str> = rows.flat_map(|(_, tests)| tests.split("; ")).collect();
    let numbers = (1..=34).filter(|number| map.contains(&format!("\n{number}. ")));
    assert_eq!(numbers.count(), 34, "the page has 34 sentences");
    let (drawn, ruled) = (names("page.bees"), names("rulings.bees"));
    for case in &drawn {
        assert!(named.contains(case.as_str()), "`{case}` is not on the map");
    }
    let sources = ["hex", "bee", "drawing"].map(|file| read(&format!("crates/bees/src/{file}.rs")));
    let sources = sources.concat() + &read("tests/bees/properties.rs");
    let sessions = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/bees/sessions");
    for name in named {
        let function = format!("fn {name}()");
        let is_ruling = |ruling: &String| ruling.split('.').next() == name.strip_prefix("ruling ");
        let exists = drawn.contains(name)
            || ruled.iter().any(is_ruling)
            || sources.contains(&function)
            || sessions.join(name).is_file();
        assert!(exists, "the map names `{name}`, which is no test");
    }
}
