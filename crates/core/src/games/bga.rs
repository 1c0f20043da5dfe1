//! Logs of Board Game Arena, whose pieces are numbered freely.
//!
//! The site documents no form of them; two are known from public programs that read them. The answer
//! to a request for a table's log, or the list in it, is JSON: each move is an object whose `type` is
//! `tokenPlayed`, with `notation` and `player_name` in its `args`. The text of a game's review has
//! a line for each move, with its notation in brackets.
//!
//! ```text
//! Move 1 :
//! ann plays a grasshopper [wG3]
//! Move 2 :
//! joanna plays an ant [bA2 wG3-]
//! ```
//!
//! Neither names a winner that the board does not show, and neither has passes: they are added.

use std::fmt::Write as _;

use serde_json::Value;

use crate::notation::{move_string, parse_piece, widened_by};
use crate::rules::{GameType, Move};
use crate::text::{json_fault, one_line};

use super::error::Broken;
use super::incremental::Boundary;
use super::json::Outermost;
use super::replay::Replay;
use super::{Format, GameError, GameFault, GameRecord, WriteError};

/// The format.
pub const FORMAT: Format = Format {
    name: "logs of Board Game Arena",
    id: "bga",
    about: "Logs of Board Game Arena; written with the moves only",
    endings: &["bga"],
    recognises: |line| {
        let is_json = line.starts_with(['{', '[']) && JSON_WORDS.iter().any(|it| line.contains(it));
        let is_text = line.starts_with(|letter: char| letter == '[' || letter.is_alphabetic());
        is_json || is_text && (move_in_brackets(line).is_some() || number_of_move(line).is_some())
    },
    read,
    boundary: || Box::new(LogBoundary::default()),
    write,
};

/// Words that the JSON of a log has.
const JSON_WORDS: [&str; 2] = ["\"table_id\"", "\"tokenPlayed\""];

/// Where a log begins in a file of many: with its JSON, or with its first move.
#[derive(Default)]
struct LogBoundary {
    json: Outermost,
    is_json: Option<bool>,
    has_moves: bool,
}

impl Boundary for LogBoundary {
    fn starts_game(&mut self, line: &str) -> bool {
        let text = line.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return false;
        }
        if *self.is_json.get_or_insert_with(|| begins_json(text)) {
            return self.json.starts_game(line);
        }
        let starts = self.has_moves && number_of_move(text) == Some(1);
        self.has_moves = move_in_brackets(text).is_some() || self.has_moves && !starts;
        starts
    }
}

/// A move as the log has it.
struct LoggedMove {
    line: usize,
    text: String,
    player: Option<String>,
}

/// Whether a log that begins with this line is JSON: the text of a review may begin with a move.
fn begins_json(line: &str) -> bool {
    let is_move = |rest: &str| rest.trim_start().starts_with(['w', 'b', 'W', 'B']);
    line.starts_with('{') || line.strip_prefix('[').is_some_and(|rest| !is_move(rest))
}

/// Reads all games of a text.
///
/// A broken game is an error of its own; the others are read.
pub fn read(text: &str) -> Vec<Result<GameRecord, GameError>> {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let number = |(index, game): (usize, Result<_, Broken>)| {
        game.map_err(|broken| broken.in_game(index + 1))
    };
    games_of(1, &lines).into_iter().enumerate().map(number).collect()
}

/// The games of these lines, the first of which has this number. Each log is taken as if it stood
/// alone, as it is where a file is read line by line.
fn games_of(first: usize, lines: &[&str]) -> Vec<Result<GameRecord, Broken>> {
    let mut boundary = LogBoundary::default();
    let mut logs: Vec<(usize, Vec<&str>)> = vec![];
    for (index, &line) in lines.iter().enumerate() {
        let starts = boundary.starts_game(line);
        match logs.last_mut() {
            Some((_, log)) if !starts => log.push(line),
            _ => logs.push((first + index, vec![line])),
        }
    }
    logs.retain(|(_, log)| log.iter().any(|line| !line.trim().is_empty()));
    let [(first, log)] = logs.as_slice() else {
        return logs.iter().flat_map(|(first, log)| games_of(*first, log)).collect();
    };
    let moves = if boundary.is_json == Some(true) {
        moves_of_json(*first, log.join("\n").trim_start_matches('\u{feff}'))
    } else {
        Ok(moves_of_text(*first, log))
    };
    match moves {
        Ok(moves) if moves.is_empty() => vec![],
        moves => vec![moves.map_err(Broken::from).and_then(|moves| record_of(&moves))],
    }
}

