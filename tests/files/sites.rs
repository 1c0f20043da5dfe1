//! Archives as the sites have them: hivegame.com's lines, boardspace.net's zips, logs of Board
//! Game Arena; which of their games count, and what is told of all of them.

use std::fs;

use serde_json::Value;

use super::archive::{documents, done, text, waggle};
use crate::program::folder;

const LINES: &str = "tests/data/sites/site.jsonl";
const ZIP: &str = "tests/data/sites/boardspace.zip";
const LOG: &str = "tests/data/sites/arena.bga";

#[test]
fn the_lines_of_the_site_become_pgn_and_come_back() {
    let folder = folder("sites-convert");
    let path = |name: &str| folder.join(name).display().to_string();
    let (pgn, lines) = (path("a.pgn"), path("a.jsonl"));
    let (_, err) = done(&waggle(&["convert", LINES, "--keep-going", "-o", &pgn]));
    for error in [
        "game 5, line 5: expected a game of hivegame.com",
        "game 6, line 6: move 2",
        "game 7, line 7",
    ] {
        assert!(err.contains(error), "{error}\n{err}");
    }
    assert!(
        err.contains("game 12: the result is `WhiteWins`, but the moves give `BlackWins`"),
        "{err}"
    );
    assert!(err.contains("\nwarning: 2 games in all are not as their files say\n"), "{err}");
    let written = fs::read_to_string(&pgn).expect("it is written");
    assert_eq!(written.matches("[GameType ").count(), 11);
    assert!(written.contains("\n4. bQ bL-\n{[%clk 0:04:57.5]}\n"), "{written}");
    done(&waggle(&["convert", &pgn, "-o", &lines]));
    let (again, _) = done(&waggle(&["convert", &lines, "--to", "pgn"]));
    assert_eq!(again, written);
}

#[test]
fn speed_rating_bots_rated_and_conclusion_choose_games_of_every_verb() {
    let count = |args: &[&str]| {
        let output = waggle(&[&["convert", LINES, "--keep-going"], args].concat());
        text(&output.stdout).lines().count()
    };
    for (args, games) in [
        (&["--speed", "blitz"][..], 7),
        (&["--speed", "Rapid,classic"], 2),
        (&["--min-rating", "1502", "--max-rating", "1700"], 1),
        (&["--bots", "none"], 7),
        (&["--bots", "any"], 4),
        (&["--bots", "both"], 1),
        (&["--rated", "no"], 2),
        (&["--conclusion", "forfeit,draw"], 2),
        (&["--type", "Base", "--result", "black"], 2),
        (&["--player", "CY", "--speed", "bullet"], 1),
    ] {
        assert_eq!(count(args), games, "{args:?}");
    }
    let review = ["review", "--all", LINES, "--depth", "1", "--table", "1", "--json-lines"];
    let (out, _) = done(&waggle(&[&review[..], &["--speed", "rapid"]].concat()));
    assert_eq!(documents(&out)[0]["number"], 4, "games keep their numbers");
    let (out, _) = done(&waggle(&["openings", LINES, "--nodes", "0", "--json", "--bots", "none"]));
    assert_eq!(documents(&out)[0]["games"], 7);
    let none = waggle(&["puzzles", LINES, "--speed", "hyper"]);
    assert!(text(&none.stderr).ends_with("error: none of the 11 games matches the filters\n"));
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn zips_are_read_without_unpacking() {
    let output = waggle(&["convert", ZIP, "--keep-going"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(out.lines().count(), 3, "{out}");
    assert!(
        err.contains("boardspace.zip/games/go.sgf: game 1, line 1: expected a game of Hive"),
        "{err}"
    );
    let shown = waggle(&["show", ZIP, "--game", "2", "--format", "text"]);
    assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
}

#[test]
fn logs_of_board_game_arena_are_read_with_their_numbers_mapped() {
    let (out, _) = done(&waggle(&["convert", LOG, "tests/data/sites/arena-answer.bga"]));
    assert_eq!(
        out,
        "Base;InProgress;Black[3];wG1;bA1 wG1-;wQ -wG1;bQ bA1-;wG2 \\wQ\n\
         Base+LP;InProgress;White[2];wL;bP wL-\n"
    );
}

#[test]
fn an_archive_is_described_by_a_page_and_plots() {
    let folder = folder("sites-report").join("report");
    let report = folder.display().to_string();
    let args = [
        "openings",
        LINES,
        "--nodes",
        "0",
        "--plies",
        "1",
        "--min-games",
        "1",
        "--report",
        &report,
    ];
    let (out, _) = done(&waggle(&args));
    assert!(!out.contains("bL"), "the table keeps its plies: {out}");
    let page = fs::read_to_string(folder.join("index.html")).expect("it is written");
    for part in [
        "An archive of 11 games",
        "wL, bL wL-, wQ -wL, bQ bL-",
        "one program",
        "1400–1599",
        "Blitz",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(folder.join("white-by-speed.svg").exists());
    let again = waggle(&args);
    assert!(text(&again.stderr).contains("--force"), "nothing is lost unasked");
}

#[test]
fn three_players_get_one_joint_rating() {
    let (out, _) = done(&waggle(&["ratings", "examples/levels.pgn", "--json"]));
    let document = &documents(&out)[0];
    assert_eq!((&document["kind"], &document["format"]), (&"ratings".into(), &1.into()));
    let players = document["players"].as_array().expect("a list");
    let elo = |player: &Value| player["rating"]["elo"].as_f64().expect("a number");
    assert!(players.len() > 2 && players.windows(2).all(|two| elo(&two[0]) >= elo(&two[1])));
    assert!(players.iter().all(|player| player["rating"]["error"].as_f64() > Some(0.0)));
    assert!(players.iter().map(elo).sum::<f64>().abs() < 1e-6, "their mean is 0");
    let (table, _) = done(&waggle(&["ratings", "examples/levels.pgn"]));
    assert_eq!(table.lines().count(), players.len() + 1, "{table}");
    assert!(table.lines().last().is_some_and(|line| line.contains("White's advantage")), "{table}");
    let output = waggle(&["ratings", LINES, "--bots", "none", "--json"]);
    let people = &documents(&text(&output.stdout))[0];
    assert_eq!(
        (people["games"].as_u64(), people["players"].as_array().map(Vec::len)),
        (Some(4), Some(3))
    );
    let few = waggle(&["ratings", LINES, "--min-games", "9"]);
    assert!(text(&few.stderr).contains("error: no two players with 9 games or more have met"));
}
