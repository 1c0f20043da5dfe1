//! `bestmove`, and `pv` for its principal variation.

use waggle_hive_engine::book::Book;
use waggle_hive_engine::search::{Limits, Purpose, Report, random};

use super::super::command::Request;
use super::super::limits::{left_of, parse_limits};
use super::super::ponder::Ponder;
use super::super::reply::{Answer, Reply};
use super::super::search_output::SearchOutput;
use super::super::session_game::{SessionGame, line_texts};
use super::super::state::GAME_OVER;

#[cfg(test)]
mod tests;

/// Plies of `RandomOpening`: the first move of each side.
const RANDOM_PLIES: usize = 2;
/// Nodes for the score of a move that is played without a search: a few milliseconds.
const NODES_FOR_A_SCORE: u64 = 20_000;

pub(super) fn best_move<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let limits = parse_limits(&mut request.words)?;
    let game = request.state.unfinished_game()?.clone();
    let moves = game.legal_moves();
    let options = &request.state.options;
    let chosen = match moves.as_slice() {
        [] => return Err(Reply::error(GAME_OVER)),
        [only] => Some(*only),
        moves if options.random_opening && game.moves().len() < RANDOM_PLIES => {
            moves.get(random() as usize % moves.len()).copied()
        }
        moves => book_move(request, &game).filter(|mv| moves.contains(mv)),
    };
    let line = match chosen {
        Some(mv) if request.state.options.report_intermediate => score(request, &game, mv, limits),
        Some(mv) => vec![mv],
        None => search(request, &game, &moves, limits),
    };
    request.state.pv = line_texts(&game, &line);
    request.state.ponder = Ponder::new(&game, line);
    Ok(Reply::Lines(request.state.pv.iter().take(1).cloned().collect()).into())
}

pub(super) fn pv<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    if request.state.pv.is_empty() {
        return Err(Reply::error("no line of play for this position; try `bestmove`"));
    }
    Ok(Reply::Lines(request.state.pv.clone()).into())
}

/// A book move, if the book is enabled and knows the position.
fn book_move<G: SessionGame>(request: &mut Request<'_, G>, game: &G) -> Option<G::Move> {
    let state = &*request.state;
    if !state.options.own_book {
        return None;
    }
    let book = if let Some(book) = &state.book { book } else { Book::own()? };
    let mv = game.book_move(book, random())?;
    if state.options.verbose {
        request.outlet.note(&format!("book {}", game.move_text(mv)));
    }
    Some(mv)
}

/// Searches for the best of `moves`; returns the principal variation.
fn search<G: SessionGame>(
    request: &mut Request<'_, G>,
    game: &G,
    moves: &[G::Move],
    limits: Limits,
) -> Vec<G::Move> {
    let state = &mut *request.state;
    state.has_searched = true;
    let left = left_of(limits, request.received);
    let skill = state.skill();
    let mut output = SearchOutput::new(game, &state.options, request.outlet);
    if limits.is_unlimited() && skill.level.is_full() {
        state.control.without_limit();
    }
    let stop = state.control.stop_flag();
    let report = request.engine.search(skill, game, Purpose::Play, &left, stop, &mut output);
    let line = match report.best.filter(|best| moves.contains(best)) {
        Some(best) => line_from(best, &report),
        None => moves.iter().take(1).copied().collect(),
    };
    output.answer(&report, &line);
    line
}

/// Searches `chosen` briefly and prints an intermediate line with its score, which clients that
/// grade moves need for every move. Returns the principal variation.
fn score<G: SessionGame>(
    request: &mut Request<'_, G>,
    game: &G,
    chosen: G::Move,
    limits: Limits,
) -> Vec<G::Move> {
    let state = &mut *request.state;
    state.has_searched = true;
    let mut limits = left_of(limits, request.received);
    limits.nodes =
        Some(limits.nodes.map_or(NODES_FOR_A_SCORE, |nodes| nodes.min(NODES_FOR_A_SCORE)));
    let (skill, stop) = (state.skill(), state.control.stop_flag());
    let mut after = game.clone();
    let report = if after.play(chosen).is_ok() && !after.is_over() {
        limits.depth = limits.depth.map(|depth| depth.saturating_sub(1));
        let reply = request.engine.search(skill, &after, Purpose::Foresee, &limits, stop, &mut ());
        from_before(chosen, reply)
    } else {
        // A move that ends the game is the only one, or the search finds it best.
        request.engine.search(skill, game, Purpose::Play, &limits, stop, &mut ())
    };
    let line = line_from(chosen, &report);
    SearchOutput::new(game, &state.options, request.outlet).answer(&report, &line);
    line
}

/// The principal variation if it begins with this move, otherwise just the move.
fn line_from<M: Copy + PartialEq>(mv: M, report: &Report<M>) -> Vec<M> {
    if report.pv.first() == Some(&mv) { report.pv.clone() } else { vec![mv] }
}

/// Turns the report on the position after `mv` into one on the position before it.
fn from_before<M>(mv: M, mut report: Report<M>) -> Report<M> {
    report.score = -report.score;
    report.depth = report.depth.saturating_add(1);
    report.pv.insert(0, mv);
    report
}
