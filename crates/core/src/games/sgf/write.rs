//! Writing SGF as boardspace.net does: each turn is a drop and its confirmation.

use std::fmt::Write as _;

use super::super::{GameRecord, GameResult, WriteError};
use super::date::pgn_date;
use super::read::result_of;
use crate::notation::move_string;
use crate::rules::{Bug, Color, GameType, Hex, Move, Position};

/// The tags that SGF has a property for, in the order of boardspace.net, which names no annotator.
const PROPERTIES: [(&str, &str); 6] = [
    ("SgfDate", "DT"),
    ("SgfGameName", "GN"),
    ("Event", "EV"),
    ("Site", "PC"),
    ("Round", "RO"),
    ("Annotator", "AN"),
];

/// Writes one game so that another may follow.
///
/// Tags that SGF has no property for are lost. A result that neither the board nor a player's
/// name can tell is written as a resignation.
pub fn write(record: &GameRecord) -> Result<String, WriteError> {
    if record.start.is_some() {
        return Err(WriteError::SetUp("SGF"));
    }
    let mut text = String::from("(;\nGM[27]VV[1]\n");
    property(&mut text, "SU", &setup(record.game_type));
    for (tag, name) in PROPERTIES {
        let value = record.tag(tag).filter(|value| !value.is_empty());
        let date =
            || record.tag("Date").filter(|date| tag == "SgfDate" && pgn_date(date).is_some());
        if let Some(value) = value.or_else(date) {
            property(&mut text, name, value);
        }
    }
    if let Some(control) = record.tag("TimeControl").and_then(time_control) {
        property(&mut text, "TC", &control);
    }
    let said = result_text(record);
    if let Some(said) = &said {
        property(&mut text, "RE", said);
    }
    for (player, tag) in ["White", "Black"].into_iter().enumerate() {
        let name = record.tag(tag).unwrap_or_default();
        property(&mut text, &format!("P{player}"), &format!("id \"{name}\""));
    }
    comments(&mut text, record, 0);
    let mut game = record.beginning();
    let mut actions = Actions { text, count: 0 };
    actions.act(Color::White, "Start P0");
    for (index, &mv) in record.moves.iter().enumerate() {
        let player = game.position().side_to_move();
        let turn = turn(game.position(), mv);
        game.play(mv)?;
        actions.act(player, &turn);
        actions.act(player, "done");
        comments(&mut actions.text, record, index + 1);
    }
    let is_told = said.is_some() || record.result == GameResult::from(game.outcome());
    // The site's words for a draw name no reason.
    let is_told_else = ["Conclusion", "Ending", "Termination"]
        .into_iter()
        .any(|tag| record.tag(tag).is_some_and(|told| !["", "Draw"].contains(&told)));
    let is_agreed = game.outcome().is_none() && !game.is_threefold() && !is_told_else;
    match record.result {
        GameResult::Win(winner) if !is_told => actions.act(winner.other(), "resign"),
        GameResult::Draw if !is_told || is_agreed => {
            actions.act(game.position().side_to_move(), "acceptdraw");
        }
        _ => {}
    }
    Ok(actions.text + ")\n\n")
}

/// The log of the players' actions, which are numbered.
struct Actions {
    text: String,
    count: usize,
}

impl Actions {
    fn act(&mut self, player: Color, action: &str) {
        let player = player as usize;
        line(&mut self.text, &format!("; P{player}[{} {action}]", self.count));
        self.count += 1;
    }
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn property(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace(']', "\\]");
    line(text, &format!("{name}[{value}]"));
}

fn comments(text: &mut String, record: &GameRecord, ply: usize) {
    for comment in record.comments.iter().filter(|comment| comment.ply == ply) {
        property(text, "C", &comment.text);
    }
}

/// `900+10` as boardspace.net has it.
fn time_control(control: &str) -> Option<String> {
    let (base, increment) = control.split_once('+')?;
    let millis = |seconds: &str| seconds.parse::<u64>().ok()?.checked_mul(1000);
    Some(format!("PlusTime {} {}", millis(base)?, millis(increment)?))
}

/// The setup, such as `Hive-PLM`.
fn setup(game_type: GameType) -> String {
    let mut setup = String::from("Hive");
    if game_type != GameType::BASE {
        setup.push('-');
    }
    let letters = [Bug::Pillbug, Bug::Ladybug, Bug::Mosquito].into_iter();
    setup.extend(letters.filter(|bug| game_type.contains(*bug)).map(Bug::letter));
    setup
}

/// The words for the result, if there are any that say it.
fn result_text(record: &GameRecord) -> Option<String> {
    let says_it = |text: &String| {
        let read = result_of(text, record);
        read == Some(record.result) || read.is_none() && record.result == GameResult::Unfinished
    };
    let named = |color| {
        let name = record.tag(if color == Color::White { "White" } else { "Black" });
        name.map(|name| format!("Game won by {name}"))
    };
    let usual = match record.result {
        GameResult::Win(winner) => named(winner),
        GameResult::Draw => Some("The game is a draw".to_owned()),
        GameResult::Unfinished => None,
    };
    let kept = record.tag("SgfResult").map(str::to_owned);
    [kept, usual].into_iter().flatten().find(says_it)
}

/// A move as an action: the piece, where it goes on the board, and beside what.
fn turn(position: &Position, mv: Move) -> String {
    let Move::To { piece, hex } = mv else { return "pass".to_owned() };
    let written = move_string(position, mv);
    let goal = written.split_once(' ').map_or("", |(_, goal)| goal);
    // A point stands for the place itself: of the first piece, and of a climb.
    let is_beside = goal.contains(['-', '/', '\\']);
    let goal = if is_beside { goal.replace('\\', "\\\\") } else { ".".to_owned() };
    let (column, row) = place(hex);
    let mut action = if position.hex_of(piece).is_some() {
        let (color, name) = (piece.color().letter().to_ascii_uppercase(), piece.to_string());
        format!("move {color} {name}")
    } else {
        format!("dropb {piece}")
    };
    // Writing to a string cannot fail.
    let _ = write!(action, " {column} {row} {goal}");
    action
}

/// The letter and the number of a hex on boardspace.net's board, where the first piece is on
/// N 13. What drifts beyond its edge comes in again on the other side.
fn place(hex: Hex) -> (String, i32) {
    let (q, r) = Hex::CENTER.offset_to(hex);
    let column = (13 + q).rem_euclid(32) as u8;
    let letter = |index: u8| char::from(b'A' + index % 26);
    let letters =
        if column < 26 { letter(column).to_string() } else { format!("A{}", letter(column)) };
    (letters, (13 - r).rem_euclid(32))
}
