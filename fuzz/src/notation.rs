//! Any text as a game, as a move, as a piece.

use waggle::notation::{
    GameStringError, game_string, move_string, parse_archived_game, parse_game, parse_game_type,
    parse_move, parse_piece,
};
use waggle::rules::{Game, Position};

/// A text that is a game is the same game when written and read again; its first
/// line may be a game and the others moves in it.
///
/// # Panics
///
/// If it is not, or if a text that is none brings anything down.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    assert_round_trip(&text, parse_game);
    assert_round_trip(&text, parse_archived_game);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let start = Game::new(parse_game_type(first).unwrap_or_default());
    for line in text.lines() {
        assert_move(start.position(), line);
        let _ = parse_piece(line).map_err(|error| error.to_string());
    }
    if let Ok(mut game) = parse_archived_game(first) {
        for line in lines {
            if let Some(mv) = assert_move(game.position(), line) {
                let _ = game.play(mv).map_err(|error| error.to_string());
            }
        }
        game.position().assert_valid();
    }
}

fn assert_round_trip(text: &str, read: fn(&str) -> Result<Game, GameStringError>) {
    match read(text) {
        Ok(game) => {
            let written = game_string(&game);
            let again = read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert!(again.moves().eq(game.moves()), "{written}");
            assert_eq!(again.position(), game.position(), "{written}");
            assert_eq!(game_string(&again), written);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The move that a text means; if it is legal, what we write for it means the same.
fn assert_move(position: &Position, text: &str) -> Option<waggle::rules::Move> {
    let mv = match parse_move(position, text) {
        Ok(mv) => mv,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    let written = move_string(position, mv);
    if position.is_legal(mv) {
        assert_eq!(parse_move(position, &written), Ok(mv), "{text} is {written}");
    }
    Some(mv)
}
