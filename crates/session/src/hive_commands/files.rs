//! `read` and `write`: games from and to the text of a file.

use serde::Serialize;

use waggle_hive_core::games::{Format, GameRecord};
use waggle_hive_core::rules::Game;
use waggle_hive_core::text::Quoted;
use waggle_hive_engine::document::{self, FaultDocument, Json, WarningDocument};
use waggle_hive_study::notes::Notes;

use super::super::command::Request;
use super::super::reply::{Answer, Reply};
use super::game_document::GameDocument;

/// What a file holds.
#[derive(Serialize)]
struct FileDocument {
    format: &'static str,
    games: Vec<GameDocument>,
    errors: Vec<FaultDocument>,
    warnings: Vec<WarningDocument>,
}

/// Parses the games of a file: the valid ones, the others up to their errors, and what is wrong with them.
pub(super) fn read(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let _ = request.words.expect("a JSON string")?;
    let text: String = document::read(request.parameters.as_bytes())
        .map_err(|error| Reply::error(format!("expected a JSON string: {error}")))?;
    let format = Format::detect(None, &text).map_err(Reply::error)?;
    let (mut games, mut errors, mut warnings) = (vec![], vec![], vec![]);
    for (number, game) in (1..).zip(format.read(&text)) {
        match game {
            Ok(record) => {
                let warning = |found| WarningDocument::of(number, found);
                warnings.extend(record.contradictions.iter().map(warning));
                games.push(GameDocument::of(number, &record).map_err(Reply::error)?);
            }
            Err(error) => {
                if let Some(before) = &error.before {
                    games.push(GameDocument::of(number, before).map_err(Reply::error)?);
                }
                errors.push(error.into());
            }
        }
    }
    if games.is_empty() && errors.is_empty() {
        return Err(Reply::error("found no game in the text"));
    }
    let file = FileDocument { format: format.id(), games, errors, warnings };
    Ok(Reply::line(Json(file)).into())
}

/// The formats that a session writes, and the parameters of `write`.
pub(super) const WRITTEN: (&str, &str) = if cfg!(target_family = "wasm") {
    ("`pgn`, `sgf` or `gamestrings`", "<pgn | sgf | gamestrings> [JSON object]")
} else {
    ("`pgn`, `sgf`, `site` or `gamestrings`", "<pgn | sgf | site | gamestrings> [JSON object]")
};

/// The current game as the text of a file.
pub(super) fn write(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let parameters = request.parameters;
    let (id, notes) = parameters.split_once(char::is_whitespace).unwrap_or((parameters, ""));
    let is_wanted = |format: &&Format| {
        WRITTEN.0.contains(&format!("`{}`", format.id())) && format.id().eq_ignore_ascii_case(id)
    };
    let format = Format::ALL.into_iter().find(is_wanted);
    let _ = request.words.expect(WRITTEN.0)?;
    let Some(format) = format else { return Err(request.words.wrong(WRITTEN.0).into()) };
    let text = format.writer()(&with_notes(request.game()?, notes)?).map_err(Reply::error)?;
    Ok(Reply::line(Json(text)).into())
}

/// A game with what a JSON object, which may be missing, says about it besides its moves.
pub(super) fn with_notes(game: &Game, notes: &str) -> Result<GameRecord, Reply> {
    let mut record = GameRecord::of(game);
    if notes.trim().is_empty() {
        return Ok(record);
    }
    // A list would be read as the fields in their order.
    if !notes.trim_start().starts_with('{') {
        return Err(Reply::error(format!("expected a JSON object, found `{}`", Quoted(notes))));
    }
    let notes: Notes = document::read(notes.as_bytes())
        .map_err(|error| Reply::error(format!("expected a JSON object: {error}")))?;
    notes.add_to(&mut record).map_err(Reply::error)?;
    Ok(record)
}
