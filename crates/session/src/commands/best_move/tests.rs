//! What `bestmove` asks of the engine, and what it prints.

use std::time::Duration;

use super::*;
use crate::scripted::{Scripted, Sink, session};
use crate::session::Session;
use waggle_hive_core::notation::parse_move;
use waggle_hive_core::rules::{Game, GameType};
use waggle_hive_engine::search::{Instant, Limits};

fn ask(session: &mut Session<Scripted>, line: &str) -> (String, Sink) {
    let mut sink = Sink::default();
    let Answer::Reply(reply) = session.execute(line, Instant::now(), &mut sink) else {
        panic!("`{line}` has a reply");
    };
    (reply.to_string(), sink)
}

#[test]
fn the_search_gets_the_limits() {
    let mut session = session();
    ask(&mut session, "newgame");
    ask(&mut session, "bestmove depth 3");
    ask(&mut session, "bestmove seconds 0");
    ask(&mut session, "bestmove");
    let engine = &session.engine;
    assert_eq!(engine.asked[0].0, Limits { depth: Some(3), ..Limits::default() });
    assert_eq!(engine.asked[1].0, Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!(engine.asked[2].0, Limits::default());
}

#[test]
fn a_new_game_clears_the_engine_if_it_has_searched() {
    let mut session = session();
    ask(&mut session, "newgame");
    ask(&mut session, "newgame");
    assert_eq!(session.engine.games, 0, "there is nothing to forget");
    ask(&mut session, "bestmove depth 1");
    ask(&mut session, "newgame chess");
    assert_eq!(session.engine.games, 0, "the game goes on");
    ask(&mut session, "newgame");
    assert_eq!(session.engine.games, 1);
}

#[test]
fn intermediate_lines_are_printed_if_asked_for() {
    let mut session = session();
    ask(&mut session, "newgame");
    let (reply, sink) = ask(&mut session, "bestmove depth 2");
    assert_eq!(reply, "wS1\nok\n");
    assert!(sink.lines.is_empty() && sink.notes.is_empty());
    ask(&mut session, "options set ReportIntermediateBestMoves True");
    let (reply, sink) = ask(&mut session, "bestmove depth 2");
    assert_eq!(reply, "wS1\nok\n");
    assert_eq!(sink.lines, ["wS1;1;0.25;wS1", "wS1;2;0.25;wS1;bS1 \\wS1"]);
    ask(&mut session, "options set Verbose True");
    let (_, sink) = ask(&mut session, "bestmove depth 1");
    assert_eq!(sink.notes, ["depth 1 score +0.25 nodes 10 time 0.000 pv wS1"]);
}

#[test]
fn the_last_intermediate_line_names_the_best_move() {
    let mut session = session();
    ask(&mut session, "newgame");
    ask(&mut session, "options set ReportIntermediateBestMoves True");
    session.engine.answers_another = true;
    let (reply, sink) = ask(&mut session, "bestmove depth 2");
    assert_eq!(reply, "wA1\nok\n");
    let lines = ["wS1;1;0.25;wS1", "wS1;2;0.25;wS1;bS1 \\wS1", "wA1;2;0.75;wA1"];
    assert_eq!(sink.lines, lines);
    let (_, sink) = ask(&mut session, "bestmove depth 0");
    assert_eq!(sink.lines.last().map(String::as_str), Some("wA1;1;0.75;wA1"));
    session.engine.reply = None;
    let (reply, sink) = ask(&mut session, "bestmove depth 1");
    assert_eq!((reply.as_str(), sink.lines), ("wS1\nok\n", vec!["wS1;1;0.00;wS1".to_owned()]));
    ask(&mut session, "options set ReportIntermediateBestMoves False");
    assert!(ask(&mut session, "bestmove depth 1").1.lines.is_empty());
}

#[test]
fn score_scale_multiplies_the_scores_of_intermediate_lines_only() {
    let mut session = session();
    ask(&mut session, "newgame");
    ask(&mut session, "options set ReportIntermediateBestMoves True");
    ask(&mut session, "options set Verbose True");
    ask(&mut session, "options set ScoreScale 1500000");
    let (_, sink) = ask(&mut session, "bestmove depth 1");
    assert_eq!(sink.lines, ["wS1;1;375000.00;wS1"]);
    assert_eq!(sink.notes, ["depth 1 score +0.25 nodes 10 time 0.000 pv wS1"]);
}

#[test]
fn pv_is_kept_until_the_position_changes() {
    let mut session = session();
    ask(&mut session, "newgame");
    ask(&mut session, "bestmove depth 2");
    assert_eq!(ask(&mut session, "pv").0, "wS1\nbS1 \\wS1\nok\n");
    ask(&mut session, "play wS1");
    assert!(ask(&mut session, "pv").0.starts_with("err "));
}

/// Black can only pass.
const ONLY_PASS: &str = "newgame Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 \
                         -wA1;bA1 wQ\\;wS1 bQ-;bA1 \\bQ;wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;\
                         wB2 wQ-;bA1 -bB1;wG1 wQ\\;bA1 bQ\\;wQ wB1\\";

#[test]
fn an_only_move_needs_no_search() {
    let mut session = session();
    ask(&mut session, ONLY_PASS);
    assert_eq!(ask(&mut session, "bestmove depth 9").0, "pass\nok\n");
    assert!(session.engine.asked.is_empty());
}

#[test]
fn an_only_move_gets_an_intermediate_line_if_asked_for() {
    let mut session = session();
    ask(&mut session, ONLY_PASS);
    ask(&mut session, "options set ReportIntermediateBestMoves True");
    let (reply, sink) = ask(&mut session, "bestmove depth 2");
    assert_eq!(reply, "pass\nok\n");
    assert_eq!(sink.lines.len(), 1);
    assert!(sink.lines[0].starts_with("pass;2;-0.25;pass;w"), "{:?}", sink.lines);
    ask(&mut session, "bestmove nodes 500");
    let limits: Vec<Limits> = session.engine.asked.iter().map(|(limits, _)| *limits).collect();
    assert_eq!(limits[0], Limits { depth: Some(1), ..Limits::nodes(NODES_FOR_A_SCORE) });
    assert_eq!(limits[1], Limits::nodes(500));
}

#[test]
fn a_random_opening_gets_an_intermediate_line_if_asked_for() {
    let mut session = session();
    ask(&mut session, "newgame");
    ask(&mut session, "options set RandomOpening True");
    ask(&mut session, "options set ReportIntermediateBestMoves True");
    let (reply, sink) = ask(&mut session, "bestmove depth 2");
    let mv = reply.lines().next().unwrap();
    assert_eq!(sink.lines.len(), 1);
    let line = format!("{mv};2;-0.25;{mv};b");
    assert!(sink.lines[0].starts_with(&line), "{:?} {reply}", sink.lines);
    assert_eq!(session.engine.asked[0].1, 1, "it is the replies that are searched");
}

#[test]
fn the_first_legal_move_is_played_if_the_search_finds_none() {
    let mut session = session();
    ask(&mut session, "newgame");
    session.engine.reply = None;
    assert_eq!(ask(&mut session, "bestmove depth 1").0, "wS1\nok\n");
    assert_eq!(session.engine.asked.len(), 1);
}

#[test]
fn a_random_opening_ends_after_two_plies() {
    let mut session = session();
    ask(&mut session, "newgame Base+MLP");
    ask(&mut session, "options set RandomOpening True");
    ask(&mut session, "bestmove depth 1");
    ask(&mut session, "play wS1");
    ask(&mut session, "bestmove depth 1");
    assert!(session.engine.asked.is_empty());
    ask(&mut session, "play bS1 wS1-");
    ask(&mut session, "bestmove depth 1");
    assert_eq!(session.engine.asked.len(), 1);
}

#[test]
fn pondering_searches_the_expected_reply_if_enabled() {
    let mut session = session();
    session.ponder();
    ask(&mut session, "newgame");
    session.ponder();
    assert!(session.engine.asked.is_empty(), "off by default");
    ask(&mut session, "options set BackgroundPondering True");
    ask(&mut session, "bestmove depth 2");
    ask(&mut session, "play wS1");
    session.ponder();
    let (limits, plies) = session.engine.asked.last().copied().unwrap();
    assert_eq!((limits, plies), (Limits::default(), 2));
}

#[test]
fn lower_levels_do_not_ponder_and_keep_their_seed_for_a_game() {
    let mut session = session();
    ask(&mut session, "newgame");
    ask(&mut session, "options set BackgroundPondering True");
    ask(&mut session, "bestmove depth 2");
    ask(&mut session, "options set Level 3");
    session.ponder();
    assert_eq!(session.engine.asked.len(), 1, "no pondering");
    ask(&mut session, "bestmove depth 2");
    ask(&mut session, "play wS1");
    ask(&mut session, "bestmove depth 2");
    ask(&mut session, "newgame");
    ask(&mut session, "bestmove depth 2");
    let levels: Vec<usize> =
        session.engine.skills.iter().map(|skill| skill.level.number()).collect();
    assert_eq!(levels, [13, 3, 3, 3]);
    let seeds: Vec<u64> = session.engine.skills.iter().map(|skill| skill.seed).collect();
    assert_eq!(seeds[1], seeds[2], "one game");
    assert_ne!(seeds[2], seeds[3], "another game");
}

#[test]
fn changed_options_configure_the_engine_at_once() {
    let mut session = session();
    ask(&mut session, "options set NumThreads 3");
    ask(&mut session, "options set TableSizeMiB 5");
    ask(&mut session, "options set Verbose True");
    assert_eq!(session.engine.configured, [(3, 64), (3, 5)]);
}

#[test]
fn the_book_is_played_if_enabled_and_named_if_verbose() {
    let mut session = session();
    let start = Game::new(GameType::BASE);
    let ant = parse_move(start.position(), "wA1").unwrap();
    let mut book = Book::default();
    book.insert(start.position(), ant, 1);
    session.set_book(book);
    ask(&mut session, "newgame");
    assert_eq!(ask(&mut session, "bestmove depth 1").0, "wS1\nok\n");
    session.engine.asked.clear();
    ask(&mut session, "options set OwnBook True");
    ask(&mut session, "options set Verbose True");
    let (reply, sink) = ask(&mut session, "bestmove depth 1");
    assert_eq!((reply.as_str(), sink.notes), ("wA1\nok\n", vec!["book wA1".to_owned()]));
    assert!(session.engine.asked.is_empty(), "nothing is searched");
    ask(&mut session, "play wS1");
    assert!(ask(&mut session, "bestmove depth 1").1.notes[0].starts_with("depth 1 "));
}

#[test]
fn the_embedded_book_is_the_default() {
    let mut session = session();
    ask(&mut session, "options set OwnBook True");
    for game_type in GameType::ALL {
        ask(&mut session, &format!("newgame {game_type}"));
        // The book chooses at random, and does not know the replies to every first move.
        ask(&mut session, "bestmove depth 1");
    }
    assert!(session.engine.asked.is_empty(), "nothing is searched");
    session.set_book(Book::default());
    ask(&mut session, "newgame Base");
    ask(&mut session, "bestmove depth 1");
    assert_eq!(session.engine.asked.len(), 1, "an empty book knows nothing");
}

#[test]
fn a_book_move_gets_an_intermediate_line_if_asked_for() {
    let mut session = session();
    let start = Game::new(GameType::BASE);
    let mut book = Book::default();
    book.insert(start.position(), parse_move(start.position(), "wA1").unwrap(), 1);
    session.set_book(book);
    ask(&mut session, "newgame");
    ask(&mut session, "options set OwnBook True");
    ask(&mut session, "options set ReportIntermediateBestMoves True");
    let (reply, sink) = ask(&mut session, "bestmove depth 2");
    assert_eq!(reply, "wA1\nok\n");
    assert!(sink.lines.len() == 1 && sink.lines[0].starts_with("wA1;2;-0.25;wA1;b"));
    // A draw costs us, although the opponent is to move; so it does in its time.
    ask(&mut session, "options set BackgroundPondering True");
    ask(&mut session, "options set ReportIntermediateBestMoves False");
    ask(&mut session, "bestmove depth 2");
    ask(&mut session, "play wA1");
    session.ponder();
    assert_eq!(session.engine.purposes, [Purpose::Foresee; 2]);
}
