//! Archives as the sites have them: hivegame.com's lines, boardspace.net's zips, logs of Board
//! Game Arena; which of their games count, and what is told of all of them.

use std::fs;

use serde_json::Value;

use super::archive::{documents, done};
use crate::program::{folder, waggle};

const LINES: &str = "tests/data/sites/site.jsonl";

#[test]
fn a_game_with_the_id_of_an_earlier_one_counts_once_unless_it_has_got_further() {
    let folder = folder("sites-repeats");
    let path = |name: &str| folder.join(name).display().to_string();
    let line = |id: &str, moves: &str, status: &str| {
        format!(
            "{{\"game_id\":\"{id}\",\"game_type\":\"Base\",\"history\":[[\"wS1\",\"\"]{moves}],\
             \"game_status\":{status},\"white_player\":{{\"username\":\"ann\"}},\
             \"black_player\":{{\"username\":\"bo\"}}}}\n"
        )
    };
    let (more, won) = (",[\"bS1\",\"wS1-\"]", "{\"Finished\":{\"Winner\":\"White\"}}");
    let running = line("x", "", "\"InProgress\"");
    let (done, other) = (line("x", more, won), line("y", more, won));
    fs::write(path("a.jsonl"), format!("{running}{running}{done}{other}")).unwrap();
    fs::write(path("b.jsonl"), format!("{done}{running}{other}")).unwrap();
    let archive = [path("a.jsonl"), path("b.jsonl")];
    let run = |args: &[&str]| {
        let args: Vec<&str> =
            args.iter().copied().chain(archive.iter().map(String::as_str)).collect();
        done_with(&args)
    };
    let says = "4 games with the id of an earlier one count once\n";
    let (games, told) = run(&["convert"]);
    assert_eq!((games.lines().count(), told.as_str()), (3, says), "{games}");
    for verb in [
        &["review", "--all", "--json-lines", "--depth", "1", "--table", "1"][..],
        &["openings", "--json", "--nodes", "0", "--min-games", "1"],
        &["ratings", "--json"],
    ] {
        let (document, told) = run(verb);
        assert!(told.contains(says), "{verb:?}: {told}");
        let documents = documents(&document);
        match verb[0] {
            "review" => {
                let number = |it: &Value| it["number"].as_u64();
                assert_eq!(documents.iter().filter_map(number).collect::<Vec<_>>(), [1, 3, 4]);
            }
            "openings" => assert_eq!(documents[0]["games"], 3),
            _ => assert_eq!(documents[0]["games"], 2, "one has no result"),
        }
    }
    // What a person has written beside a game is no repeat of it.
    let pgn = path("a.pgn");
    done_with(&["convert", &archive[0], "-o", &pgn]);
    let noted = fs::read_to_string(&pgn).unwrap().replace("2. bS1 wS1-", "2. bS1 wS1- {sound}");
    fs::write(&pgn, &noted).unwrap();
    let (games, told) = done_with(&["convert", &pgn, &archive[0], "--to", "pgn"]);
    assert_eq!(games.matches("{sound}").count(), 2, "{games}");
    assert!(told.starts_with("2 games"), "{told}");
}

fn done_with(args: &[&str]) -> (String, String) {
    done(waggle(args))
}