/// The moves of the text of a review.
fn moves_of_text(first: usize, lines: &[&str]) -> Vec<LoggedMove> {
    let texts = lines.iter().enumerate().filter_map(|(index, line)| {
        let text = move_in_brackets(line)?.to_owned();
        Some(LoggedMove { line: first + index, text, player: None })
    });
    texts.collect()
}

/// The moves of an answer of the site, in their order.
fn moves_of_json(line: usize, text: &str) -> Result<Vec<LoggedMove>, (usize, GameFault)> {
    let log: Value = serde_json::from_str(text).map_err(|error| {
        let fault = GameFault::Json {
            expected: "a log of Board Game Arena",
            reason: json_fault(&error.to_string(), error.is_data()),
        };
        (line, fault)
    })?;
    let mut moves = vec![];
    collect(&log, line, &mut moves);
    Ok(moves)
}

/// Adds the moves in a value and in those within it. JSON that can be read is not deep.
fn collect(value: &Value, line: usize, moves: &mut Vec<LoggedMove>) {
    let field = |value: &Value, name: &str| value.get(name)?.as_str().map(str::to_owned);
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, line, moves)),
        Value::Object(fields) => {
            let args = value
                .get("args")
                .filter(|_| value.get("type").and_then(Value::as_str) == Some("tokenPlayed"));
            if let Some(text) = args.and_then(|args| field(args, "notation")) {
                let text = text.trim().trim_start_matches('[').trim_end_matches(']');
                let player = args.and_then(|args| field(args, "player_name"));
                moves.push(LoggedMove { line, text: text.trim().to_owned(), player });
            } else {
                fields.values().for_each(|value| collect(value, line, moves));
            }
        }
        _ => {}
    }
}

/// Plays the moves; a player who can only pass has passed.
fn record_of(moves: &[LoggedMove]) -> Result<GameRecord, Broken> {
    let texts = moves.iter().map(|mv| mv.text.as_str());
    let mut replay = Replay::new(widened_by(GameType::default(), texts));
    let mut names = [None, None];
    let fault = moves.iter().find_map(|mv| {
        let is_pass = mv.text.eq_ignore_ascii_case("pass");
        if !is_pass && replay.game().position().legal_moves() == [Move::Pass] {
            // The only move is legal.
            let _ = replay.play("pass");
        }
        let color = replay.game().position().side_to_move() as usize;
        if let Some(name) = names.get_mut(color) {
            *name = name.take().or_else(|| mv.player.clone());
        }
        replay.play(&mv.text).err().map(|fault| (mv.line, fault))
    });
    let mut record = GameRecord::of(replay.game());
    record.set_tag("Site", "boardgamearena.com");
    for (tag, name) in ["White", "Black"].into_iter().zip(names) {
        if let Some(name) = name {
            record.set_tag(tag, one_line(&name));
        }
    }
    match fault {
        None => Ok(record),
        Some(fault) => Err(Broken::after(record, fault)),
    }
}

/// The move in brackets that a line has.
fn move_in_brackets(line: &str) -> Option<&str> {
    line.split('[').skip(1).find_map(|after| {
        let inside = after.split_once(']')?.0.trim();
        let mover = inside.split_whitespace().next()?;
        let is_move = parse_piece(mover).is_ok() || inside.eq_ignore_ascii_case("pass");
        (is_move && !inside.contains('"')).then_some(inside)
    })
}

/// The number in a line such as `Move 1 :`.
fn number_of_move(line: &str) -> Option<u32> {
    let number = line.strip_prefix("Move ")?;
    number.trim_end_matches([' ', ':']).parse().ok()
}

/// Writes the moves of one game as the text of a review.
pub fn write(record: &GameRecord) -> Result<String, WriteError> {
    const LOG: &str = "a log of Board Game Arena";
    if record.start.is_some() {
        return Err(WriteError::SetUp(LOG));
    }
    if record.moves.is_empty() {
        return Err(WriteError::Empty(LOG));
    }
    let mut text = String::new();
    let mut game = record.beginning();
    for (number, &mv) in (1..).zip(&record.moves) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Move {number} :\n[{}]", move_string(game.position(), mv));
        game.play(mv)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_without_a_move_has_passed() {
        let games = include_str!("../../../../tests/data/sites/site.jsonl");
        let passes = games.lines().find(|line| line.contains("\"pass\"")).expect("there is one");
        let record = super::super::site::read(passes).next().unwrap().unwrap();
        let log = write(&record).unwrap();
        let without: Vec<&str> = log.lines().filter(|line| *line != "[pass]").collect();
        assert!(without.len() < log.lines().count());
        for log in [without.join("\n"), log] {
            assert_eq!(read(&log).remove(0).unwrap().moves, record.moves);
        }
    }
}
