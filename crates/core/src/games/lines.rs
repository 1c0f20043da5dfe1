//! GameStrings, one a line. Blank lines, and lines that begin with `#`, are skipped.

use crate::notation::{
    GameStringError, contradictions, looks_like_hop, parse_archived_beginning, parse_game_type,
    parse_piece, write_game,
};
use crate::rules::Game;

use super::error::Broken;
use super::incremental::Boundary;
use super::result_word::{RESULT_TEXT, settle};
use super::{Format, GameError, GameFault, GameRecord, GameResult, MoveFault, WriteError};

/// The format.
pub const FORMAT: Format = Format {
    name: "GameStrings",
    id: "gamestrings",
    about: "A `GameString` on each line, without names and comments",
    endings: &["txt", "uhp", "hive"],
    recognises: |line| {
        let field = line.split(';').next().unwrap_or_default();
        let word = field.split_whitespace().next().unwrap_or_default();
        parse_game_type(field).is_ok() || parse_piece(word).is_ok() || looks_like_hop(line)
    },
    read: |text| read(text).collect(),
    boundary: || Box::new(EveryLine),
    write,
};

/// Each line is a game, or none.
pub(super) struct EveryLine;

impl Boundary for EveryLine {
    fn starts_game(&mut self, _line: &str) -> bool {
        true
    }
}

/// Reads all games of a text, including archived ones: a queen may come first, and the
/// type may lack expansions whose pieces are played.
///
/// A broken game is an error of its own; the others are read.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    read_each(text, read_one)
}

/// Reads a game from each line that is neither blank nor a comment.
pub(super) fn read_each(
    text: &str,
    read_one: impl Fn(usize, &str) -> Result<GameRecord, Broken>,
) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .enumerate()
        .map(move |(index, (line, text))| {
            read_one(line, text).map_err(|broken| broken.in_game(index + 1))
        })
}

/// Reads the game of this line.
pub(super) fn read_one(line: usize, text: &str) -> Result<GameRecord, Broken> {
    let (game, fault) = parse_archived_beginning(text).map_err(|error| (line, fault_of(error)))?;
    let record = record_of(text, &game);
    match fault {
        None => Ok(record),
        Some(fault) => Err(Broken::after(record, (line, fault_of(fault)))),
    }
}

fn record_of(text: &str, game: &Game) -> GameRecord {
    let mut record = GameRecord::of(game);
    record.contradictions = contradictions(text, game);
    let Some(word) = state_field(text) else { return record };
    let said = GameResult::parse(word);
    if game.outcome().is_none() && said.is_some_and(|said| said != GameResult::Unfinished) {
        // Agreed, resigned or lost on time, which the moves do not show.
        record.contradictions.retain(|found| found.field != "state");
    }
    match said {
        Some(result) => record.result = settle(Some(result), game),
        None => record.set_tag(RESULT_TEXT, word),
    }
    record
}

/// The second field, unless it is a move, a position or a turn. (A pass cannot come so
/// early.)
fn state_field(text: &str) -> Option<&str> {
    let mut fields = text.split(';').map(str::trim);
    let is_move =
        |field: &str| field.split_whitespace().next().is_some_and(|word| parse_piece(word).is_ok());
    let (first, second) = (fields.next()?, fields.next()?);
    let is_state = !is_move(second) && !second.contains('@') && !second.ends_with(']');
    (!is_move(first) && is_state && !second.eq_ignore_ascii_case("setup")).then_some(second)
}

fn fault_of(error: GameStringError) -> GameFault {
    match error {
        GameStringError::GameType(error) => error.into(),
        GameStringError::Setup(error) => error.into(),
        GameStringError::Unreadable { index, text, fault } => {
            GameFault::Move { number: index, text, reason: fault.into() }
        }
        GameStringError::Illegal { index, text, fault } => {
            GameFault::Move { number: index, text, reason: MoveFault::Illegal(fault) }
        }
    }
}

/// Writes one game as a line. Tags and comments are lost.
pub fn write(record: &GameRecord) -> Result<String, WriteError> {
    let game: Game = record.replay()?;
    Ok(format!("{}\n", write_game(&game, record.result.state(game.position().ply() == 0))))
}
