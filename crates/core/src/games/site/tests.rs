//! Lines as the sheet of the site describes them.

use std::time::Duration;

use super::super::clock::clock_of;
use super::super::{GameError, GameRecord, GameResult, pgn};
use super::*;
use crate::rules::Color;

const LINES: &str = include_str!("../../../../../tests/data/sites/site.jsonl");

fn all() -> Vec<Result<GameRecord, GameError>> {
    read(LINES).collect()
}

/// The game with this id.
fn game(id: &str) -> GameRecord {
    let games = all().into_iter().flatten();
    games.into_iter().find(|game| game.tag("GameId") == Some(id)).expect("there is one")
}

fn read_one(text: &str) -> Result<GameRecord, GameError> {
    read(text).next().expect("there is a game")
}

#[test]
fn players_ratings_times_and_the_conclusion_become_tags() {
    let record = game("V1StGXR8_Z5j");
    let tags: Vec<String> =
        record.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(
        tags.join("\n"),
        "Date=2026.08.04\nEvent=Summer Cup\nSite=hivegame.com\nWhite=ann\nBlack=joanna\nWhiteElo=1613\n\
         BlackElo=1502\nWhiteRatingDiff=+7\nBlackRatingDiff=-7\nBlackTitle=BOT\nTimeControl=300+3\n\
         Speed=Blitz\nRated=true\nConclusion=Resigned\nTournament=cup2026\nGameId=V1StGXR8_Z5j"
    );
    assert_eq!(record.game_type.to_string(), "Base+MLP");
    assert_eq!(record.result, GameResult::Win(Color::White));
    let left: Vec<_> = record.comments.iter().map(|it| (it.ply, it.text.as_str())).collect();
    let expected = [
        (1, "[%clk 0:05:00]"),
        (2, "[%clk 0:05:00]"),
        (3, "[%clk 0:05:02]"),
        (4, "[%clk 0:04:57.5]"),
    ];
    assert_eq!(left, expected);
    assert_eq!(clock_of(left[3].1), Some(Duration::from_millis(297_500)));
    assert!(pgn::write(&record).contains("4. bQ bL-\n{[%clk 0:04:57.5]}\n"));
    assert!(record.contradictions.is_empty(), "{:?}", record.contradictions);
}

#[test]
fn an_old_game_without_clocks_and_ratings_is_read() {
    let record = game("old_game9");
    assert!(record.comments.is_empty(), "move_times is empty");
    assert_eq!(record.tag("WhiteElo"), None);
    assert_eq!(record.tag("WhiteRatingDiff"), None, "unrated games change none");
    assert_eq!(record.tag("White"), Some("deleted_user_1"));
    assert_eq!(record.tag("TimeControl"), Some("-"));
    assert_eq!(record.game_type.to_string(), "Base");
}

#[test]
fn a_game_may_end_before_its_first_move() {
    let record = game("resigned_at0");
    assert_eq!((record.moves.len(), record.result), (0, GameResult::Win(Color::Black)));
    assert!(record.contradictions.is_empty());
}

#[test]
fn the_status_counts_and_not_the_result_for_the_tournament() {
    // `tournament_game_result` is `Unknown` in finished games.
    assert!(LINES.contains("\"tournament_game_result\":\"Unknown\""));
    assert_eq!(game("V1StGXR8_Z5j").result, GameResult::Win(Color::White));
    assert_eq!(game("drawn").result, GameResult::Draw);
    assert_eq!(game("adjudicated").tag("ResultText"), Some("Adjudicated"));
    assert_eq!(game("unknown").tag("ResultText"), Some("Unknown"));
    assert_eq!(game("running").result, GameResult::Unfinished);
}

#[test]
fn a_pass_is_a_move_of_the_history() {
    let record = game("passes");
    let line = super::super::lines::write(&record).unwrap();
    assert!(line.contains(";pass;"), "{line}");
}

