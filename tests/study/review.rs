//! What `waggle review` says about games, and about what is not one.

use std::fs;

use serde_json::Value;
use waggle::notation::{parse_game, parse_move};

use crate::common::engine::wins;
use crate::program::{Run, folder, reading, waggle};

const GAME: &str = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";

fn review(args: &[&str]) -> Run {
    waggle(&[&["review"], args].concat())
}

fn complaint(args: &[&str]) -> String {
    review(args).complaint()
}

#[test]
fn a_game_of_every_format_is_reviewed() {
    for (file, game, title, plies) in [
        ("mzinga.pgn", "1", "one - two, Base+MLP, a sample, 2026.11.20, Black wins", 6),
        ("hivegame.pgn", "1", "ann - joanna, Base+MLP, hivegame.com", 4),
        ("hivegame.pgn", "2", "White - Black, Base+M, hivegame.com, Unkown", 3),
        ("boardspace.sgf", "1", "ann - joanna, Base+MLP, 2026.11.20, Black wins", 8),
        ("games.txt", "3", "White - Black, Base, White wins", 2),
    ] {
        let path = format!("tests/data/games/{file}");
        let text = review(&[&path, "--game", game, "--depth", "1", "--threads", "1"]).said();
        assert!(text.starts_with(title), "{text}");
        assert!(text.contains(&format!("\n{plies} plies, depth 1\n")), "{text}");
    }
}

#[test]
fn a_review_with_one_thread_and_a_depth_says_the_same_every_time() {
    let args = [GAME, "--depth", "3", "--threads", "1"];
    let text = review(&args).said();
    assert_eq!(text, review(&args).said());
    assert!(!text.contains('\u{1b}'), "no colors without a terminal");
}

#[test]
fn each_position_is_searched_even_if_there_is_hardly_any_time() {
    let text = review(&[GAME, "--time", "0.000001", "--threads", "1"]).said();
    assert!(text.contains("\n6 plies, depth 1\n"), "{text}");
}

/// Both queens go to and fro until the position after ply 4 appears for the third time.
const REPETITION: &str = r"Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";

#[test]
fn a_game_drawn_by_repetition_ends_even() {
    let args = [REPETITION, "--depth", "2", "--threads", "1"];
    let document: Value =
        serde_json::from_str(&review(&[&args[..], &["--json"]].concat()).said()).expect("JSON");
    let last = &document["moves"][11];
    assert_eq!(
        (&last["after"]["liberties"], &last["after"]["white_chance"]),
        (&0.0.into(), &0.5.into())
    );
    assert_eq!(
        (&last["repetition"], &document["moves"][10]["repetition"]),
        (&true.into(), &false.into())
    );
    let reasons = last["reasons"].as_array().expect("a list").iter();
    let is_after = |reason: &&Value| reason["from"] == "after";
    assert!(
        reasons.filter(is_after).all(|reason| reason["line"] == serde_json::json!([])),
        "{last}"
    );
    let text = review(&args).said();
    let row = text.lines().find(|line| line.starts_with("  12  bQ bA1-")).expect("the last move");
    assert_eq!(row.split_whitespace().nth(5), Some("0.00"), "{row}");
    assert!(text.contains("\n      The same position for the third time: a draw.\n"), "{text}");
}

/// White had a win in three plies, and repeats the position that it leads to.
const LET_GO: &str = r"Base+ML;InProgress;White[19];wB1;bL -wB1;wB2 wB1/;bG1 -bL;wM wB2-;bG2 bG1\;wQ \wM;bQ \bL;wA1 wB2\;bA1 /bG1;wM -bA1;bG1 wA1-;wA2 wB1\;bM /bQ;wA2 \bQ;bM wA1\;wS1 \wA2;bA2 bG1\;wS1 -wB2;bA2 -wM;wB1 bL;bA2 wM\;wM -bA2;bM wQ/;wB1 bQ;bA3 bA1\;wA3 /wA2;bA3 -wQ;wM -bA3;bA3 bA1\;wM -bA2;bA3 -wQ;wM -bA3;bA3 bA1\;wM \wA2;bA3 -wQ;wM -bA3";

