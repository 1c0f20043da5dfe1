//! `solve`: forced wins with their proof.

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::Solver;
use waggle_hive_engine::document::Json;
use waggle_hive_engine::search::Instant;

use super::super::command::Request;
use super::super::reply::{Answer, Reply};

const EXPECTED: &str = "`plies` or `nodes`";
/// The default length of a win: 3 moves.
const PLIES: u8 = 5;

pub(super) fn solve(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    request.game()?;
    let (mut within, mut nodes) = (PLIES, None);
    let words = &mut request.words;
    while let Some(keyword) = words.next() {
        let count = match keyword.to_ascii_lowercase().as_str() {
            "plies" | "nodes" => words.count()?,
            _ => return Err(words.wrong(EXPECTED).into()),
        };
        if keyword.eq_ignore_ascii_case("plies") {
            within = u8::try_from(count).unwrap_or(u8::MAX).min(Solver::MAX_PLIES);
        } else {
            nodes = Some(count);
        }
    }
    let (game, options) = (request.game()?, &request.state.options);
    let start = Instant::now();
    let mut solver = Solver::new(options.threads, options.table_mib).map_err(Reply::error)?;
    if let Some(nodes) = nodes {
        solver = solver.limited_to(nodes);
    }
    solver.set_past(game);
    let stop = request.state.control.stop_flag();
    let result = solver.solve(game.position(), within, stop, &mut ());
    Ok(Reply::line(Json(result.document(game, within, solver.nodes(), start.elapsed()))).into())
}
