//! Collections of games as data sets have them: a table of GameStrings with their players and winners, as
//! CSV whose first line names the columns, or as lines of JSON.
//!
//! ```csv
//! uhp_string,player_white,player_black,winner
//! Base;InProgress;White[2];wS1;bS1 wS1-,ann,joanna,joanna
//! ```
//!
//! Only `uhp_string` is needed; columns that are not known here are ignored. A winner is a color, a result or
//! the player who won. In such collections pieces are numbered freely, and a queen may come first.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::notation::{Contradiction, write_game};
use crate::rules::Color;
use crate::text::{json_fault, one_line, shortened};

use super::error::Broken;
use super::incremental::Boundary;
use super::lines::{read_each, read_one};
use super::result_word::RESULT_TEXT;
use super::{Format, GameError, GameFault, GameRecord, GameResult, WriteError};

/// The format.
pub const FORMAT: Format = Format {
    name: "collections with `uhp_string`",
    id: "collection",
    about: "Collections of `GameStrings` with players and winners, as CSV or lines of JSON; written as JSON",
    endings: &["ndjson"],
    recognises: |line| {
        let names = |column: &str| column.trim().trim_matches('"') == GAME;
        line.starts_with('{') && line.contains("\"uhp_string\"") || line.split(',').any(names)
    },
    read,
    boundary: || Box::new(Rows::default()),
    write,
};

/// The columns.
const GAME: &str = "uhp_string";
const PLAYERS: [(&str, &str); 2] = [("player_white", "White"), ("player_black", "Black")];
const WINNER: &str = "winner";

/// Where the rows of a table begin: in CSV a field in quotation marks may go over several lines.
#[derive(Default)]
struct Rows {
    is_json: Option<bool>,
    is_heading: bool,
    in_quotes: bool,
}

impl Boundary for Rows {
    fn starts_game(&mut self, line: &str) -> bool {
        self.is_heading = false;
        let text = line.trim_start_matches('\u{feff}').trim_start();
        if self.is_json.is_none() && !text.is_empty() && !text.starts_with('#') {
            self.is_json = Some(text.starts_with('{'));
            self.is_heading = self.is_json == Some(false);
        }
        let starts = !self.in_quotes;
        self.in_quotes ^= self.is_json == Some(false) && line.matches('"').count() % 2 == 1;
        starts
    }

    fn is_heading(&self) -> bool {
        self.is_heading
    }
}

/// Reads all games of a text.
///
/// A broken game is an error of its own; the others are read.
pub fn read(text: &str) -> Vec<Result<GameRecord, GameError>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..).zip(text.lines().map(str::trim_start));
    let first = lines.find(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let Some((first, line)) = first else { return vec![] };
    if line.starts_with('{') {
        return read_each(text, of_json).collect();
    }
    let mut table = csv::ReaderBuilder::new();
    let mut table = table.comment(Some(b'#')).flexible(true).from_reader(text.as_bytes());
    let names = table.headers().cloned().unwrap_or_default();
    if !names.iter().any(|it| it.trim() == GAME) {
        return vec![Err(Broken::from(fault(first, "found none")).in_game(1))];
    }
    let rows = table.records().enumerate().map(|(index, row)| {
        let row = row.unwrap_or_default();
        let line = row.position().map_or(0, csv::Position::line);
        let field = |name: &str| {
            let column = names.iter().position(|it| it.trim() == name)?;
            row.get(column).map(str::to_owned)
        };
        let read = record_of(usize::try_from(line).unwrap_or_default(), field);
        read.map_err(|broken| broken.in_game(index + 1))
    });
    rows.collect()
}

fn of_json(line: usize, text: &str) -> Result<GameRecord, Broken> {
    let row: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| fault(line, &json_fault(&error.to_string(), error.is_data())))?;
    record_of(line, |name| match row.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

fn fault(line: usize, reason: &str) -> (usize, GameFault) {
    let expected = "a game of a collection, with its `uhp_string`";
    (line, GameFault::Json { expected, reason: shortened(reason) })
}

/// The game of a row, from its fields.
fn record_of(line: usize, field: impl Fn(&str) -> Option<String>) -> Result<GameRecord, Broken> {
    let text = field(GAME).ok_or_else(|| fault(line, "found none"))?;
    let named = |mut record: GameRecord| {
        let names = PLAYERS.map(|(column, tag)| {
            let name = field(column).map(|name| one_line(name.trim())).unwrap_or_default();
            if !name.is_empty() {
                record.set_tag(tag, name.clone());
            }
            name
        });
        if let Some(word) = field(WINNER).filter(|word| !word.trim().is_empty()) {
            settle_winner(&mut record, word.trim(), &names);
        }
        record
    };
    read_one(line, text.trim()).map(named).map_err(|broken| broken.map(named))
}

/// Takes over the winner that a row names, unless the game itself says more.
fn settle_winner(record: &mut GameRecord, word: &str, [white, black]: &[String; 2]) {
    let is = |names: [&str; 3]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    // Words first: nobody's name changes what this program has written.
    let said = if is(["white", "w", "white wins"]) {
        GameResult::Win(Color::White)
    } else if is(["black", "b", "black wins"]) {
        GameResult::Win(Color::Black)
    } else if let Some(result) = GameResult::parse(word) {
        result
    } else if white != black && [white, black].iter().any(|name| *name == word) {
        GameResult::Win(if word == white { Color::White } else { Color::Black })
    } else {
        record.set_tag(RESULT_TEXT, one_line(word));
        return;
    };
    if record.result == GameResult::Unfinished {
        record.result = said;
    } else if said != GameResult::Unfinished && said != record.result {
        let given = record.result.state(false).name().into();
        let source = "the game gives";
        record.contradictions.push(Contradiction {
            field: "result",
            said: word.into(),
            given,
            source,
        });
    }
}

/// A row as it is written.
#[derive(Serialize)]
struct Row<'a> {
    uhp_string: String,
    player_white: &'a str,
    player_black: &'a str,
    winner: &'static str,
}

/// Writes one game as a line of JSON, without what such collections have no column for.
pub fn write(record: &GameRecord) -> Result<String, WriteError> {
    let game = record.replay()?;
    let tag = |name| record.tag(name).unwrap_or_default();
    let state = record.result.state(game.position().ply() == 0);
    let row = Row {
        uhp_string: write_game(&game, state),
        player_white: tag("White"),
        player_black: tag("Black"),
        winner: match record.result {
            GameResult::Win(Color::White) => "white",
            GameResult::Win(Color::Black) => "black",
            GameResult::Draw => "draw",
            GameResult::Unfinished => "",
        },
    };
    // Text has no form that JSON lacks.
    Ok(serde_json::to_string(&row).unwrap_or_default() + "\n")
}
