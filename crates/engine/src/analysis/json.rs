//! Lines and reports as JSON. `docs/json.md` has the schema.

use serde_json::{Value, json};

use crate::search::{Line, Report};
use waggle_hive_core::notation::{game_string, move_strings};
use waggle_hive_core::rules::{Game, Move, Position};

use super::{Explanation, WhiteScore};

/// A line of play that begins in `position`: `score` and `moves`.
#[must_use]
pub fn line_json(position: &Position, line: &Line<Move>) -> Value {
    let score = WhiteScore::new(line.score, position.side_to_move());
    json!({ "score": score.json(), "moves": move_strings(position, &line.moves) })
}

/// The score and the lines of a report from White's view, the best line first.
///
/// A line that is searched later may turn out better than an earlier one.
#[must_use]
pub fn best_first(position: &Position, report: &Report<Move>) -> (WhiteScore, Vec<Line<Move>>) {
    let mut lines = report.lines.clone();
    lines.sort_by_key(|line| -line.score);
    let score = match (position.outcome(), lines.first()) {
        (Some(outcome), _) => WhiteScore::of_outcome(outcome),
        (None, Some(best)) => WhiteScore::new(best.score, position.side_to_move()),
        (None, None) => WhiteScore::new(report.score, position.side_to_move()),
    };
    (score, lines)
}

/// The result of a search of `position`: `side_to_move`, `depth`, `deepest`, `nodes`,
/// `seconds`, `nodes_per_second`, `score`, and the best `lines`.
#[must_use]
pub fn report_json(position: &Position, report: &Report<Move>) -> Value {
    let (score, lines) = best_first(position, report);
    let lines: Vec<Value> = lines.iter().map(|line| line_json(position, line)).collect();
    json!({
        "side_to_move": position.side_to_move().to_string(),
        "depth": report.depth,
        "deepest": report.deepest,
        "nodes": report.nodes,
        "seconds": thousandths(report.elapsed.as_secs_f64()),
        "nodes_per_second": report.nodes_per_second(),
        "score": score.json(),
        "lines": lines,
    })
}

/// The document of a finished iteration.
#[must_use]
pub fn iteration_json(position: &Position, report: &Report<Move>) -> Value {
    document("iteration", report_json(position, report))
}

/// The last document of an analysis: the report with the position.
#[must_use]
pub fn result_json(game: &Game, report: &Report<Move>) -> Value {
    let mut document = document("result", report_json(game.position(), report));
    document["game"] = game_string(game).into();
    document["ply"] = game.position().ply().into();
    document
}

/// The document of a position whose evaluation is explained without a search.
#[must_use]
pub fn explanation_json(game: &Game) -> Value {
    json!({
        "kind": "explanation",
        "game": game_string(game),
        "ply": game.position().ply(),
        "side_to_move": game.position().side_to_move().to_string(),
        "evaluation": Explanation::of(game.position()).json(),
    })
}

/// A number with as many digits as documents have.
pub fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// These fields with the kind of the document before them.
fn document(kind: &str, fields: Value) -> Value {
    let mut document = json!({ "kind": kind });
    if let (Some(all), Value::Object(fields)) = (document.as_object_mut(), fields) {
        all.extend(fields);
    }
    document
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Score;
    use waggle_hive_core::notation::{parse_game, parse_move};

    fn report(lines: Vec<Line<Move>>) -> Report<Move> {
        Report {
            best: lines.first().map(|line| line.moves[0]),
            score: lines.first().map_or(Score::DRAW, |line| line.score),
            depth: 4,
            deepest: 9,
            nodes: 3000,
            elapsed: Duration::from_millis(1500),
            pv: lines.first().map_or(vec![], |line| line.moves.clone()),
            lines,
        }
    }

    #[test]
    fn a_line_that_turns_out_better_comes_first() {
        let game = parse_game("Base;;;wS1;bS1 wS1-;wQ -wS1").unwrap();
        let read = |text| parse_move(game.position(), text).unwrap();
        let line = |text, score| Line { score: Score::new(score), moves: vec![read(text)] };
        let report = report(vec![line("bQ bS1-", 20), line("bA1 bS1-", 30)]);
        let (score, lines) = best_first(game.position(), &report);
        assert_eq!(score.liberties(), Some(-0.3));
        assert_eq!(lines[0].moves, [read("bA1 bS1-")]);
    }

    #[test]
    fn a_report_is_a_document_from_whites_view() {
        let game = parse_game("Base;;;wS1;bS1 wS1-;wQ -wS1").unwrap();
        let best = parse_move(game.position(), "bQ bS1-").unwrap();
        let line = Line { score: Score::new(25), moves: vec![best] };
        let report = report(vec![line]);
        insta::assert_snapshot!(format!("{:#}", report_json(game.position(), &report)), @r#"
        {
          "side_to_move": "Black",
          "depth": 4,
          "deepest": 9,
          "nodes": 3000,
          "seconds": 1.5,
          "nodes_per_second": 2000,
          "score": {
            "liberties": -0.25,
            "win": null,
            "words": "+0.25 liberties for Black",
            "white_chance": 0.418
          },
          "lines": [
            {
              "score": {
                "liberties": -0.25,
                "win": null,
                "words": "+0.25 liberties for Black",
                "white_chance": 0.418
              },
              "moves": [
                "bQ bS1-"
              ]
            }
          ]
        }
        "#);
    }
}
