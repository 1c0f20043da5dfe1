//! The commands of MzingaViewer, in its order: one at a time, each after the `ok` of the previous
//! one. It has no timeout, and shows an error box for every line that begins with `err` or
//! `invalidmove`.

use nix::sys::signal::Signal;

use super::engine::{EXIT_TIME, Engine, assert_is_move};

/// The reply to a command that the viewer expects to succeed.
fn ask(engine: &mut Engine, command: &str) -> Vec<String> {
    let reply = engine.ask(command);
    let is_refusal = |line: &String| line.starts_with("err") || line.starts_with("invalidmove");
    assert!(!reply.iter().any(is_refusal), "{command}: {reply:?}");
    reply
}

/// The game in the first line of a reply. The viewer asks for the moves after each.
fn board(engine: &mut Engine, command: &str) -> String {
    let game = ask(engine, command).remove(0);
    let is_over = ["Draw", "WhiteWins", "BlackWins"].contains(&game.split(';').nth(1).unwrap());
    if !is_over {
        let moves = ask(engine, "validmoves").remove(0);
        for text in moves.split(';') {
            assert_is_move_text(text);
        }
    }
    game
}

/// The best move: the last line of the reply up to its first semicolon. The other lines are shown
/// meanwhile, so they must begin with a move as well.
fn best_move(engine: &mut Engine, limit: &str) -> String {
    let reply = ask(engine, &format!("bestmove {limit}"));
    let moves: Vec<&str> = reply.iter().filter_map(|line| line.split(';').next()).collect();
    for text in &moves {
        assert_is_move_text(text);
    }
    (*moves.last().expect("a move")).to_owned()
}

fn assert_is_move_text(text: &str) {
    if text != "pass" {
        assert_is_move(&[text.to_owned()]);
    }
}

#[test]
fn the_dialogue_of_the_viewer_goes_well() {
    let mut engine = Engine::start();
    ask(&mut engine, "info");

    // The options dialog: all are read, and the changed ones are set one by one.
    let options = ask(&mut engine, "options");
    for command in [
        "options set NumThreads 1",
        "options set ReportIntermediateBestMoves True",
        "options set TableSizeMiB 1",
        "options set Verbose True",
    ] {
        let changed = ask(&mut engine, command);
        let fields = |line: &str| line.split(';').count();
        assert!(options.iter().any(|line| fields(line) == fields(&changed[0])), "{changed:?}");
    }

    // A game of a person, who plays the first legal move, against the engine.
    board(&mut engine, "newgame Base+MLP");
    for limit in ["depth 2", "depth 0", "time 00:00:00", "time 00:00:00.0500000"] {
        let first = ask(&mut engine, "validmoves")[0].split(';').next().unwrap().to_owned();
        board(&mut engine, &format!("play {first}"));
        let answer = best_move(&mut engine, limit);
        board(&mut engine, &format!("play {answer}"));
    }
    let game = board(&mut engine, "undo 2");
    assert!(game.contains(";White[4];"), "{game}");

    // A review sets up the whole game and steps through it.
    let moves: Vec<&str> = game.split(';').skip(3).collect();
    for count in [moves.len(), 0, 3] {
        let turn = format!("{}[{}]", ["White", "Black"][count % 2], count / 2 + 1);
        let state = if count == 0 { "NotStarted" } else { "InProgress" };
        let fields = [&["Base+MLP", state, &turn], &moves[..count]].concat();
        let whole = fields.join(";");
        assert_eq!(board(&mut engine, &format!("newgame {whole}")), whole);
    }
    board(&mut engine, &format!("play {}", moves[3]));
    board(&mut engine, "undo");
    best_move(&mut engine, "depth 2");

    // Cancelled, and again when it is too late.
    engine.send("bestmove time 01:00:00\n");
    engine.lines.recv().expect("a first iteration");
    engine.signal(Signal::SIGINT);
    engine.reply();
    engine.signal(Signal::SIGINT);
    board(&mut engine, "newgame Base");

    // The window is closed during a search.
    engine.send("bestmove time 01:00:00\n");
    engine.lines.recv().expect("a first iteration");
    engine.signal(Signal::SIGINT);
    engine.send("exit\n");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
}