#[test]
fn a_winner_that_the_moves_contradict_is_doubted() {
    let doubts: Vec<String> = all()
        .iter()
        .flatten()
        .flat_map(|game| game.contradictions.iter().map(ToString::to_string))
        .collect();
    assert_eq!(
        doubts,
        [
            "the result is `WhiteWins`, but the moves give `BlackWins`",
            "the result is `BlackWins on the board`, but the moves give `InProgress`",
            "the turn is `9`, but the moves give `2`",
        ]
    );
}

#[test]
fn a_broken_line_is_named_by_its_number_and_the_rest_goes_on() {
    let errors: Vec<String> =
        all().into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
    assert_eq!(errors.len(), 3, "{errors:#?}");
    assert!(
        errors[0].starts_with("game 5, line 5: expected a game of hivegame.com: EOF"),
        "{errors:?}"
    );
    assert!(errors[1].starts_with("game 6, line 6: move 2, `bS1 wS9-`: expected"), "{errors:?}");
    assert!(
        errors[2].starts_with(
            "game 7, line 7: expected a game of hivegame.com: missing field `history`"
        )
    );
    assert!(all().last().is_some_and(Result::is_ok));
}

#[test]
fn unknown_fields_and_kinds_are_ignored_and_missing_ones_do_no_harm() {
    let least = read_one("{\"game_id\":\"x\",\"history\":[]}").unwrap();
    assert_eq!((least.result, least.tag("GameId")), (GameResult::Unfinished, Some("x")));
    let odd = "{\"game_id\":\"x\",\"history\":[[\"wA1\",\".\"]],\"hashes\":[18446744073709551615],\
        \"game_status\":{\"Finished\":{\"Nobody\":1}},\"conclusion\":\"Boredom\",\"new\":{\"a\":[null]},\
        \"tournament\":{\"x\":1},\"game_type\":null,\"white_rating\":null,\"speed\":\"Hyper\"}";
    let record = read_one(odd).unwrap();
    assert_eq!((record.moves.len(), record.result), (1, GameResult::Unfinished));
    assert_eq!(record.tag("Conclusion"), Some("Boredom"));
    assert_eq!(record.tag("Speed"), Some("Hyper"));
    let other = odd.replace("{\"Finished\":{\"Nobody\":1}}", "\"Postponed\"");
    assert_eq!(read_one(&other).unwrap().result, GameResult::Unfinished);
}

#[test]
fn what_is_escaped_in_json_cannot_command_a_terminal() {
    let line = "{\"game_id\":\"a\\u001b[2J\",\"history\":[],\"white_player\":{\"username\":\"\\u0007\\nx\"}}";
    let record = read_one(line).unwrap();
    assert!(record.tags.iter().all(|(_, value)| !value.contains(char::is_control)), "{record:?}");
}

#[test]
fn every_time_mode_has_its_time_control() {
    let control = |fields: &str| {
        let line = format!("{{\"game_id\":\"x\",\"history\":[],{fields}}}");
        let record = read_one(&line).unwrap();
        let again = read_one(&write(&record).unwrap()).unwrap();
        assert_eq!(again.tags, record.tags);
        record.tag("TimeControl").map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(control("\"time_mode\":\"RealTime\",\"time_base\":60,\"time_increment\":2"), "60+2");
    assert_eq!(control("\"time_mode\":\"Correspondence\",\"time_base\":86400"), "86400");
    assert_eq!(control("\"time_mode\":\"Correspondence\",\"time_increment\":3600"), "1/3600");
    assert_eq!(control("\"time_mode\":\"Untimed\",\"time_base\":null"), "-");
}

#[test]
fn what_is_read_is_written_and_read_again() {
    for record in all().into_iter().flatten() {
        let again = read_one(&write(&record).unwrap()).unwrap();
        assert_eq!(pgn::write(&again), pgn::write(&record));
    }
}

#[test]
fn clocks_of_another_length_than_the_game_are_not_trusted() {
    let line = "{\"game_id\":\"x\",\"history\":[[\"wA1\",\"\"]],\"move_times\":[1,2]}";
    assert!(read_one(line).unwrap().comments.is_empty());
    let line = line.replace("[1,2]", "[null]");
    assert!(read_one(&line).unwrap().comments.is_empty());
}