#[test]
fn a_drawn_game_with_a_missed_win_names_its_ply() {
    let args = [LET_GO, "--nodes", "1000", "--threads", "1", "--json"];
    let document: Value = serde_json::from_str(&review(&args).said()).expect("JSON");
    let moves = document["moves"].as_array().expect("a list");
    let last = moves.last().expect("moves have been played");
    assert_eq!(last["repetition"], true);
    let reasons = last["reasons"].as_array().expect("a list");
    let kinds: Vec<&str> = reasons.iter().filter_map(|reason| reason["kind"].as_str()).collect();
    assert!(kinds.starts_with(&["third_time"]) && kinds.contains(&"had_win"), "{kinds:?}");
    let had = &reasons[kinds.iter().position(|kind| *kind == "had_win").expect("it is there")];
    let facts = &had["facts"];
    let ply = |name: &str| facts[name].as_u64().expect("a number") as usize;
    assert_eq!((facts["winner"].as_str(), had["proven"].as_bool()), (Some("White"), Some(true)));
    for ply in [ply("first"), ply("last")] {
        assert_eq!(moves[ply]["before_proven"], true, "{had}");
        assert_eq!(moves[ply]["before"]["win"]["winner"], "White", "{had}");
    }
    // After that White lets it go.
    let is_error = |reviewed: &Value| {
        ["inaccuracy", "mistake", "blunder"].map(Value::from).contains(&reviewed["mark"])
    };
    assert!(
        moves[ply("last")..]
            .iter()
            .any(|reviewed| { reviewed["player"] == "White" && is_error(reviewed) })
    );
    // Had they agreed to a draw where White won, White would still have had the win.
    let last = ply("last");
    let kept: Vec<&str> = LET_GO.split(';').skip(3).take(last).collect();
    let side = ["White", "Black"][last % 2];
    let agreed = format!("Base+ML;Draw;{side}[{}];{}", last / 2 + 1, kept.join(";"));
    let text = review(&[&agreed, "--nodes", "1000", "--threads", "1"]).said();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(" when the game ended."), "{text}");
}

#[test]
fn a_game_that_was_won_is_no_draw_though_its_last_position_stands_for_the_third_time() {
    let resigned = LET_GO.replacen("InProgress", "WhiteWins", 1);
    let args = [&resigned, "--nodes", "1000", "--threads", "1"];
    let text = review(&args).said();
    let last = rows(&text).last().copied().unwrap_or_default();
    assert!(text.contains(", White wins\n") && last.contains("White in 2"), "{text}");
    assert!(!text.contains("draw") && !last.contains("blunder"), "{text}");
    let document: Value =
        serde_json::from_str(&review(&[&args[..], &["--json"]].concat()).said()).expect("JSON");
    let last = document["moves"].as_array().and_then(|moves| moves.last()).expect("moves");
    assert_eq!((&last["repetition"], &last["after_proven"]), (&false.into(), &true.into()));
}

/// The rows of the moves, without the sentences between them.
fn rows(text: &str) -> Vec<&str> {
    let is_row = |line: &&str| {
        line.starts_with(' ')
            && !line.starts_with("      ")
            && line.trim_start().starts_with(|c: char| c.is_ascii_digit())
    };
    text.lines().filter(is_row).collect()
}

/// The numbers of a player's column in the table below the moves.
fn counts(text: &str, player: usize) -> Vec<usize> {
    let titles =
        ["moves", "forced", "best", "good", "inaccuracies", "mistakes", "blunders", "missed wins"];
    let number = |title: &str| {
        let row = text.lines().rev().find_map(|line| line.strip_prefix(title)).expect("a row");
        row.split_whitespace().nth(player).expect("a column").parse().expect("a number")
    };
    titles.map(number).to_vec()
}

