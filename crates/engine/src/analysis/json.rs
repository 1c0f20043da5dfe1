//! Lines and reports as JSON. `docs/json.md` has the schema.

use serde::{Deserialize, Serialize};

use crate::document::{Format, Side};
use crate::eval::Network;
use crate::search::{Line, Report};
use waggle_hive_core::notation::{game_string, hop, move_strings};
use waggle_hive_core::rules::{Color, Game, Move, Position};

use super::{Explanation, ExplanationObject, ScoreObject, WhiteScore};

/// A line in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct LineObject {
    pub score: ScoreObject,
    pub moves: Vec<String>,
}

impl LineObject {
    /// A line from `position`.
    pub fn of(position: &Position, line: &Line<Move>) -> Self {
        let score = WhiteScore::new(line.score, position.side_to_move());
        Self { score: score.object(), moves: move_strings(position, &line.moves) }
    }
}

/// The score and the lines of a report from White's view, re-sorted so that the best is first.
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

/// The game after a pass of the side to move, in which the opponent's best line is what it threatens;
/// `None` before both players have placed a piece, and after the end.
pub fn passed(game: &Game) -> Option<Game> {
    let position = game.position();
    let has_pieces = |color: Color| position.pieces_on_table().any(|piece| piece.color() == color);
    let is_open = game.outcome().is_none() && Color::ALL.into_iter().all(has_pieces);
    is_open.then(|| Game::from_position(position.after(Move::Pass)))
}

/// The result of a search in a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct ReportObject {
    pub side_to_move: Side,
    pub depth: u8,
    pub deepest: u8,
    pub nodes: u64,
    pub seconds: f64,
    pub nodes_per_second: u64,
    pub score: ScoreObject,
    pub lines: Vec<LineObject>,
}

impl ReportObject {
    /// The report of a search of `position`.
    pub fn of(position: &Position, report: &Report<Move>) -> Self {
        let (score, lines) = best_first(position, report);
        Self {
            side_to_move: position.side_to_move().into(),
            depth: report.depth,
            deepest: report.deepest,
            nodes: report.nodes,
            seconds: thousandths(report.elapsed.as_secs_f64()),
            nodes_per_second: report.nodes_per_second(),
            score: score.object(),
            lines: lines.iter().map(|line| LineObject::of(position, line)).collect(),
        }
    }
}

/// The document of a completed iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IterationDocument {
    kind: &'static str,
    format: Format,
    #[serde(flatten)]
    report: ReportObject,
}

impl IterationDocument {
    /// The report of a search of `position`.
    pub fn of(position: &Position, report: &Report<Move>) -> Self {
        Self { kind: "iteration", format: Format, report: ReportObject::of(position, report) }
    }
}

/// The final document of an analysis: the report with the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultDocument {
    kind: &'static str,
    format: Format,
    #[serde(flatten)]
    report: ReportObject,
    game: String,
    hop: String,
    ply: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<ExplanationObject>,
}

impl ResultDocument {
    /// The report of a search of a game's current position.
    pub fn of(game: &Game, report: &Report<Move>) -> Self {
        Self {
            kind: "result",
            format: Format,
            report: ReportObject::of(game.position(), report),
            game: game_string(game),
            hop: hop(game.position()),
            ply: game.position().ply(),
            evaluation: None,
        }
    }

    /// Adds the static evaluation.
    #[must_use]
    pub fn with_evaluation(self, explanation: &Explanation) -> Self {
        Self { evaluation: Some(explanation.object()), ..self }
    }
}

/// The document of a static evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplanationDocument {
    kind: &'static str,
    format: Format,
    game: String,
    ply: u16,
    side_to_move: Side,
    evaluation: ExplanationObject,
}

impl ExplanationDocument {
    /// The evaluation of a game's current position by a network.
    pub fn of(network: &Network, game: &Game) -> Self {
        Self {
            kind: "explanation",
            format: Format,
            game: game_string(game),
            ply: game.position().ply(),
            side_to_move: game.position().side_to_move().into(),
            evaluation: Explanation::of(network, game.position()).object(),
        }
    }
}

/// Rounds to the three decimals used in documents.
pub fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Score;
    use waggle_hive_core::notation::{parse_game, parse_move};

    fn report(lines: Vec<Line<Move>>) -> Report<Move> {
        let first = Report::after(3000, lines[0].score, &lines[0].moves);
        Report { depth: 4, deepest: 9, elapsed: Duration::from_millis(1500), lines, ..first }
    }

    #[test]
    fn a_better_later_line_comes_first() {
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
        insta::assert_snapshot!(serde_json::to_string_pretty(&ReportObject::of(game.position(), &report)).unwrap(), @r#"
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
            "white_chance": 0.404
          },
          "lines": [
            {
              "score": {
                "liberties": -0.25,
                "win": null,
                "words": "+0.25 liberties for Black",
                "white_chance": 0.404
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
