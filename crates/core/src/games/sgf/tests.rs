use std::fmt::Write as _;

use super::super::{Comment, GameFault, GameRecord, GameResult};
use super::read;
use crate::notation::game_string;
use crate::rules::Color;

/// Wraps a log of actions into a game.
fn file(setup: &str, log: &str) -> String {
    format!("(;\nGM[27]VV[1]\nSU[{setup}]\nP0[id \"ann\"]\nP1[id \"joanna\"]\n{log}\n)\n")
}

fn read_one(text: &str) -> GameRecord {
    read(text).next().expect("there is a game").expect("it can be read")
}

fn moves(text: &str) -> String {
    game_string(&read_one(text).replay().unwrap())
}

fn message(text: &str) -> String {
    read(text).next().expect("there is a game").expect_err("it is broken").to_string()
}

const OPENING: &str = "\
; P0[0 Start P0]
; P0[1 pick W 3 wB1]TM[10]
; P0[2 dropb wB1 N 13 .]TM[20]
; P0[3 done]TM[30]
; P1[4 pick B 2 b1]TM[10]
; P1[5 dropb b1 N 14 wB1-]TM[15]
; P1[6 pickb N 14 b1]TM[15]
; P1[7 dropb b1 M 13 -wB1]TM[15]
; P1[8 Done ]TM[18]
; P0[9 movedone W Q N 12 wB1\\\\]TM[40]
; P1[10 movedone B Q L 13 -bB1]TM[40]";

#[test]
fn only_the_last_drop_of_a_turn_is_a_move() {
    assert_eq!(
        moves(&file("hive", OPENING)),
        "Base;InProgress;White[3];wB1;bB1 -wB1;wQ wB1\\;bQ -bB1"
    );
}

#[test]
fn a_point_means_the_piece_that_lies_there() {
    let log = format!(
        "{OPENING}\n; P0[11 movedone W Q M 12 /wB1]\n; P1[12 dropb A1 K 13 -bQ]\n; P1[13 done]\n\
         ; P0[14 move W wB1 M 13 .]\n; P0[15 done]\n; P1[16 movedone B G1 J 13 -bA1]\n\
         ; P0[17 move W wB1 N 13 bB1-]\n; P0[18 done]"
    );
    assert!(moves(&file("hive", &log)).ends_with(";wQ bB1\\;bA1 -bQ;wB1 bB1;bG1 -bA1;wB1 wQ/"));
    let nowhere = format!("{OPENING}\n; P0[11 move W wB1 A 1 .]\n; P0[12 done]");
    assert_eq!(
        message(&file("hive", &nowhere)),
        "game 1, line 17: move 5, `wB1 .`: expected a piece at A 1 or beside it, found none"
    );
}

#[test]
fn single_backslashes_are_directions_too() {
    let log = OPENING.replace("\\\\", "\\");
    assert_eq!(moves(&file("hive", &log)), moves(&file("hive", OPENING)));
}

#[test]
fn the_setup_and_the_pieces_give_the_expansions() {
    for (setup, game_type) in
        [("Hive-PLM", "Base+MLP"), ("hive-p", "Base+P"), ("hive-lm 2", "Base+ML"), ("hive", "Base")]
    {
        assert_eq!(read_one(&file(setup, OPENING)).game_type.to_string(), game_type, "{setup}");
    }
    let log = "; P0[1 dropb m1 N 13 .]\n; P0[2 done]";
    assert_eq!(moves(&file("hive", log)), "Base+M;InProgress;Black[1];wM");
}

#[test]
fn resigning_and_agreeing_end_the_game_and_are_not_passes() {
    for (end, result) in [
        ("; P0[11 resign]\n; P0[12 done]", GameResult::Win(Color::Black)),
        ("; P0[11 OfferDraw]\n; P0[12 done]\n; P1[13 AcceptDraw]\n; P1[14 done]", GameResult::Draw),
        ("RE[Game won by joanna]", GameResult::Win(Color::Black)),
        ("RE[Partie gagn\u{e9}e par ann]", GameResult::Win(Color::White)),
        ("RE[The game is a draw]", GameResult::Draw),
        ("RE[]", GameResult::Unfinished),
    ] {
        let record = read_one(&file("hive", &format!("{OPENING}\n{end}")));
        assert_eq!((record.result, record.moves.len()), (result, 4), "{end}");
    }
}

/// A game in which Black can only pass.
const TO_A_PASS: &str = "wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;wS1 bQ-;\
    bA1 \\bQ;wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\\;bA1 bQ\\;wQ wB1\\";

