//! `newgame`, `play`, `undo` and `validmoves`.

use waggle_hive_core::text::counted;
use waggle_hive_engine::search::random;

use super::super::command::Request;
use super::super::ponder::Ponder;
use super::super::reply::{Answer, Reply};
use super::super::session_game::SessionGame;
use super::super::words::{COUNT, whole};

pub(super) fn new_game<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let game = G::read(request.parameters)?;
    let state = &mut *request.state;
    state.game = Some(game);
    state.seed = random();
    // Now, because the next search may have little time.
    if std::mem::take(&mut state.has_searched) {
        request.engine.new_game();
    }
    state.ponder = Ponder::default();
    position_changed(request)
}

pub(super) fn play<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    match request.parameters {
        "" => Err(request.words.missing("a move").into()),
        text => play_move(request, text),
    }
}

pub(super) fn play_move<G: SessionGame>(
    request: &mut Request<'_, G>,
    text: &str,
) -> Result<Answer, Reply> {
    let mv = request.state.unfinished_game()?.read_move(text).map_err(Reply::InvalidMove)?;
    let game = request.state.game_mut()?;
    game.play(mv).map_err(|error| Reply::InvalidMove(format!("`{text}`: {error}")))?;
    position_changed(request)
}

pub(super) fn undo<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let wanted = request.words.next().unwrap_or("1");
    let count = whole(wanted).filter(|&count| count > 0);
    let count = count.ok_or_else(|| request.words.wrong(COUNT))?;
    request.words.end()?;
    let game = request.state.game_mut()?;
    let played = game.moves().len();
    if count > played as u64 {
        return Err(Reply::error(format!(
            "unable to undo {wanted} of {}",
            counted(played, "move", "moves")
        )));
    }
    for _ in 0..count {
        game.undo();
    }
    request.state.ponder = Ponder::default();
    position_changed(request)
}

fn position_changed<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    request.state.pv.clear();
    let repetition_draw = request.state.options.repetition_draw;
    Ok(Reply::line(request.game()?.write(repetition_draw)).into())
}

pub(super) fn valid_moves<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let game = request.state.unfinished_game()?;
    let moves: Vec<String> = game.legal_moves().into_iter().map(|mv| game.move_text(mv)).collect();
    Ok(Reply::line(moves.join(";")).into())
}
