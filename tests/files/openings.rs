//! `waggle openings`, from its command line.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::archive::{documents, done};
use crate::program::{Run, folder, waggle};

/// Four games: two that are the same turned, one of another type, one that cannot be read.
fn archive(folder: &Path) -> String {
    let game = |tags: &[(&str, &str)], moves: &str| {
        let tags = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        format!("{}\n{moves}\n\n", tags.collect::<String>())
    };
    let ann = [
        ("GameType", "Base"),
        ("Date", "2024.05.01"),
        ("White", "Ann"),
        ("Black", "Bo"),
        ("Result", "WhiteWins"),
        ("WhiteElo", "1900"),
        ("BlackElo", "1700"),
    ];
    let bo = [
        ("GameType", "Base"),
        ("Date", "2026.11.20"),
        ("White", "Bo"),
        ("Black", "Cy"),
        ("Result", "Draw"),
        ("WhiteRating", "1750"),
        ("BlackRating", "1850"),
    ];
    let cy = [("GameType", "Base+M"), ("White", "Cy"), ("Black", "ann"), ("Result", "BlackWins")];
    let games = [
        game(&ann, "1. wS1\n2. bS1 wS1-\n3. wA1 -wS1"),
        game(&bo, "1. wS1\n2. bS1 /wS1\n3. wA1 wS1/"),
        game(&[("White", "Di")], "1. wS9"),
        game(&cy, "1. wM\n2. bM wM-"),
    ];
    let path = folder.join("games.pgn");
    fs::write(&path, games.concat()).expect("the file can be written");
    path.display().to_string()
}

fn openings(archive: &str, args: &[&str]) -> Run {
    waggle(&[&["openings", archive, "--nodes", "0", "--min-games", "1"], args].concat())
}

/// The document of a run in which only the game that cannot be read is complained of.
fn document(archive: &str, args: &[&str]) -> Value {
    let output = openings(archive, &[&["--json"], args].concat());
    let (out, err) = done(output);
    assert!(err.starts_with(&format!("warning: {archive}: game 3, line 27: move 1, `wS9`: ")));
    assert!(err.ends_with("; left out\n") && err.lines().count() == 1, "{err}");
    documents(&out).remove(0)
}

#[test]
fn the_table_joins_what_is_the_same_turned() {
    let folder = folder("openings-table");
    let (table, _) = done(openings(&archive(&folder), &["--threads", "2"]));
    insta::assert_snapshot!(table, @r"
    opening         games  White  score  years      players
    Base                2   75 %         2024-2026
      wS1               2   75 %         2024-2026  Ann 1, Bo 1
        bS1 wS1-        2   75 %         2024-2026  Bo 1, Cy 1
          wA1 -wS1      2   75 %         2024-2026  Ann 1, Bo 1
    Base+M              1    0 %
      wM                1    0 %                    Cy 1
        bM wM-          1    0 %                    ann 1
    ");
    let (alone, _) = done(openings(&archive(&folder), &["--threads", "1"]));
    assert_eq!(alone, table);
}

#[test]
fn the_document_has_games_points_years_and_players() {
    let folder = folder("openings-json");
    let args = ["--min-games", "1", "--plies", "2", "--nodes", "50", "--json"];
    let output = waggle(&[&["openings", &archive(&folder)], &args[..]].concat());
    let document = documents(&done(output).0).remove(0);
    assert_eq!((&document["kind"], &document["games"]), (&json!("openings"), &json!(3)));
    let positions = document["positions"].as_array().expect("positions");
    let types: Vec<&Value> = positions
        .iter()
        .filter(|position| position["parent"].is_null())
        .map(|position| &position["type"])
        .collect();
    assert_eq!(types, ["Base", "Base+M"]);
    let start = &positions[0];
    assert_eq!(start["white_points"], json!(1.5));
    let expected = json!([{
        "move": "wS1",
        "to": start["moves"][0]["to"],
        "games": 2,
        "decided": 2,
        "white_points": 1.5,
        "years": [2024, 2026],
        "players": [{ "name": "Ann", "games": 1 }, { "name": "Bo", "games": 1 }],
    }]);
    assert_eq!(start["moves"], expected);
    assert!(positions.iter().all(|position| !position["score"].is_null()));
    let longest = positions.iter().map(|position| position["line"].as_array().map_or(0, Vec::len));
    assert_eq!(longest.max(), Some(2));
}

#[test]
fn filters_leave_the_games_that_are_asked_for() {
    let folder = folder("openings-filters");
    let archive = archive(&folder);
    for (args, games) in [
        (&["--type", "Base"][..], 2),
        (&["--type", "Base", "--type", "Base+M"], 3),
        (&["--type", "Base,Base+M"], 3),
        (&["--player", "ANN"], 2),
        (&["--player", "bo", "--result", "white"], 1),
        (&["--result", "draw"], 1),
        (&["--result", "black"], 1),
        (&["--since", "2025"], 1),
        (&["--until", "2024.05"], 1),
        (&["--since", "2024.05.01", "--until", "2026"], 2),
        (&["--min-rating", "1700"], 2),
        (&["--min-rating", "1720"], 1),
    ] {
        assert_eq!(document(&archive, args)["games"], json!(games), "{args:?}");
    }
    let none = openings(&archive, &["--min-rating", "2500"]);
    let err = none.err;
    assert_eq!(none.code, Some(2));
    assert!(err.ends_with("error: none of the 3 games matches the filters\n"), "{err}");
}

#[test]
fn an_archive_of_fewer_games_than_a_move_needs_is_reported() {
    let folder = folder("openings-few");
    let few = waggle(&["openings", &archive(&folder), "--nodes", "0"]);
    let err = few.err;
    assert_eq!(few.code, Some(1), "{err}");
    let said =
        "warning: no move was played in 5 games or more, of 3 in all; --min-games takes fewer\n";
    assert!(err.ends_with(said), "{err}");
}

#[test]
fn a_page_is_written_beside_the_table_or_printed_instead() {
    let folder = folder("openings-page");
    let (archive, page) = (archive(&folder), folder.join("openings.html"));
    let path = page.display().to_string();
    let (table, _) = done(openings(&archive, &["--html", &path]));
    assert_eq!(table, done(openings(&archive, &[])).0);
    let html = fs::read_to_string(&page).expect("a page");
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("3 games"));
    assert_eq!(done(openings(&archive, &["--html", "-"])).0, html);
}

#[test]
fn usage_errors_are_one_line_before_anything_is_read() {
    let folder = folder("openings-wrong");
    let archive = archive(&folder);
    let nowhere = folder.join("none/openings.html").display().to_string();
    let long = openings(&archive, &["--since", "20.11.2026"]);
    assert!(long.err.contains("expected a date such as 2026, 2026.11 or 2026.11.20"));
    assert_eq!(long.code, Some(2));
    for (args, message) in [
        (&["--html", &nowhere][..], "expected a folder to write it to, found none"),
        (&["--html", &folder.display().to_string()], "expected a file, found a folder"),
    ] {
        let error = openings(&archive, args).complaint();
        assert!(error.contains(message), "{error}");
    }
    let missing = openings("none.pgn", &[]).complaint();
    assert!(missing.contains("expected a file or a folder, found none"), "{missing}");
}