#[test]
fn passes_are_written_or_implied() {
    let mut log = String::new();
    for (index, mv) in TO_A_PASS.split(';').enumerate() {
        let (piece, goal) = mv.split_once(' ').unwrap_or((mv, "."));
        let player = index % 2;
        let _ = writeln!(
            log,
            "; P{player}[{index} dropb {piece} A {index} {goal}]\n; P{player}[0 done]"
        );
    }
    for pass in ["; P1[40 pass]\n; P1[41 done]", "; P1[40 Pass ]TM[5]", "; P1[40 done]"] {
        let text = moves(&file("hive", &format!("{log}{pass}")));
        assert_eq!(text, format!("Base;InProgress;White[11];{TO_A_PASS};pass"), "{pass}");
    }
}

#[test]
fn a_turn_that_is_done_without_a_move_is_a_pass() {
    let log = format!("{OPENING}\n; P0[11 done]");
    assert_eq!(
        message(&file("hive", &log)),
        "game 1, line 17: move 5, `pass`: a pass is legal only when there is no other move"
    );
}

#[test]
fn the_header_becomes_tags() {
    let log = format!(
        "DT[Sat Dec 11 08:32:57 PST 2021]\nEV[e]PC[c]RO[4]XY[z]\nGN[a \\] name]\nRE[Game won by ann]\nC[well]\n{OPENING}"
    );
    let record = read_one(&file("hive", &log));
    for (tag, value) in [
        ("White", "ann"),
        ("Black", "joanna"),
        ("Date", "2021.12.11"),
        ("SgfDate", "Sat Dec 11 08:32:57 PST 2021"),
        ("SgfGameName", "a ] name"),
        ("SgfResult", "Game won by ann"),
        ("Event", "e"),
        ("Site", "c"),
        ("Round", "4"),
    ] {
        assert_eq!(record.tag(tag), Some(value), "{tag}");
    }
    assert_eq!(record.tags.len(), 9, "{:?}", record.tags);
    assert_eq!(record.comments, [Comment { ply: 0, text: "well".into() }]);
}

#[test]
fn the_other_players_action_confirms_a_move() {
    let log = OPENING.replace("; P0[3 done]TM[30]\n", "").replace("; P1[8 Done ]TM[18]\n", "");
    assert_eq!(moves(&file("hive", &log)), moves(&file("hive", OPENING)));
}

#[test]
fn comments_stand_after_the_moves_before_them() {
    let log = "C[first]\n; P0[1 dropb wB1 N 13 .]\nC[second]\n; P0[2 done]\nC[third]\n\
               ; P1[3 dropb b1 N 14 wB1-]\n; P1[4 done]\nC[last]";
    let record = read_one(&file("hive", log));
    let comments: Vec<(usize, &str)> =
        record.comments.iter().map(|comment| (comment.ply, comment.text.as_str())).collect();
    assert_eq!(comments, [(0, "first"), (1, "second"), (1, "third"), (2, "last")]);
}

#[test]
fn the_result_names_the_winner_or_a_draw() {
    let result = |white: &str, black: &str, text: &str| {
        let file = format!(
            "(;\nSU[hive]\nP0[id \"{white}\"]\nP1[id \"{black}\"]\nRE[{text}]\n{OPENING}\n)\n"
        );
        read_one(&file).result
    };
    let (white, black) = (GameResult::Win(Color::White), GameResult::Win(Color::Black));
    assert_eq!(result("ann", "joanna", "ann won"), white);
    assert_eq!(result("ann", "joanna", "joanna won"), black);
    assert_eq!(result("joanna", "ann", "joanna won"), white);
    assert_eq!(result("joanna", "ann", "ann won"), black);
    assert_eq!(result("ann", "bob", "ann and bob"), GameResult::Unfinished);
    assert_eq!(result("ann", "bob", "A DRAW"), GameResult::Draw);
    assert_eq!(result("", "bob", "somebody won"), GameResult::Unfinished);
    // Without a name in the text, the players' actions decide.
    let resigned = format!("RE[over]\n{OPENING}\n; P1[11 resign]\n; P1[12 done]");
    assert_eq!(read_one(&file("hive", &resigned)).result, white);
}

#[test]
fn a_value_may_have_several_lines_and_escaped_brackets() {
    let log = format!(
        "C[one\n\\\\ two \\]\nthree]\n{OPENING}\n; P0[9 move X 1 A 1 .]\n; P0[10 resign]\n; P0[11 dropb wG1 A 1 .]\n; P0[12 done]"
    );
    let text = file("hive", &log);
    let error = read(&text).next().unwrap().unwrap_err();
    let line = text.lines().position(|line| line.contains("wG1")).unwrap() + 1;
    assert_eq!((error.game, error.line), (1, line));
}

#[test]
fn a_broken_game_spoils_no_other() {
    let broken = file("hive", "; P0[1 dropb wQ9 N 13 .]\n; P0[2 done]");
    let whole = file("hive", OPENING);
    let text = format!("a word before\n{broken}{whole}(;\nSU[hive");
    let games: Vec<_> = read(&text).collect();
    assert_eq!(games.len(), 3);
    assert!(games[0].is_err() && games[1].is_ok());
    assert_eq!(games[2].as_ref().unwrap_err().fault, GameFault::OpenValue);
}
