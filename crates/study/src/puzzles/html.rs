//! Puzzles as a page for a browser, in a single file.
//!
//! The page has no engine: what can be tried, and what the opponent replies, stands in it.

use serde_json::{Value, json};

use super::Theme;
use waggle_hive_core::notation::{move_string, parse_game, parse_move};
use waggle_hive_core::rules::{Piece, Position};
use waggle_hive_engine::eval::ExactMobility;
use waggle_hive_page::{Assets, Bundle, PROGRAM, fill, page};

const PAGE: &str = include_str!("page.html");

/// A document that is not that of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is no puzzle: {reason}")]
pub struct PageError {
    /// Its place among the documents, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// The puzzles among these documents, as [`Puzzle::json`](super::Puzzle::json) writes them,
/// as a page on which to solve them. Repeats are left out.
///
/// It works offline: its content security policy forbids the browser to load anything.
///
/// # Errors
///
/// If a document of the kind `puzzle` is not complete.
pub fn html(documents: &[Value]) -> Result<String, PageError> {
    let mut puzzles = vec![];
    for (line, document) in (1..).zip(documents) {
        if document["kind"] == "puzzle" {
            let puzzle = puzzle(document).map_err(|reason| PageError { line, reason })?;
            puzzles.push(puzzle);
        }
    }
    let count = match puzzles.len() {
        1 => "1 puzzle".to_owned(),
        count => format!("{count} puzzles"),
    };
    let facts = format!("<span>{count}</span><span>one move alone wins</span>");
    let body = fill(PAGE, &[("facts", facts), ("program", PROGRAM.to_owned())]);
    let (style, script) = (Bundle::PUZZLES.style(), Bundle::PUZZLES.script());
    let assets = Assets::Within { style, script };
    Ok(page("Hive puzzles", body, &Value::Array(puzzles), assets))
}

/// What the page has to know of a puzzle.
fn puzzle(document: &Value) -> Result<Value, String> {
    let text = |name: &str| document[name].as_str().unwrap_or_default();
    let game = parse_game(text("position")).map_err(|error| error.to_string())?;
    let name = |theme: &Value| {
        let theme = Theme::ALL.iter().find(|known| Some(known.name()) == theme.as_str());
        theme.map(|theme| theme.words())
    };
    let themes = document["themes"].as_array().into_iter().flatten().filter_map(name);
    let number = |name: &str| document[name].as_u64().ok_or(format!("`{name}` is missing"));
    Ok(json!({
        "id": text("id"),
        "start": text("position"),
        "winner": text("winner"),
        "moves": number("moves")?,
        "difficulty": number("difficulty")?,
        "themes": themes.collect::<Vec<_>>(),
        "source": source(document),
        "solution": step(game.position(), &document["solution"])?,
    }))
}

/// From which game it is, such as `ann - joanna, hivegame.com, ply 37 (games.pgn, game 2)`.
fn source(document: &Value) -> String {
    let text = |name: &str| document[name].as_str().unwrap_or_default();
    let player = |name: &str, color: &str| match text(name) {
        "" => color.to_owned(),
        name => name.to_owned(),
    };
    let players = format!("{} - {}", player("white", "White"), player("black", "Black"));
    let mut parts = vec![players, text("occasion").to_owned(), format!("ply {}", document["ply"])];
    parts.retain(|part| !part.is_empty());
    match text("file") {
        "" => parts.join(", "),
        file => {
            // Where it lies is nobody's business.
            let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
            format!("{} ({file}, game {})", parts.join(", "), document["number"])
        }
    }
}

/// A move of the winner, with all others that can be tried, and the replies.
fn step(position: &Position, document: &Value) -> Result<Value, String> {
    let read = |position: &Position, document: &Value| {
        let text = document["move"].as_str().ok_or("a move is missing")?;
        parse_move(position, text).map_err(|error| format!("{text}: {error}"))
    };
    let mv = read(position, document)?;
    let after = position.after(mv);
    let mut replies = vec![];
    for reply in document["replies"].as_array().into_iter().flatten() {
        let mv = read(&after, reply)?;
        let answer = match &reply["answer"] {
            Value::Null => Value::Null,
            answer => step(&after.after(mv), answer)?,
        };
        replies.push(json!({ "move": move_string(&after, mv), "answer": answer }));
    }
    let legal = position.legal_moves().into_iter().map(|mv| move_string(position, mv));
    let pinned = ExactMobility::of(position).pinned;
    let pinned = Piece::all().filter(|piece| pinned & 1 << piece.index() != 0);
    Ok(json!({
        "move": move_string(position, mv),
        "legal": legal.collect::<Vec<_>>(),
        "pinned": pinned.map(|piece| piece.to_string()).collect::<Vec<_>>(),
        "replies": replies,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::easy_puzzle;
    use super::*;
    use crate::review::Heading;
    use waggle_hive_engine::levels::Level;

    #[test]
    fn the_page_holds_every_puzzle_with_all_that_can_be_tried_and_loads_nothing() {
        let puzzle = easy_puzzle();
        let white = "</script><script>alert(1)".to_owned();
        let document = puzzle.json(&Heading { white, ..Heading::default() }, Level::FULL);
        let repeat = super::super::Puzzle::repeat_json(&document);
        let page = html(&[document.clone(), repeat]).unwrap();
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
    fn a_broken_document_is_named() {
        let mut document = easy_puzzle().json(&Heading::default(), Level::FULL);
        document["solution"]["move"] = "wA9 x".into();
        let error = html(&[Value::Null, document]).unwrap_err();
        assert!(error.to_string().starts_with("line 2 is no puzzle: wA9 x: "), "{error}");
    }
}
