//! What `bestmove` asks of the engine, and what it prints.

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

/// What the session prints and asks of its engine after a line of `dialogs.txt`.
fn told(session: &mut Session<Scripted>, line: &str) -> String {
    let engine = &session.engine;
    let (searches, configured, games) = (engine.asked.len(), engine.configured.len(), engine.games);
    let mut sink = Sink::default();
    match line.strip_prefix("! ") {
        Some("answer another") => session.engine.answers_another = true,
        Some("find nothing") => session.engine.reply = None,
        Some("ponder") => session.ponder(),
        Some(_) => session.set_book(book_with_an_ant()),
        None => {
            let (reply, printed) = ask(session, line);
            sink = printed;
            // The default number of threads, which options tell, is that of the machine.
            if !line.starts_with("options") {
                sink.lines.push(reply.trim_end().replace('\n', " / "));
            }
        }
    }
    let engine = &session.engine;
    let asked = engine.asked.iter().zip(&engine.purposes).skip(searches);
    sink.lines.extend(sink.notes.into_iter().map(|note| format!("(note) {note}")));
    sink.lines.extend(asked.map(|((limits, ply), purpose)| {
        let Limits { depth, nodes, time, .. } = limits;
        format!("(search at ply {ply}, {purpose:?}: {depth:?} plies, {nodes:?} nodes, {time:?})")
    }));
    let configured = engine.configured.iter().skip(configured);
    sink.lines.extend(configured.map(|settings| format!("(threads and table {settings:?})")));
    sink.lines.extend((engine.games > games).then(|| "(a new game)".to_owned()));
    sink.lines.insert(0, format!("> {line}"));
    sink.lines.join("\n")
}

/// A book that knows one first move.
fn book_with_an_ant() -> Book {
    let start = Game::new(GameType::BASE);
    let mut book = Book::default();
    book.insert(start.position(), parse_move(start.position(), "wA1").unwrap(), 1);
    book
}

#[test]
fn every_dialog_goes_as_recorded() {
    let mut all = vec![];
    for dialog in include_str!("dialogs.txt").split("=== ").skip(1) {
        let (title, lines) = dialog.split_once('\n').unwrap();
        let mut session = session();
        all.push(format!("=== {title}"));
        all.extend(lines.lines().map(|line| told(&mut session, line)));
    }
    insta::assert_snapshot!(all.join("\n"));
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
