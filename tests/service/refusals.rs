//! Errors, with the id of their query.

use serde_json::{Value, json};

use super::{answers_to, endless, games, lines, query, reading};

#[test]
fn an_error_names_its_line_and_its_query_and_the_others_are_answered() {
    let long = format!(r#"{{"id":"long","game":"{}"}}"#, "x".repeat(200_000));
    let sent = [
        query("good", "Base", 10).to_string(),
        "{\"id\":\"cut\",\"game\":".to_owned(),
        String::new(),
        r#"{"id":"unknown","game":"Base","node":5}"#.to_owned(),
        r#"{"id":"illegal","game":"Base;;;wS1;bS1 wA1-"}"#.to_owned(),
        long,
        r#"{"id":"type","game":"Chess"}"#.to_owned(),
        r#"{"id":"plies","game":"Base","plies":[1]}"#.to_owned(),
        r#"{"id":"none","game":"Base","review":true}"#.to_owned(),
        r#"{"id":7,"game":"Base"}"#.to_owned(),
        query("last", "Base", 10).to_string(),
    ];
    let answers = answers_to(&["--threads", "1"], &sent);
    let mut errors = vec![];
    for answer in answers.iter().filter(|answer| answer["kind"] == "error") {
        let text = answer["error"].as_str().expect("a text");
        errors.push((answer["line"].as_u64().expect("a number"), answer["id"].as_str(), text));
    }
    let expected = [
        (2, None, "EOF while parsing a value"),
        (4, Some("unknown"), "node: unknown field `node`, expected one of `id`"),
        (5, Some("illegal"), "game: move 2, `bS1 wA1-`: "),
        (6, None, "expected a line of at most 100000 bytes"),
        (7, Some("type"), "game: expected a game type"),
        (8, Some("plies"), "plies: expected different numbers from 0 to 0"),
        (9, Some("none"), "game: expected a game with moves to review"),
        (10, None, "id: invalid type: integer `7`, expected a string"),
    ];
    assert_eq!(errors.len(), expected.len(), "{errors:#?}");
    for ((line, id, text), (number, query, start)) in errors.iter().zip(expected) {
        assert_eq!((*line, *id), (number, query));
        assert!(text.starts_with(start), "{text}");
    }
    let results = answers.iter().filter(|answer| answer["kind"] == "result");
    assert_eq!(results.map(|answer| &answer["id"]).collect::<Vec<_>>(), ["good", "last"]);
}

#[test]
fn odd_values_are_refused_in_plain_words_that_quote_little_of_them() {
    let long = "x".repeat(90_000);
    let whole = "expected a whole number of 0 or more";
    for (field, value, message) in [
        ("nodes", json!(long), whole),
        ("nodes", json!(-1), whole),
        ("nodes", json!(1e30), whole),
        ("depth", json!(300), "depth: expected a whole number from 1 to 125"),
        ("time", json!(-1), "time: expected more than 0 seconds"),
        ("time", json!(1e308), "time: expected more than 0 seconds"),
        ("every", json!(-1), "every: expected from 0 to"),
        ("lines", json!(0), "lines: expected a whole number from 1 to 100"),
        ("win_within", json!(1_000_000), "win_within: expected a whole number from 1 to 99"),
        ("priority", json!(1e30), "expected a whole number"),
        ("plies", json!([]), "plies: expected different numbers from 0 to 0"),
        ("plies", json!([0, 0]), "plies: expected different numbers from 0 to 0"),
        ("plies", json!(long), "plies: expected `all` or a list of plies"),
        ("game", json!(format!("Base;;;{long}")), "game: move 1, `xxx"),
        ("id", json!("*"), "id: expected another text than `*`"),
        (&long[..9000], json!(1), "unknown field `xxx"),
        ("cancel", json!([long]), "cancel: invalid type"),
        ("status", json!(false), "status: expected `true`"),
    ] {
        let mut query = json!({ "id": "a", "game": "Base", "nodes": 1 });
        if ["cancel", "status"].contains(&field) {
            query = json!({});
        }
        query[field] = value;
        let answers = answers_to(&["--threads", "1"], &lines(&[query]));
        let told = answers[0]["error"].as_str().unwrap_or_else(|| panic!("{field}: {answers:?}"));
        let is_shortened = told.contains('…');
        assert!(is_shortened || told.contains(message), "{field}: {told}");
        assert!(told.len() < 500, "{field}: {}", told.len());
    }
}

#[test]
fn a_text_that_is_not_utf8_is_refused() {
    let error = reading(&["service"], b"{\"id\":\"\xff\",\"game\":\"Base\"}").document();
    assert_eq!((&error["kind"], &error["id"]), (&"error".into(), &Value::Null));
}

#[test]
fn a_query_too_many_and_an_id_twice_are_refused_by_name() {
    let sent = [endless("a"), query("b", games()[0], 10), query("c", "Base", 10)];
    let sent = lines(&[&sent[..], &[query("a", "Base", 10), json!({ "cancel": "*" })]].concat());
    let answers = answers_to(&["--threads", "1", "--queue", "2"], &sent);
    let errors: Vec<_> = answers.iter().filter(|answer| answer["kind"] == "error").collect();
    assert_eq!(errors.len(), 2, "{answers:#?}");
    assert_eq!(
        (&errors[0]["id"], &errors[0]["error"]),
        (&"c".into(), &"the queue is full: 2 queries wait".into())
    );
    assert_eq!(
        (&errors[1]["id"], &errors[1]["error"]),
        (&"a".into(), &"a query with this id is not yet answered".into())
    );
}
