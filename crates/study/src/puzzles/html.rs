//! Puzzles as a page for a browser, in a single file.
//!
//! The page has no engine: it contains all moves that can be tried, and the replies.

use serde_json::{Value, json};

use super::{PuzzleDocument, ReplyObject, StepObject};
use waggle_hive_core::notation::{move_string, parse_game, parse_move};
use waggle_hive_core::rules::{Position, piece_set};
use waggle_hive_engine::document::Json;
use waggle_hive_engine::eval::ExactMobility;
use waggle_hive_page::{Assets, Bundle, PROGRAM, fill, page};

const PAGE: &str = include_str!("page.html");

/// A document that is not a valid puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not a puzzle: {reason}")]
pub struct PageError {
    /// Its number among the documents, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// A page on which to solve these puzzles.
///
/// It works offline: its content security policy forbids the browser to load anything.
pub fn html(documents: &[PuzzleDocument]) -> Result<String, PageError> {
    let mut puzzles = vec![];
    for (line, document) in (1..).zip(documents) {
        puzzles.push(puzzle(document).map_err(|reason| PageError { line, reason })?);
    }
    let count = match puzzles.len() {
        1 => "1 puzzle".to_owned(),
        count => format!("{count} puzzles"),
    };
    let facts = format!("<span>{count}</span><span>one move alone wins</span>");
    let body = fill(PAGE, &[("facts", facts), ("program", PROGRAM.to_owned())]);
    let (style, script) = (Bundle::PUZZLES.style(), Bundle::PUZZLES.script());
    let assets = Assets::Inline { style, script };
    Ok(page("Hive puzzles", body, &Json(puzzles).to_string(), assets))
}

/// A puzzle as the page needs it.
fn puzzle(document: &PuzzleDocument) -> Result<Value, String> {
    let game = parse_game(&document.position).map_err(|error| error.to_string())?;
    let themes: Vec<&str> = document.themes.iter().map(|theme| theme.words()).collect();
    Ok(json!({
        "id": document.id,
        "start": document.position,
        "winner": document.winner,
        "moves": document.moves,
        "difficulty": document.difficulty,
        "themes": themes,
        "source": source(document),
        "solution": step(game.position(), &document.solution)?,
    }))
}

/// The game it is from, such as `ann - joanna, hivegame.com, ply 37 (games.pgn, game 2)`.
fn source(document: &PuzzleDocument) -> String {
    let PuzzleDocument { file, number, white, black, occasion, ply, .. } = document;
    let or_color = |name: &str, color: &str| if name.is_empty() { color } else { name }.to_owned();
    let players = format!("{} - {}", or_color(white, "White"), or_color(black, "Black"));
    let mut parts = vec![players, occasion.clone(), format!("ply {ply}")];
    parts.retain(|part| !part.is_empty());
    // Folders are private.
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    format!("{} ({file}, game {number})", parts.join(", "))
}

/// A move of the winner, with all legal moves and the replies.
fn step(position: &Position, document: &StepObject) -> Result<Value, String> {
    let read = |position: &Position, text: &str| {
        parse_move(position, text).map_err(|error| format!("{text}: {error}"))
    };
    let mv = read(position, &document.mv)?;
    let after = position.after(mv);
    let mut replies = vec![];
    for ReplyObject { mv, answer } in &document.replies {
        let mv = read(&after, mv)?;
        let answer = answer.as_ref().map(|answer| step(&after.after(mv), answer)).transpose()?;
        replies.push(json!({ "move": move_string(&after, mv), "answer": answer }));
    }
    let legal = position.legal_moves().into_iter().map(|mv| move_string(position, mv));
    let pinned = piece_set::pieces(ExactMobility::of(position).pinned);
    Ok(json!({
        "move": move_string(position, mv),
        "legal": legal.collect::<Vec<_>>(),
        "pinned": pinned.map(|piece| piece.to_string()).collect::<Vec<_>>(),
        "replies": replies,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{easy_puzzle, origin};
    use super::*;
    use crate::review::Heading;
    use waggle_hive_engine::levels::Level;

    #[test]
    fn the_page_contains_every_puzzle_with_all_legal_moves_and_loads_nothing() {
        let puzzle = easy_puzzle();
        let white = "</script><script>alert(1)".to_owned();
        let document =
            puzzle.document(origin(), &Heading { white, ..Heading::default() }, Level::FULL);
        let page = html(std::slice::from_ref(&document)).unwrap();
        assert!(page.contains(" (a.pgn, game 2)"));
        assert!(page.contains("<span>1 puzzle</span>") && !page.contains("{{"));
        assert_eq!(page.matches("</script>").count(), 2);
        for part in ["https:", "//cdn", "@import", "url(h"] {
            assert!(!page.contains(part), "{part}");
        }
        let data = super::puzzle(&document).unwrap();
        let legal = data["solution"]["legal"].as_array().unwrap();
        assert_eq!(legal.len(), puzzle.position.legal_moves().len());
        assert!(legal.contains(&data["solution"]["move"]));
    }

    #[test]
    fn an_error_names_the_broken_document() {
        let document = easy_puzzle().document(origin(), &Heading::default(), Level::FULL);
        let mut broken = document.clone();
        broken.solution.mv = "wA9 x".to_owned();
        let error = html(&[document, broken]).unwrap_err();
        assert!(error.to_string().starts_with("line 2 is not a puzzle: wA9 x: "), "{error}");
    }
}