#[test]
fn the_lines_of_the_site_are_read_in_every_encoding() {
    let folder = folder("sites-encodings");
    let text = fs::read_to_string(LINES).unwrap();
    let utf_16 = |swap: bool| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(|unit| if swap { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let expected = text_of_games(LINES);
    for (name, bytes) in [
        ("utf-16-le.jsonl", utf_16(false)),
        ("utf-16-be.jsonl", utf_16(true)),
        ("utf-8-bom.jsonl", format!("\u{feff}{text}").into_bytes()),
        ("cr.jsonl", text.replace('\n', "\r").into_bytes()),
        ("crlf.jsonl", text.replace('\n', "\r\n").into_bytes()),
        ("no-end.jsonl", text.trim_end().as_bytes().to_vec()),
    ] {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        assert_eq!(text_of_games(&path.display().to_string()), expected, "{name}");
    }
}

/// The games of a file that can be read, as strings.
fn text_of_games(path: &str) -> String {
    waggle(&["convert", path, "--keep-going"]).out
}

#[test]
fn what_a_line_of_the_site_holds_commands_no_terminal_no_page_and_fills_no_screen() {
    let folder = folder("sites-hostile");
    let path = |name: &str| folder.join(name).display().to_string();
    let long = "y".repeat(200_000);
    fs::write(path("long.jsonl"), format!("{{\"game_id\":\"x\",\"history\":\"{long}\"}}\n"))
        .unwrap();
    let told = waggle(&["convert", &path("long.jsonl")]).err;
    assert!(told.len() < 500 && told.contains("expected a game of hivegame.com"), "{}", told.len());

    let line = fs::read_to_string(LINES).unwrap().lines().next().unwrap().to_owned();
    let tag = "<script>alert(1)</script>";
    let line = line
        .replace("\"ann\"", &format!("\"{tag}\\u001b[2J\""))
        .replace("Summer Cup", "<img src=x onerror=alert(1)>")
        .replace("Resigned", "</script><img src=x>");
    assert!(line.contains(tag) && line.contains("<img"));
    fs::write(path("hostile.jsonl"), line).unwrap();
    let (hostile, report, pages) = (path("hostile.jsonl"), path("report"), path("pages"));
    for args in [
        &["openings", &hostile, "--nodes", "0", "--min-games", "1", "--report", &report][..],
        &["review", "--all", &hostile, "--depth", "1", "--table", "1", "--html", &pages],
        &["ratings", &hostile],
    ] {
        let (out, err) = done(waggle(args));
        assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "{args:?}");
    }
    for page in
        [path("report/index.html"), path("pages/index.html"), path("pages/games/00001.html")]
    {
        let page = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(!page.contains(tag) && !page.contains("<img src=x"), "{page}");
    }
}

#[test]
fn one_game_proves_little() {
    let folder = folder("sites-one");
    let one = folder.join("one.jsonl").display().to_string();
    fs::write(&one, fs::read_to_string(LINES).unwrap().lines().next().unwrap()).unwrap();
    let (out, _) = done(waggle(&["ratings", &one, "--json"]));
    let players = documents(&out)[0]["players"].as_array().cloned().expect("a list");
    let error = |player: &Value| player["rating"]["error"].as_f64().expect("a number");
    assert!(players.iter().all(|player| error(player) > 500.0), "{out}");
    let report = folder.join("report").display().to_string();
    done(waggle(&["openings", &one, "--nodes", "0", "--min-games", "1", "--report", &report]));
    let page = fs::read_to_string(folder.join("report/index.html")).unwrap();
    assert!(page.contains("100 % (17.1–100.0)") || page.contains("(17."), "an interval: {page}");
    let none = waggle(&["ratings", "examples/archive/base.pgn", "--player", "nobody"]);
    assert_eq!(none.code, Some(2));
}

#[test]
fn an_archive_is_described_by_a_page_and_plots() {
    let folder = folder("sites-report").join("report");
    let report = folder.display().to_string();
    let limits = ["--nodes", "0", "--plies", "1", "--min-games", "1"];
    let args = [&["openings", LINES, "--report", &report], &limits[..]].concat();
    let (out, _) = done(waggle(&args));
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
    let page = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("{{"), "{page}");
    let again = waggle(&args);
    assert!(again.err.contains("--force"), "nothing is lost unasked");
}

#[test]
fn three_players_get_one_joint_rating() {
    let (out, _) = done(waggle(&["ratings", "examples/levels.pgn", "--json"]));
    let document = &documents(&out)[0];
    assert_eq!((&document["kind"], &document["format"]), (&"ratings".into(), &1.into()));
    let players = document["players"].as_array().expect("a list");
    let elo = |player: &Value| player["rating"]["elo"].as_f64().expect("a number");
    assert!(players.len() > 2 && players.windows(2).all(|two| elo(&two[0]) >= elo(&two[1])));
    assert!(players.iter().all(|player| player["rating"]["error"].as_f64() > Some(0.0)));
    assert!(players.iter().map(elo).sum::<f64>().abs() < 1e-6, "their mean is 0");
    let (table, _) = done(waggle(&["ratings", "examples/levels.pgn"]));
    assert_eq!(table.lines().count(), players.len() + 1, "{table}");
    assert!(table.lines().last().is_some_and(|line| line.contains("White's advantage")), "{table}");
    let output = waggle(&["ratings", LINES, "--bots", "none", "--json"]);
    let people = &documents(&output.out)[0];
    assert_eq!(
        (people["games"].as_u64(), people["players"].as_array().map(Vec::len)),
        (Some(4), Some(3))
    );
    let few = waggle(&["ratings", LINES, "--min-games", "9"]);
    assert!(few.err.contains("error: no two players with 9 games or more have met"));
}
