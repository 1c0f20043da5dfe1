//! `analyze` and `threat`: the best lines, depth by depth.

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::{IterationDocument, ResultDocument, passed};
use waggle_hive_engine::document::Json;
use waggle_hive_engine::people::PeopleDocument;
use waggle_hive_engine::search::Limits;

use super::super::command::Request;
use super::super::limits::read_limit;
use super::super::reply::{Answer, Reply};
use super::super::words::{CommandError, Words};
use super::MAX_LINES;
use super::candidates::{self, Candidates};

const EXPECTED: &str = "`lines`, `depth`, `time`, `nodes` or `seconds`";

pub(super) fn analyze(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let game = request.state.unfinished_game()?.clone();
    if request.words.next_is("people") {
        request.words.end()?;
        let people = PeopleDocument::of_distinct(&game);
        let people =
            people.ok_or_else(|| Reply::error("the model of people's moves is not loaded"))?;
        return Ok(Reply::line(Json(people)).into());
    }
    match Candidates::parse(&mut request.words)? {
        Some(candidates) => candidates::find(request, &game, candidates),
        None => search(request, &game),
    }
}

pub(super) fn threat(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    let passed = passed(request.state.unfinished_game()?).ok_or_else(|| {
        Reply::error("nothing is threatened before both players have placed a piece")
    })?;
    search(request, &passed)
}

fn search(request: &mut Request<'_, Game>, game: &Game) -> Result<Answer, Reply> {
    let (lines, limits) = parse(&mut request.words)?;
    let limits = request.left_of(limits);
    let report = request.analyze(game, lines, &limits, &mut |report, outlet| {
        outlet.line(&Json(IterationDocument::of(game.position(), report)).to_string());
    });
    Ok(Reply::line(Json(ResultDocument::of(game, &report))).into())
}

/// The number of lines and the limits.
fn parse(words: &mut Words<'_>) -> Result<(usize, Limits), CommandError> {
    let (mut lines, mut limits) = (1, Limits::default());
    while let Some(keyword) = words.next() {
        if keyword.eq_ignore_ascii_case("lines") {
            lines = words.count()?.min(MAX_LINES);
        } else if !read_limit(&mut limits, keyword, words)? {
            return Err(words.wrong(EXPECTED));
        }
    }
    Ok((lines as usize, limits))
}
