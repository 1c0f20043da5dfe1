//! Writing SGF as boardspace.net does: each turn is a drop and its confirmation.

use std::fmt::Write as _;

use super::super::{GameRecord, GameResult, WriteError};
use super::date::is_of_pgn;
use super::plain_name;
use super::read::result_of;
use crate::notation::move_string;
use crate::rules::{Bug, Color, GameType, Hex, Move, Position};

/// The tags that SGF has a property for, in the order of boardspace.net.
const PROPERTIES: [(&str, &str); 5] =
    [("SgfDate", "DT"), ("SgfGameName", "GN"), ("Event", "EV"), ("Site", "PC"), ("Round", "RO")];

/// Writes one game so that another may follow.
///
/// Tags that SGF has no property for are lost. A result that neither the board nor a player's
/// name can tell is written as a resignation.
///
/// # Errors
///
/// If a move is not legal, or the game begins in a position set up.
pub fn write(record: &GameRecord) -> Result<String, WriteError> {
    if record.start.is_some() {
        return Err(WriteError::SetUp("SGF"));
    }
    let mut text = String::from("(;\nGM[27]VV[1]\n");
    property(&mut text, "SU", &setup(record.game_type));
    for (tag, name) in PROPERTIES {
        let value = record.tag(tag).filter(|value| !value.is_empty());
        let date = || record.tag("Date").filter(|date| tag == "SgfDate" && is_of_pgn(date));
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
        let name = plain_name(record.tag(tag).unwrap_or_default());
        line(&mut text, &format!("P{player}[id \"{name}\"]"));
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
    if !is_told {
        match record.result {
            GameResult::Win(winner) => actions.act(winner.other(), "resign"),
            GameResult::Draw => actions.act(game.position().side_to_move(), "acceptdraw"),
            GameResult::Unfinished => {}
        }
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
        name.map(|name| format!("Game won by {}", plain_name(name)))
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::read;
    use super::*;
    use crate::games::Comment;
    use crate::notation::parse_game;
    use crate::rules::IllegalMove;
    use crate::rules::random_games::game_of_choices;

    fn read_one(text: &str) -> GameRecord {
        let mut games = read(text);
        let game = games.next().expect("there is a game").expect("it can be read");
        assert!(games.next().is_none(), "there is one game only");
        game
    }

    /// What SGF keeps.
    fn kept(record: &GameRecord) -> (GameType, Vec<Move>, GameResult, Vec<Comment>) {
        (record.game_type, record.moves.clone(), record.result, record.comments.clone())
    }

    #[test]
    fn a_file_of_boardspace_is_written_so_that_it_reads_the_same() {
        for game in read(include_str!("../../../../../tests/data/games/boardspace.sgf")) {
            let record = game.expect("it can be read");
            let again = read_one(&write(&record).unwrap());
            assert_eq!(kept(&again), kept(&record));
            assert!(record.tags.iter().all(|tag| again.tags.contains(tag)), "{:?}", again.tags);
        }
    }

    #[test]
    fn places_are_those_of_boardspace() {
        let text = include_str!("../../../../../tests/data/games/boardspace.sgf");
        let record = read(text).next().expect("a game").expect("it can be read");
        let written = write(&record).unwrap();
        for drop in ["dropb wB1 N 13 .", "dropb bM M 13 -wB1", "dropb wQ N 12 wB1\\\\", "J 13 -b"] {
            assert!(written.contains(drop), "{drop}\n{written}");
        }
    }

    #[test]
    fn results_survive_with_and_without_names() {
        for names in [
            &[][..],
            &[("White", "ann"), ("Black", "joanna")],
            &[("White", "x"), ("Black", "x")],
            &[("White", "the \"one\""), ("Black", "[ann]")],
        ] {
            for result in [
                GameResult::Win(Color::White),
                GameResult::Win(Color::Black),
                GameResult::Draw,
                GameResult::Unfinished,
            ] {
                let mut record = GameRecord { result, ..GameRecord::default() };
                for (tag, name) in names {
                    record.set_tag(tag, *name);
                }
                record.comments.push(Comment { ply: 0, text: "a ] \\ b".to_owned() });
                let again = read_one(&write(&record).unwrap());
                assert_eq!(kept(&again), kept(&record), "{names:?}");
            }
        }
    }

    #[test]
    fn an_illegal_move_is_an_error() {
        let record = GameRecord { moves: vec![Move::Pass], ..GameRecord::default() };
        assert_eq!(write(&record), Err(WriteError::Illegal(IllegalMove::NeedlessPass)));
    }

    #[test]
    fn a_position_set_up_has_no_place() {
        let game = parse_game("Base;White[5] wQ@0,0 bQ@1,0").unwrap();
        let error = write(&GameRecord::of(&game)).unwrap_err();
        let message = "SGF has no place for a game that begins in a position set up";
        assert_eq!(error.to_string(), message);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn random_games_are_read_as_they_were_written(
            game_type in 0..8usize,
            choices in prop::collection::vec(0..1000usize, 0..120),
        ) {
            let game = game_of_choices(GameType::ALL[game_type], choices);
            let record = GameRecord::of(&game);
            let again = read_one(&write(&record).unwrap());
            prop_assert_eq!(kept(&again), kept(&record));
        }
    }
}
