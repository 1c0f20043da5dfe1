//! The output of `waggle analyze` and `waggle solve`.

use std::collections::BTreeSet;

use serde_json::Value;
use waggle::analysis::Explanation;
use waggle::eval::Network;
use waggle::notation::{parse_game, parse_move};
use waggle::rules::{ByColor, Color, Outcome, Piece, Position};

use crate::program::{Run, command, send, start, waggle};

/// White wins in two moves.
const IN_TWO: &str = r"Base+MLP;InProgress;White[11];wB1;bS1 wB1\;wL wB1/;bA1 /bS1;wM wL/;bM -bA1;wQ -wL;bQ bS1-;wM wL\;bL -bM;wM bQ;bB1 bM\;wB2 wM-;bB1 bA1\;wA1 wM\;bL /wB1;wP \wB2;bL wL/;wP wL\;bM /wA1";
/// White wins in three moves.
const IN_THREE: &str = include_str!("../data/games/win_in_three.txt").trim_ascii_end();

/// Black can only pass.
const ONLY_PASS: &str = r"Base;;;wA1;bB1 wA1/;wQ wA1\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\;wS1 bQ-;bA1 \bQ;wS2 wS1-;bA1 wQ-;wS2 \bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\;bA1 bQ\;wQ wB1\";

/// The output of a success, without times and speeds.
fn timeless(output: Run) -> String {
    assert_eq!(output.code, Some(0), "{}", output.err);
    let text = output.out;
    let lines = text.lines().map(|line| line.split(" nodes in ").next().unwrap_or_default());
    lines.map(|line| line.to_owned() + "\n").collect()
}

fn complaint(args: &[&str]) -> String {
    waggle(args).complaint()
}

#[test]
fn an_analysis_shows_the_board_the_score_in_words_and_the_lines() {
    let output = waggle(&["analyze", IN_TWO, "--depth", "3", "--threads", "1", "--lines", "2"]);
    let text = timeless(output);
    assert!(text.starts_with("             bL\n    wQ    wL\n"), "{text}");
    let found = text.split("turn 11\n\n").nth(1).expect("the board comes first");
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], "White surrounds in 2 moves");
    assert!(lines[1].starts_with("depth 3, longest line "), "{}", lines[1]);
    assert!(lines[3].starts_with(" 1.   White in 3  w"), "{}", lines[3]);
    assert!(lines[4].starts_with(" 2. "), "{}", lines[4]);
    assert_eq!(lines.len(), 5);
}

/// `bestmove` plays an only move at once; its score still needs a search.
#[test]
fn a_timed_analysis_of_an_only_move_looks_ahead() {
    let args = ["analyze", ONLY_PASS, "--time", "0.3", "--threads", "1", "--json"];
    let result = waggle(&args).document();
    assert_eq!(result["lines"][0]["moves"][0], "pass");
    assert!(result["depth"].as_u64() > Some(2), "{result}");
}

#[test]
fn each_depth_is_a_document_and_the_lines_can_be_played() {
    let args =
        ["analyze", IN_TWO, "--depth", "3", "--threads", "1", "--lines", "3", "--json-lines"];
    let documents = waggle(&args).documents();
    let kinds: Vec<&str> =
        documents.iter().filter_map(|document| document["kind"].as_str()).collect();
    assert_eq!(kinds, ["iteration", "iteration", "iteration", "result"]);
    let result = &documents[3];
    let alone = self::waggle(&[&args[..args.len() - 1], &["--json"]].concat()).documents();
    assert_eq!(alone.len(), 1, "--json is one document");
    assert_eq!((&alone[0]["kind"], &alone[0]["lines"]), (&result["kind"], &result["lines"]));
    assert_eq!((&result["game"], &result["ply"]), (&IN_TWO.into(), &20.into()));
    assert_eq!(result["score"]["win"]["plies"], 3);
    let lines = result["lines"].as_array().expect("an array");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["score"], result["score"]);
    for line in lines {
        let mut game = parse_game(IN_TWO).unwrap();
        for text in line["moves"].as_array().expect("an array") {
            let mv = parse_move(game.position(), text.as_str().expect("a text")).unwrap();
            game.play(mv).unwrap();
        }
    }
}

