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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::Session;
    use crate::scripted::{ask, searching_session as session};
    use waggle_hive_core::rules::Game;
    use waggle_hive_engine::search::Searcher;

    fn documents(session: &mut Session<Searcher, Game>, line: &str) -> Vec<Value> {
        ask(session, line).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    const GAME: &str = "newgame Base+MLP;;;wL;bL wL-;wQ -wL;bQ bL/;wA1 \\wQ;bA1 bQ-";

    #[test]
    fn each_depth_is_a_document_with_the_lines_asked_for() {
        let mut session = session();
        ask(&mut session, GAME);
        let found = documents(&mut session, "analyze lines 3 depth 3");
        let depths: Vec<_> = found.iter().map(|found| found["depth"].as_u64().unwrap()).collect();
        assert_eq!(depths, [1, 2, 3, 3]);
        assert_eq!((&found[2]["kind"], &found[3]["kind"]), (&"iteration".into(), &"result".into()));
        assert!(found.iter().all(|found| found["lines"].as_array().unwrap().len() == 3));
        assert_eq!(found[3]["ply"], 6);
    }

    #[test]
    fn a_threat_is_what_the_opponent_would_play() {
        let mut session = session();
        ask(&mut session, GAME);
        let found = documents(&mut session, "threat depth 2").pop().unwrap();
        assert_eq!(found["side_to_move"], "Black");
        assert!(found["lines"][0]["moves"][0].as_str().unwrap().starts_with('b'));
        ask(&mut session, "newgame");
        assert!(ask(&mut session, "threat depth 1")[0].starts_with("err nothing is threatened"));
    }

    #[test]
    fn an_answer_to_an_offer_does_not_depend_on_searches_before_it() {
        let mut session = crate::scripted::session();
        ask(&mut session, "newgame Base;White[20] wQ@0,0 bQ@3,0 wS1@1,0 bS1@2,0 bA1@0,1");
        ask(&mut session, "draw depth 2");
        ask(&mut session, "analyze depth 3");
        ask(&mut session, "draw depth 2");
        ask(&mut session, "newgame Base;White[19] wQ@0,0 bQ@3,0 wS1@1,0 bS1@2,0 bA1@0,1");
        ask(&mut session, "draw depth 2");
        assert_eq!(session.engine.games, 3, "two offers that are thought about, and the new game");
    }

    #[test]
    fn a_draw_is_accepted_from_the_twentieth_turn_on_by_who_is_not_ahead() {
        let mut session = session();
        // White has hardly anything left.
        let lost = "wQ@0,0 bQ@3,0 wS1@1,0 bS1@2,0 bA1@0,1 bA2@-1,1 bB1@1,-1";
        for (turn, answer) in
            [("White[19]", "too_early"), ("White[20]", "ahead"), ("Black[20]", "accepted")]
        {
            ask(&mut session, &format!("newgame Base;{turn} {lost}"));
            let reply = documents(&mut session, "draw nodes 2000").pop().unwrap();
            assert_eq!(reply["answer"], answer, "{turn}: who is to move offers");
        }
    }
}