#[test]
fn each_move_has_one_mark_and_the_marks_add_up() {
    let text =
        review(&["tests/data/games/boardspace.sgf", "--depth", "2", "--threads", "1"]).said();
    assert!(text.contains("  White, ann  Black, joanna\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for offset in [0, 1] {
        let counts = counts(&text, offset);
        assert_eq!((counts[0], counts[1..7].iter().sum::<usize>()), (4, 4), "{text}");
        let rows: Vec<&str> = rows(&text).into_iter().skip(offset).step_by(2).collect();
        let marked = |mark: &str| rows.iter().filter(|row| row.contains(mark)).count();
        let marks = ["  forced", "  best", "  good", "inaccuracy", "mistake", "blunder"];
        assert_eq!(marks.map(marked), counts[1..7], "{text}");
    }
}

#[test]
fn every_score_names_the_side_that_it_is_good_for() {
    let text = review(&[GAME, "--depth", "2", "--threads", "1"]).said();
    assert_eq!(rows(&text).len(), 6);
    for row in rows(&text) {
        let sides = row.matches("White +").count() + row.matches("Black +").count();
        assert_eq!(sides + row.matches(" 0.00").count(), 2, "{row}");
    }
}

#[test]
fn the_document_is_one_line_with_all_moves() {
    let text = review(&[GAME, "--nodes", "200", "--json"]).said();
    assert_eq!(text.lines().count(), 1);
    let document: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(document["kind"], "review");
    assert_eq!(document["game"]["type"], "Base");
    let moves = document["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 6);
    assert_eq!((&moves[5]["move"], &moves[5]["player"]), (&"bA1 bQ-".into(), &"Black".into()));
    for pair in moves.windows(2) {
        let looked_again = pair.iter().any(|reviewed| reviewed["second_look"] == true);
        assert!(pair[0]["after"] == pair[1]["before"] || looked_again);
    }
    for reviewed in moves {
        let chance = reviewed["after"]["white_chance"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&chance));
        let mark = reviewed["mark"].as_str().expect("a word");
        let marks = ["forced", "best", "good", "inaccuracy", "mistake", "blunder"];
        assert!(marks.contains(&mark), "{mark}");
    }
    for player in ["white", "black"] {
        let counts = &document["players"][player];
        let names = ["forced", "best", "good", "inaccuracies", "mistakes", "blunders"];
        let sum: u64 = names.iter().filter_map(|name| counts[name].as_u64()).sum();
        assert_eq!((sum, counts["moves"].as_u64()), (3, Some(3)));
    }
    assert_eq!(document["players"]["white"]["choices"], 3);
}

/// What the engine would play after these plies of a game, by a search of so many nodes.
fn choice(game: &str, plies: usize, nodes: u64) -> String {
    let fields: Vec<&str> = game.split(';').take(3 + plies).collect();
    let (game, nodes) = (fields.join(";"), nodes.to_string());
    let args = ["analyze", &game, "--threads", "1", "--json", "--nodes", &nodes];
    let result = waggle(&args).document();
    result["lines"][0]["moves"][0].as_str().expect("a move").to_owned()
}

#[test]
fn the_engine_plays_the_move_that_a_review_names() {
    let game = fs::read_to_string("tests/data/repetition-game.txt").expect("it is there");
    let plies = 40;
    let game: Vec<&str> = game.trim().split(';').take(3 + plies).collect();
    let game = game.join(";");
    let nodes = 500;
    let args = [game.as_str(), "--nodes", &nodes.to_string(), "--threads", "1", "--json"];
    let document: Value = serde_json::from_str(&review(&args).said()).expect("JSON");
    let moves = document["moves"].as_array().expect("a list");
    let (mut its_own, mut as_good) = (0, 0);
    for (ply, reviewed) in moves.iter().enumerate() {
        // A later look has three times the nodes, or ten times where the mark was still in doubt.
        let times: &[u64] = if reviewed["second_look"] == true { &[3, 10] } else { &[1] };
        for reason in reviewed["reasons"].as_array().expect("a list") {
            let said = match reason["kind"].as_str() {
                Some("engines_move") => &reviewed["move"],
                Some("as_good") => &reason["facts"]["move"],
                _ => continue,
            };
            let said_by = |times: &u64| choice(&game, ply, times * nodes) == *said;
            assert!(times.iter().any(said_by), "{reviewed}");
            *if said == &reviewed["move"] { &mut its_own } else { &mut as_good } += 1;
        }
    }
    assert!(its_own > 0 && as_good > 5, "{its_own} {as_good}");
}

#[test]
fn nearly_every_error_of_weak_players_is_explained_by_more_than_chances() {
    let args = ["examples/levels.pgn", "--nodes", "500", "--threads", "1", "--json"];
    let document: Value = serde_json::from_str(&review(&args).said()).expect("JSON");
    let (mut errors, mut unexplained, mut later) = (0, 0, 0);
    for reviewed in document["moves"].as_array().expect("a list") {
        if !["inaccuracy", "mistake", "blunder"].iter().any(|mark| reviewed["mark"] == **mark) {
            continue;
        }
        let reasons = reviewed["reasons"].as_array().expect("a list");
        errors += 1;
        unexplained += usize::from(reasons.iter().all(|reason| reason["kind"] == "chances_fall"));
        for reason in reasons.iter().filter(|reason| reason["kind"] == "later") {
            later += 1;
            assert_eq!(reason["proven"], false);
            assert_eq!(reason["facts"]["plies"], reason["line"].as_array().expect("a list").len());
        }
    }
    assert!(errors > 10 && later > 0, "{errors} errors, {later} by a line");
    assert!(unexplained <= 1, "{unexplained} of {errors} errors are not explained");
}

/// By looking at every reply to every move.
#[test]
fn a_move_that_lets_the_opponent_win_next_is_an_error_if_another_holds_out() {
    let args = ["examples/archive", "--all", "--nodes", "100", "--threads", "1", "--json-lines"];
    let output = review(&args);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let (mut errors, mut cheap) = (0, 0);
    for line in output.said().lines() {
        let document: Value = serde_json::from_str(line).expect("JSON");
        let text = document["game"]["game_string"].as_str().expect("a game");
        let game_type = text.split(';').next().expect("a game type");
        let mut game = parse_game(game_type).expect("the start of a game");
        for reviewed in document["moves"].as_array().expect("a list") {
            let played = reviewed["move"].as_str().expect("a move");
            let played = parse_move(game.position(), played).expect("it was played");
            let them = game.position().side_to_move().other();
            let loses_next = |mv| {
                let mut after = game.clone();
                after.play(mv).expect("it is legal");
                wins(&mut after.position().clone(), them, 1)
            };
            if loses_next(played) && !game.position().legal_moves().into_iter().all(loses_next) {
                let mark = reviewed["mark"].as_str().expect("a word");
                assert!(["inaccuracy", "mistake", "blunder"].contains(&mark), "{reviewed}");
                errors += 1;
                cheap += usize::from(reviewed["loss"].as_f64() < Some(0.045));
            }
            game.play(played).expect("it was played");
        }
    }
    assert!(errors > cheap && cheap > 0, "{errors} errors, {cheap} of which cost next to nothing");
}

#[test]
fn a_game_comes_from_standard_input_and_goes_to_a_page() {
    let folder = folder("review_page");
    let page = folder.join("game.html");
    let path = page.display().to_string();
    let read = reading(&["review", "-", "--depth", "1", "--html", &path], GAME);
    assert!(read.said().contains("bA1 bQ-"));
    let text = fs::read_to_string(&page).expect("it is written");
    assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1, "nothing else is left");
}

