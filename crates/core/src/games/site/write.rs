//! Writing: a game as a line.

use crate::notation::move_string;
use crate::rules::GameType;

use super::super::clock::clock_of;
use super::super::{GameRecord, GameResult, WriteError};
use super::line::{Ending, Player, SiteGame, Status};
use super::tags::from_tags;

/// Writes a game as a line, without what only the site knows. Variations and comments other than
/// clocks are lost.
pub fn write(record: &GameRecord) -> Result<String, WriteError> {
    if record.start.is_some() {
        return Err(WriteError::SetUp("JSON of hivegame.com"));
    }
    let mut game = record.beginning();
    let mut history = vec![];
    for &mv in &record.moves {
        let text = move_string(game.position(), mv);
        let (piece, place) = text.split_once(' ').unwrap_or((&text, ""));
        history.push((piece.to_owned(), place.to_owned()));
        game.play(mv)?;
    }
    let game_status = match (record.result, record.tag("ResultText")) {
        (GameResult::Win(winner), _) => Status::Finished(Ending::Winner(winner.into())),
        (GameResult::Draw, _) => Status::Finished(Ending::Draw),
        (GameResult::Unfinished, Some("Adjudicated")) => Status::Adjudicated,
        (GameResult::Unfinished, Some("Unknown")) => Status::Finished(Ending::Unknown),
        (GameResult::Unfinished, _) if history.is_empty() => Status::NotStarted,
        (GameResult::Unfinished, _) => Status::InProgress,
    };
    let line = SiteGame {
        game_id: String::new(),
        turn: Some(history.len() as u64),
        finished: matches!(game_status, Status::Finished(_) | Status::Adjudicated),
        game_status,
        conclusion: None,
        game_type: Some(type_name(record.game_type)),
        white_player: Player::default(),
        black_player: Player::default(),
        rated: None,
        white_rating: None,
        black_rating: None,
        white_rating_change: None,
        black_rating_change: None,
        speed: None,
        time_mode: None,
        time_base: None,
        time_increment: None,
        move_times: move_times(record),
        last_interaction: None,
        updated_at: None,
        tournament: None,
        history,
    };
    let text = serde_json::to_string(&from_tags(record, line));
    // Strings, numbers and lists of them are always JSON.
    Ok(format!("{}\n", text.unwrap_or_default()))
}

/// `Base` or only the expansions' letters, as the site's archive writes it.
fn type_name(game_type: GameType) -> String {
    let name = game_type.to_string();
    name.strip_prefix("Base+").map_or_else(|| name.clone(), str::to_owned)
}

/// The clocks after each ply, if any comment has one.
fn move_times(record: &GameRecord) -> Vec<Option<i64>> {
    let mut times = vec![None; record.moves.len()];
    for comment in &record.comments {
        let left = clock_of(&comment.text).and_then(|left| i64::try_from(left.as_nanos()).ok());
        let place = comment.ply.checked_sub(1).and_then(|index| times.get_mut(index));
        if let (Some(left), Some(place)) = (left, place) {
            *place = Some(left);
        }
    }
    if times.iter().all(Option::is_none) { vec![] } else { times }
}
