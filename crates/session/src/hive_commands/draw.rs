//! `draw`: what the engine says to an offered draw.

use std::time::Duration;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::DrawAnswer;
use waggle_hive_engine::document::Json;
use waggle_hive_engine::search::Limits;

use super::super::command::Request;
use super::super::limits::parse_limits;
use super::super::reply::{Answer, Reply};

/// How long to think about an offer if no limit is given.
const TIME_FOR_AN_OFFER: Duration = Duration::from_secs(1);

pub(super) fn draw(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let mut limits = parse_limits(&mut request.words)?;
    if limits.is_unlimited() {
        limits = Limits::time(TIME_FOR_AN_OFFER);
    }
    let limits = request.left_of(limits);
    let game = request.state.unfinished_game()?.clone();
    let plies = game.position().ply().into();
    // The score is that of the side to move, which offers.
    let answer = DrawAnswer::to_offer(plies, 0.0, || {
        // Asked again, it says the same: nothing is left of the searches before.
        request.engine.new_game();
        -request.analyze(&game, 1, &limits, &mut |_, _| {}).score
    });
    Ok(Reply::line(Json(answer.document())).into())
}