/// The names of all fields of a document.
fn fields(document: &Value, names: &mut BTreeSet<String>) {
    match document {
        Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                fields(value, names);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_documents_is_documented() {
    let schema = include_str!("../../docs/json.md");
    let mut names = BTreeSet::new();
    for args in [
        &["analyze", IN_TWO, "--depth", "2", "--explain", "--json-lines"][..],
        &["analyze", "--type", "Base", "--depth", "1", "--json"],
        &["solve", IN_TWO, "--json"],
        &["bench", "--depth", "1", "--json"],
        &[
            "match",
            "--nodes",
            "20",
            "--max-plies",
            "9",
            "--sprt",
            "elo0=0",
            "--json",
            "--engine",
            "self",
            "--engine",
            "self",
        ],
        &["review", "Base;;;wS1;bS1 wS1-", "--depth", "1", "--json"],
    ] {
        for document in waggle(args).documents() {
            fields(&document, &mut names);
        }
    }
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        // Names of endings and game types, which begin with a capital, are data.
        let is_data = name.starts_with(|letter: char| letter.is_ascii_uppercase());
        let is_snake = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_');
        assert!(is_data || name.chars().all(is_snake), "{name}");
        assert!(schema.contains(&format!("`{name}`")), "{name} is not in docs/json.md");
    }
}

#[test]
fn a_finished_game_is_reported_at_once() {
    let game = format!(r"{IN_TWO};wS1 \wB2;pass");
    assert!(complaint(&["analyze", &game]).contains("move 22, `pass`: a pass is legal only"));
    let solution = waggle(&["solve", IN_TWO, "--json"]).document();
    let mv = &solution["proof"]["move"].as_str().expect("a move").to_owned();
    let reply = &solution["proof"]["replies"][0];
    let moves = format!(
        "{IN_TWO};{mv};{};{}",
        reply["moves"][0].as_str().expect("a reply"),
        reply["answer"]["move"].as_str().expect("an answer")
    );
    let text = timeless(waggle(&["analyze", &moves]));
    assert!(text.ends_with("White has won\n\nWhite has surrounded\n"), "{text}");
    let output = waggle(&["solve", &moves]);
    assert_eq!(output.code, Some(1));
    assert!(output.out.contains("\nthe game is over\n"));
}

#[test]
fn a_win_is_shown_with_all_replies() {
    let text = timeless(waggle(&["solve", IN_THREE, "--threads", "1"]));
    let (_, found) = text.split_once("turn 10\n\n").expect("the board comes first");
    let proof = found.strip_prefix("White surrounds in 3 moves, 5 plies\n\n1. w").expect("a win");
    assert!(proof.contains("\n     2. w") && proof.contains(": 3. w"), "{proof}");
    assert!(proof.lines().all(|line| line.chars().count() <= 100), "{proof}");
    // The replies to the first move are all there by name.
    for reply in ["bS2 \\bL", "bB2 \\bL", "bL \\wQ"] {
        assert!(proof.contains(&format!(" {reply}")), "{reply}: {proof}");
    }
}

/// Asserts that a proof in JSON names every reply, and that it wins.
fn assert_proves(position: &Position, proof: &Value) {
    let play = |position: &Position, text: &Value| {
        let mv = parse_move(position, text.as_str().expect("a text")).unwrap();
        assert!(position.is_legal(mv));
        position.after(mv)
    };
    let position = play(position, &proof["move"]);
    let mut named = 0;
    for group in proof["replies"].as_array().expect("an array") {
        for reply in group["moves"].as_array().expect("an array") {
            let position = play(&position, reply);
            named += 1;
            match &group["answer"] {
                Value::Null => assert_eq!(position.outcome(), Some(Outcome::Win(Color::White))),
                answer => assert_proves(&position, answer),
            }
        }
    }
    assert_eq!(named, position.legal_moves().len());
    assert_eq!(named == 0, position.outcome() == Some(Outcome::Win(Color::White)));
}

#[test]
fn a_solution_is_a_proof_that_can_be_checked() {
    let game = parse_game(IN_THREE).unwrap();
    let output = waggle(&["solve", IN_THREE, "--json", "--within", "5"]);
    assert_eq!(output.code, Some(0));
    let solution = output.document();
    assert_eq!(solution["score"]["win"]["plies"], 5);
    assert_eq!(solution["no_win_within"], 4);
    assert_proves(game.position(), &solution["proof"]);
}

#[test]
fn the_short_helps_are_as_reviewed() {
    for verb in ["analyze", "solve", "show"] {
        insta::assert_snapshot!(format!("{verb}_help"), waggle(&[verb, "-h"]).out);
    }
}

#[cfg(unix)]
#[test]
fn a_request_to_end_ends_an_analysis_with_what_has_been_found() {
    use nix::sys::signal::Signal;
    use std::io::{BufRead as _, BufReader, Read as _};

    let limited = Some("--nodes=1000000000000");
    for (signal, limit, code) in [
        (Signal::SIGINT, None, 0),
        (Signal::SIGINT, limited, 130),
        (Signal::SIGTERM, None, 0),
        (Signal::SIGTERM, limited, 130),
    ] {
        let args = ["analyze", "--json-lines", "--threads", "1"];
        let mut child = start(command(&args).args(limit));
        let mut output = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut line = String::new();
        // The first iteration is over, so that the handler is in place.
        output.read_line(&mut line).expect("it writes");
        send(&child, signal);
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("it writes");
        assert_eq!(child.wait().expect("it ends").code(), Some(code));
        let last = rest.lines().last().expect("a result");
        assert!(last.starts_with(r#"{"kind":"result","#), "{last}");
    }
}

fn explained(game: &str) -> Explanation {
    Explanation::of(&Network::default(), parse_game(game).expect("a game").position())
}

#[test]
fn an_explanation_adds_up_to_the_evaluation_and_names_the_pieces_behind_it() {
    const GAME: &str = "Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-;wQ /wS1;bS1 bQ-;wB1 wS1;bA1 bS1-";
    let explanation = explained(GAME);
    let sum: f64 = explanation.terms.iter().map(|term| term.worth).sum();
    let score = explanation.score.liberties().expect("nobody has won");
    assert!((sum - score).abs() < 0.02, "{sum} and {score}");
    let names = |pieces: &[Piece]| pieces.iter().map(Piece::to_string).collect::<Vec<_>>();
    let queen_safety = explanation.queens.black.expect("she is on the table");
    assert_eq!(names(&queen_safety.filled_by), ["bS1", "bB1"]);
    assert_eq!(queen_safety.liberties(), 4);
    assert_eq!(names(&explanation.pinned.black), ["bQ", "bS1", "bB1"]);
    assert_eq!(explanation.queens.white.expect("she is on the table").covered_by, None);
}

#[test]
fn queens_in_hand_have_no_safety() {
    let explanation = explained("Base;;;wS1;bS1 wS1-");
    assert_eq!(explanation.queens, ByColor { white: None, black: None });
    assert!(explanation.to_string().contains("White's queen is in hand\n"));
    let object = serde_json::to_value(explanation.object()).expect("it has only words and numbers");
    assert_eq!(object["queens"]["white"], Value::Null);
}
