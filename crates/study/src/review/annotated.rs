//! A review as comments within its game.

use std::fmt::Write as _;

use serde_json::Value;

use super::Mark;
use super::percent::percent;
use super::tally::text;
use waggle_hive_core::games::{Comment, GameRecord, GameResult};
use waggle_hive_core::notation::{GameStringError, parse_archived_game};
use waggle_hive_core::rules::Color;

/// How many moves of a better line are shown.
const LINE: usize = 4;

/// The game of a line of `waggle review --all`, with its tags, its own comments, and a comment
/// on each error.
///
/// A comment begins with the sign of the mark and the number that chess programs know it by
/// (`??`, `$4`), then come the sentences and the better line. It is a single line of ASCII,
/// and there is one for each move, because the viewers of the field read no others.
///
/// # Errors
///
/// If the line holds no game.
pub fn annotated(line: &Value) -> Result<GameRecord, GameStringError> {
    let game = parse_archived_game(line["game"]["game_string"].as_str().unwrap_or_default())?;
    let mut record = GameRecord::of(&game);
    for (name, value) in line["tags"].as_object().into_iter().flatten() {
        record.set_tag(name, text(value));
    }
    record.result = match line["game"]["result"].as_str() {
        Some("White wins") => GameResult::Win(Color::White),
        Some("Black wins") => GameResult::Win(Color::Black),
        Some("Draw") => GameResult::Draw,
        _ => GameResult::Unfinished,
    };
    record.set_tag("Annotator", concat!("Waggle ", env!("CARGO_PKG_VERSION")));
    for (color, name) in [("white", "WhiteAccuracy"), ("black", "BlackAccuracy")] {
        if let Some(accuracy) = line["players"][color]["accuracy"].as_f64() {
            record.set_tag(name, format!("{accuracy:.1}"));
        }
    }
    let own = line["comments"].as_array().into_iter().flatten();
    record.comments = own
        .map(|comment| Comment {
            ply: comment["ply"].as_u64().unwrap_or_default() as usize,
            text: text(&comment["text"]),
        })
        .collect();
    for (index, mv) in line["moves"].as_array().into_iter().flatten().enumerate() {
        let ply = index + 1;
        let Some(judged) = comment_on(mv) else { continue };
        match record.comments.iter_mut().rfind(|comment| comment.ply == ply) {
            Some(comment) => {
                comment.text.push('\n');
                comment.text.push_str(&judged);
            }
            None => record.comments.push(Comment { ply, text: judged }),
        }
    }
    Ok(record)
}

/// What is said about an error; `None` for other moves.
fn comment_on(mv: &Value) -> Option<String> {
    let mark = Mark::ALL.into_iter().find(|mark| mv["mark"] == mark.to_string())?;
    let glyph = match mark {
        Mark::Inaccuracy => 6,
        Mark::Mistake => 2,
        Mark::Blunder => 4,
        Mark::Forced | Mark::Best | Mark::Good => return None,
    };
    let loss = percent(mv["loss"].as_f64().unwrap_or_default());
    let mut comment = format!("{} ${glyph} {mark}, -{loss} %:", mark.sign());
    for reason in mv["reasons"].as_array().into_iter().flatten() {
        // Writing to a string cannot fail, here and below.
        let _ = write!(comment, " {}", text(&reason["text"]));
    }
    let better = mv["better"]["moves"].as_array().into_iter().flatten().take(LINE).map(text);
    let better: Vec<String> = better.collect();
    if !better.is_empty() {
        let _ = write!(comment, " Better: {}", better.join("; "));
    }
    Some(comment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;
    use crate::review::{Heading, json};
    use waggle_hive_core::games::pgn;

    #[test]
    fn the_game_reads_back_with_its_marks() {
        let heading = Heading { result: "Black wins".to_owned(), ..Heading::default() };
        let mut line = json(&sample(), &heading);
        line["tags"] = serde_json::json!({"White": "ann", "Site": "a \"place\""});
        line["comments"] = serde_json::json!([{"ply": 3, "text": "why {not}?"}]);
        let record = annotated(&line).unwrap();
        let written = pgn::write(&record);
        insta::assert_snapshot!(written);
        assert!(written.is_ascii());
        let read = pgn::read(&written).next().unwrap().unwrap();
        assert_eq!((&read.moves, read.result), (&record.moves, record.result));
        assert_eq!(read.comments.len(), record.comments.len());
    }
}
