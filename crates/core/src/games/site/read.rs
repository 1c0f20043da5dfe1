//! Reading: each line is a game.

use std::time::Duration;

use crate::notation::{Contradiction, GameState, parse_game_type, widened_by};
use crate::rules::{Game, GameType};

use super::super::clock::clock_comment;
use super::super::error::Broken;
use super::super::lines::read_each;
use super::super::replay::Replay;
use super::super::result_word::{RESULT_TEXT, settle, wrong_result};
use super::super::{Comment, GameError, GameFault, GameRecord, GameResult};
use super::line::{Ending, SiteGame, Status};
use super::tags::set_tags;
use crate::text::{json_fault, shortened};

/// The conclusion of a game that ended by the rules.
const ON_THE_BOARD: &str = "Board";

/// Reads all games of a text.
///
/// A broken line is an error of its own; the other lines are read.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    read_each(text, read_one)
}

fn read_one(line: usize, text: &str) -> Result<GameRecord, Broken> {
    let game: SiteGame = serde_json::from_str(text).map_err(|error| {
        let reason = shortened(&json_fault(&error.to_string(), error.is_data()));
        (line, GameFault::Json { expected: "a game of hivegame.com", reason })
    })?;
    let named = match &game.game_type {
        Some(name) => parse_game_type(name).map_err(|error| (line, error.into()))?,
        None => GameType::default(),
    };
    let pieces = game.history.iter().map(|(piece, _)| piece.as_str());
    let mut replay = Replay::new(widened_by(named, pieces));
    let mut history = game.history.iter();
    let fault =
        history.find_map(|(piece, place)| replay.play(format!("{piece} {place}").trim()).err());
    let played = replay.game();
    let mut record = GameRecord { comments: clocks(&game), ..GameRecord::of(played) };
    set_tags(&mut record, &game);
    let (said, words) = said(&game.game_status);
    if let Some(words) = words {
        record.set_tag(RESULT_TEXT, words);
    }
    record.result = settle(said, played);
    if let Some(fault) = fault {
        return Err(Broken::after(record, (line, fault)));
    }
    record.contradictions.extend(doubts(&game, said, played));
    Ok(record)
}

/// The result that the status names, or the words for another end.
fn said(status: &Status) -> (Option<GameResult>, Option<&'static str>) {
    match status {
        Status::Finished(Ending::Winner(winner)) => (Some(GameResult::Win((*winner).into())), None),
        Status::Finished(Ending::Draw) => (Some(GameResult::Draw), None),
        Status::Finished(Ending::Unknown) => (None, Some("Unknown")),
        Status::Adjudicated => (None, Some("Adjudicated")),
        Status::Finished(Ending::Other(_))
        | Status::NotStarted
        | Status::InProgress
        | Status::Other(_) => (None, None),
    }
}

/// Where the line contradicts the moves.
fn doubts(game: &SiteGame, said: Option<GameResult>, played: &Game) -> Vec<Contradiction> {
    let word = said.map(|said| said.state(false).name()).unwrap_or_default();
    let result = said.and_then(|said| wrong_result(said, word, played));
    let ends_on_board = game.conclusion.as_deref() == Some(ON_THE_BOARD);
    let conclusion = (ends_on_board && played.outcome().is_none()).then(|| {
        let said = format!("{word} on the board");
        Contradiction::of_moves("result", said.trim(), GameState::of(played))
    });
    let plies = game.history.len();
    let turn = game.turn.filter(|&turn| usize::try_from(turn) != Ok(plies));
    let turn = turn.map(|turn| Contradiction::of_moves("turn", &turn.to_string(), plies));
    [result, conclusion, turn].into_iter().flatten().collect()
}

/// The clocks as comments on the moves; none if the list is not as long as the game.
fn clocks(game: &SiteGame) -> Vec<Comment> {
    if game.move_times.len() != game.history.len() {
        return vec![];
    }
    let left = |nanos: i64| Duration::from_nanos(u64::try_from(nanos).unwrap_or_default());
    let times = game.move_times.iter().enumerate();
    times
        .filter_map(|(index, time)| {
            Some(Comment { ply: index + 1, text: clock_comment(left((*time)?)) })
        })
        .collect()
}
