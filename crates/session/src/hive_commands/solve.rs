//! `solve`: forced wins with their proof.

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::Solver;
use waggle_hive_engine::document::Json;
use waggle_hive_engine::search::Instant;

use super::super::command::Request;
use super::super::reply::{Answer, Reply};

const EXPECTED: &str = "`plies` or `nodes`";
const LENGTH: &str = "a number of plies from 1 to 99";
const _: () = assert!(Solver::MAX_PLIES == 99, "the words name it");
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
            let length = u8::try_from(count).ok().filter(|plies| *plies <= Solver::MAX_PLIES);
            within = length.ok_or_else(|| words.wrong(LENGTH))?;
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
