//! `objection`: the rule that forbids a move.

use waggle_hive_core::notation::parse_move;
use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::ObjectionDocument;
use waggle_hive_engine::document::Json;

use super::super::command::Request;
use super::super::reply::{Answer, Reply};

pub(super) fn objection(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let text = request.parameters;
    if text.is_empty() {
        return Err(request.words.missing("a move").into());
    }
    let position = request.game()?.position();
    let mv = parse_move(position, text).map_err(Reply::error)?;
    Ok(Reply::line(Json(ObjectionDocument::of(position, mv))).into())
}
