//! A whole game, with moves typed in every possible way.

use std::fs;
use std::sync::atomic::AtomicBool;

use waggle::games::pgn;
use waggle::notation::{move_string, parse_move};
use waggle::rules::{Color, Game, GameType, Move};
use waggle::search::{Limits, Purpose, Searcher, Settings};

use super::program::folder;
use super::terminal::Terminal;

/// No game against a beginner takes as many plies.
const MAX_PLIES: usize = 300;

#[test]
fn a_whole_game_is_played_from_the_first_move_to_the_review() {
    let folder = folder("play");
    let path = folder.join("my game.pgn");
    let settings = Settings { table_mib: 1, ..Settings::default() };
    let mut player = Searcher::new(&settings).expect("there is memory");
    let mut game = Game::new(GameType::MLP);
    let args = ["play", "--level", "1", "--white", "--color", "never"];
    let mut terminal = Terminal::open(80, 24, &args);
    let mut said = terminal.prompt();
    let mut turn = 0;
    while !said.ends_with("> ") {
        assert!(game.moves().len() < MAX_PLIES, "{said}");
        let never = AtomicBool::new(false);
        let report = player.search_game(&game, Purpose::Play, &Limits::depth(2), &never, &mut ());
        let mv = report.best.expect("the game is not over");
        type_move(&mut terminal, &game, mv, turn);
        game.play(mv).expect("it is legal");
        said = terminal.prompt();
        follow(&mut game, &said);
        if turn == 5 {
            terminal.press("undo\n");
            assert!(!terminal.prompt().contains("nothing"));
            terminal.press(&format!("{}\n", move_string(before(&game, 2).position(), mv)));
            game = before(&game, 2);
            game.play(mv).expect("it is legal");
            said = terminal.prompt();
            follow(&mut game, &said);
        }
        turn += 1;
    }
    let verdict = ["You win: ", "You lose: ", "A draw: "];
    assert!(verdict.iter().any(|verdict| said.contains(verdict)), "{said}");
    assert!(game.outcome().is_some() || game.repetitions() == 3);

    terminal.press(&format!("save {}\n", path.display()));
    assert!(terminal.prompt().contains("saved to"));
    let saved = fs::read_to_string(&path).expect("it is there");
    let record = pgn::read(&saved).next().expect("a game").expect("it can be read");
    assert!(record.moves.iter().copied().eq(game.moves()), "{saved}");
    assert_eq!(record.tag("Black"), Some("Waggle, level 1"));

    terminal.press("review\n");
    terminal.wait_for("positions");
    terminal.press("\x03");
    assert!(terminal.prompt().contains("stopped"));
    terminal.press("quit\n");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.assert_untouched();
}

/// Types a move in one of several ways.
fn type_move(terminal: &mut Terminal, game: &Game, mv: Move, turn: usize) {
    let text = move_string(game.position(), mv);
    match (turn % 4, mv.piece()) {
        (1, _) => terminal.press(&format!("{}\n", text.to_uppercase().replace("WG", "wg"))),
        // Without the color, which is optional unless a piece of the opponent is thrown.
        (2, Some(piece)) if piece.color() == Color::White => {
            terminal.press(&format!("{}\n", &text[1..]));
        }
        (0, _) | (2, Some(_)) => terminal.press(&format!("{text}\n")),
        (_, Some(piece)) => {
            terminal.press(&format!("{piece}\n"));
            let choices = terminal.prompt();
            // The choices are in the lines after the board, three blanks apart.
            let list = choices.lines().filter_map(|line| line.strip_prefix("  "));
            let number = list.flat_map(|line| line.split("   ")).find_map(|choice| {
                let (number, found) = choice.trim().split_once(' ')?;
                (found == text).then_some(number)
            });
            let number = number.unwrap_or_else(|| panic!("{text} is not among {choices}"));
            terminal.press(&format!("{number}\n"));
        }
        (_, None) => terminal.press("pass\n"),
    }
}

/// Plays the moves that the terminal shows since the person's move.
fn follow(game: &mut Game, said: &str) {
    for line in said.lines() {
        if let Some(text) = line.strip_prefix("Black: ") {
            let mv = parse_move(game.position(), text.trim()).expect("it is a move");
            game.play(mv).expect("it is legal");
        } else if line.starts_with("Black cannot move") || line.starts_with("You cannot move") {
            game.play(Move::Pass).expect("there is nothing else");
        }
    }
}

/// The game some plies ago.
fn before(game: &Game, plies: usize) -> Game {
    let mut game = game.clone();
    for _ in 0..plies {
        game.undo();
    }
    game
}
