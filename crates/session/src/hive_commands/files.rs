//! `read` and `write`: games from and to the text of a file.

use serde_json::{Map, Value, json};

use waggle_hive_core::games::{Comment, Format, GameRecord, lines};
use waggle_hive_core::rules::Game;
use waggle_hive_core::text::Quoted;

use super::super::command::Request;
use super::super::reply::{Answer, Reply};

/// Parses the games of a file: the valid ones, and the errors of the others.
pub(super) fn read(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let text: String = serde_json::from_str(request.parameters)
        .map_err(|error| Reply::error(format!("expected a JSON string: {error}")))?;
    let format = Format::detect(None, &text).map_err(Reply::error)?;
    let (mut games, mut errors) = (vec![], vec![]);
    for (index, game) in format.read(&text).into_iter().enumerate() {
        let document = |record| document(index + 1, &record);
        match game.map_err(|error| error.to_string()).and_then(document) {
            Ok(document) => games.push(document),
            Err(error) => errors.push(error),
        }
    }
    match (games.is_empty(), errors.first()) {
        (true, Some(error)) => Err(Reply::error(error)),
        (true, None) => Err(Reply::error("found no game in the text")),
        (false, _) => {
            let found = json!({ "format": format.id(), "games": games, "errors": errors });
            Ok(Reply::line(found).into())
        }
    }
}

fn document(number: usize, record: &GameRecord) -> Result<Value, String> {
    let game = lines::write(record).map_err(|error| error.to_string())?;
    let tag = |name| record.tag(name).unwrap_or_default();
    let headings: Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    let comments: Vec<Value> = record
        .comments
        .iter()
        .map(|comment| json!({ "ply": comment.ply, "text": comment.text }))
        .collect();
    Ok(json!({
        "number": number,
        "game": game.trim_end(),
        "players": [tag("White"), tag("Black")],
        "headings": headings,
        "comments": comments,
    }))
}

/// The current game as the text of a file.
pub(super) fn write(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let parameters = request.parameters;
    let (id, extras) = parameters.split_once(char::is_whitespace).unwrap_or((parameters, ""));
    let format = Format::ALL.into_iter().find(|format| format.id().eq_ignore_ascii_case(id));
    let Some(format) = format else {
        return Err(Reply::error(format!(
            "expected `pgn`, `sgf` or `gamestrings` after `write`, found `{}`",
            Quoted(id)
        )));
    };
    let mut record = GameRecord::of(request.game()?);
    if !extras.trim().is_empty() {
        let extras = serde_json::from_str(extras)
            .map_err(|error| Reply::error(format!("expected a JSON object: {error}")))?;
        add(&mut record, &extras)?;
    }
    let text = format.writer()(&record).map_err(Reply::error)?;
    Ok(Reply::line(Value::from(text)).into())
}

/// Adds the headings and comments of a JSON object to a game.
fn add(record: &mut GameRecord, extras: &Value) -> Result<(), Reply> {
    const HEADINGS: &str = "expected an object of texts as `headings`";
    const COMMENTS: &str = "expected a list of objects with `ply` and `text` as `comments`";
    if let Some(headings) = extras.get("headings") {
        for (name, value) in headings.as_object().ok_or_else(|| Reply::error(HEADINGS))? {
            record.set_tag(name, value.as_str().ok_or_else(|| Reply::error(HEADINGS))?);
        }
    }
    if let Some(comments) = extras.get("comments") {
        for comment in comments.as_array().ok_or_else(|| Reply::error(COMMENTS))? {
            let ply = comment.get("ply").and_then(Value::as_u64);
            let text = comment.get("text").and_then(Value::as_str);
            let (Some(ply), Some(text)) = (ply, text) else { return Err(Reply::error(COMMENTS)) };
            record.comments.push(Comment { ply: ply as usize, text: text.to_owned() });
        }
        record.comments.sort_by_key(|comment| comment.ply);
    }
    Ok(())
}
