//! The content of answers.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use super::{answers_to, games, lines, query, timeless};
use crate::program::waggle;

/// The answers by query id, without times.
fn by_id(answers: Vec<Value>) -> BTreeMap<String, Value> {
    let id = |answer: &Value| answer["id"].as_str().expect("an id").to_owned();
    answers.into_iter().map(|answer| (id(&answer), timeless(answer))).collect()
}

#[test]
fn an_answer_is_the_same_whatever_is_searched_beside_it() {
    let full = |id: usize, game: &str| {
        json!({ "id": id.to_string(), "game": game, "nodes": 1500, "lines": 2, "explain": true,
            "threat": true, "win_within": 3 })
    };
    let asked: Vec<Value> =
        games().iter().take(8).enumerate().map(|(id, game)| full(id, game)).collect();
    let alone = by_id(answers_to(&["--threads", "1"], &lines(&asked)));
    assert_eq!(alone.len(), asked.len());
    // In another order, among queries that need tables of other sizes.
    let mut mixed = vec![];
    for (index, query) in asked.iter().rev().enumerate() {
        mixed.push(query.clone());
        mixed.push(self::query(&format!("other {index}"), games()[20 + index], 40_000));
    }
    let mut beside = by_id(answers_to(&["--threads", "3"], &lines(&mixed)));
    beside.retain(|id, _| !id.starts_with("other"));
    assert_eq!(alone, beside);
}

#[test]
fn an_answer_is_what_analyze_says() {
    let game = games()[3];
    let answer = answers_to(&[], &lines(&[query("a", game, 3000)])).remove(0);
    let args = ["analyze", game, "--nodes", "3000", "--threads", "1", "--table", "1", "--json"];
    let analyzed = waggle(&args).document();
    let mut answer = timeless(answer);
    assert_eq!(answer.as_object_mut().and_then(|fields| fields.remove("id")), Some("a".into()));
    assert_eq!(answer, timeless(analyzed));
}

#[test]
fn all_positions_of_a_game_are_answered_and_counted_down() {
    let game = "Base;;;wS1;bS1 wS1-;wQ -wS1";
    let asked = json!({ "id": "a", "game": game, "plies": "all", "nodes": 50 });
    let answers = answers_to(&["--threads", "2"], &lines(&[asked]));
    let left: Vec<_> = answers.iter().filter_map(|answer| answer["left"].as_u64()).collect();
    assert_eq!(left, [3, 2, 1, 0]);
    let mut plies: Vec<_> = answers.iter().filter_map(|answer| answer["ply"].as_u64()).collect();
    plies.sort_unstable();
    assert_eq!(plies, [0, 1, 2, 3]);
}

#[test]
fn a_forced_win_comes_with_its_proof_and_what_was_threatened() {
    let text = include_str!("../data/puzzles.txt");
    let game = text.lines().find_map(|line| line.strip_prefix("win 1 ")).expect("a win in one");
    let ask = |id, game: &str| json!({ "id": id, "game": game, "nodes": 1, "win_within": 1, "threat": true });
    let answers = by_id(answers_to(&[], &lines(&[ask("won", game), ask("new", "Base")])));
    let won = &answers["won"];
    assert_eq!(won["solution"]["score"]["win"]["plies"], 1);
    assert_ne!(won["threat"]["side_to_move"], won["side_to_move"]);
    assert_eq!(
        won["depth"], 1,
        "one node is not enough for a depth, which is searched all the same"
    );
    assert_eq!(answers["new"]["threat"], Value::Null);
    assert_eq!(answers["new"]["solution"]["proof"], Value::Null);

    let ended = format!("{game};{}", won["solution"]["proof"]["move"].as_str().expect("a move"));
    let answer = answers_to(&[], &lines(&[ask("a", &ended)])).remove(0);
    assert_eq!((&answer["score"]["win"]["plies"], &answer["lines"]), (&0.into(), &json!([])));
    assert_eq!((&answer["threat"], &answer["solution"]["proof"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_review_is_the_one_of_review_all() {
    let folder = super::folder("service-review");
    let file = folder.join("game.txt");
    fs::write(&file, games()[5]).expect("a file can be written");
    let file = file.display().to_string();
    let args = ["review", &file, "--all", "--json-lines", "--nodes", "60", "--threads", "1"];
    let line = waggle(&args).document();
    let asked = json!({ "id": "a", "game": games()[5], "nodes": 60, "review": true });
    let review = answers_to(&[], &lines(&[asked])).remove(0);
    assert_eq!((&review["kind"], &review["left"]), (&"review".into(), &0.into()));
    assert_eq!((&review["moves"], &review["players"]), (&line["moves"], &line["players"]));
    assert!(!review["moves"][0]["reasons"].as_array().expect("a list").is_empty());
}