#[test]
fn usage_errors_are_one_line_before_the_work_and_leave_no_file() {
    let folder = folder("review_mistakes");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let missing = complaint(&["missing.pgn"]);
    assert!(missing.starts_with("error: `missing.pgn`: expected a file of games, or"), "{missing}");
    let broken = complaint(&["tests/data/games/broken.pgn", "--game", "2"]);
    assert!(broken.starts_with("error: reading `tests/data/games/broken.pgn`: game 2, line "));
    assert_eq!(
        complaint(&["Base;;;wS1;bS1 wS1-;wQ bS1-", "--html", &path("a.html")]),
        "error: reading `Base;;;wS1;bS1 wS1-;wQ bS1-`: move 3, `wQ bS1-`: a piece may not be placed next to the opponent's, and bS1 is next to that hex\n"
    );
    assert_eq!(
        complaint(&["tests/data/games/hivegame.pgn", "--game", "5"]),
        "error: `tests/data/games/hivegame.pgn` holds 4 games: there is no game 5\n"
    );
    assert_eq!(
        complaint(&["Base;NotStarted;White[1]"]),
        "error: `Base;NotStarted;White[1]` holds a game without moves, expected some\n"
    );
    let unwritable = complaint(&[GAME, "--html", &path("no/folder/a.html")]);
    assert!(unwritable.starts_with("error: writing `") && unwritable.contains("no/folder"));
    assert!(complaint(&[GAME, "--html", &path("")]).contains("expected a file, found a folder"));
    assert_eq!(
        complaint(&[GAME, "--time", "0"]),
        "error: invalid value '0' for '--time <SECONDS>': expected more than 0 seconds, in which \
         nothing can be done\n"
    );
    for args in [["--depth", "-1"], ["--time", "soon"], ["--nodes", "0"], ["--game", "0"]] {
        assert!(complaint(&[GAME, args[0], args[1]]).starts_with("error: invalid value"));
    }
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0, "no file is left");
}
