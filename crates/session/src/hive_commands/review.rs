//! `review`: a grade for each move of the game.

use std::time::Duration;

use serde_json::json;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::document::Json;
use waggle_hive_engine::search::{Limits, Params, Settings};
use waggle_hive_study::review::{self, Heading, ReviewDocument};

use super::super::command::Request;
use super::super::effort::Effort;
use super::super::reply::{Answer, Reply};

/// Search time for a position if no limit is given.
const TIME_FOR_A_POSITION: Duration = Duration::from_millis(400);

pub(super) fn review(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    request.game()?;
    let effort = Effort::parse(&mut request.words)?;
    let game = request.state.game()?;
    let limits = if effort.is_unlimited() {
        Limits::time(TIME_FOR_A_POSITION)
    } else {
        Limits { depth: effort.depth, nodes: effort.nodes, time: effort.time, saves_time: false }
    };
    let positions = game.moves().len() + 1;
    if positions == 1 {
        return Err(Reply::error("no move to review; try `play`"));
    }
    let settings = Settings {
        threads: request.state.options.threads,
        table_mib: request.state.options.table_mib,
        params: Params { contempt: 0, ..Params::default() },
        ..Settings::default()
    };
    let stop = request.state.control.stop_flag();
    let (outlet, mut finished) = (&mut *request.outlet, 0);
    let reviewed = review::review(game, &settings, &limits, stop, &mut || {
        finished += 1;
        outlet.line(&json!({ "progress": finished, "of": positions }).to_string());
    });
    let reviewed = reviewed.map_err(Reply::error)?;
    let reviewed = reviewed.ok_or_else(|| Reply::error("stopped before the end of the review"))?;
    Ok(Reply::line(Json(ReviewDocument::of(&reviewed, &Heading::default()))).into())
}
