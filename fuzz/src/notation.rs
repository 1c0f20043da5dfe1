//! Any text as a game, a position in HOP, a move, or a piece.

use waggle::notation::{
    GameStringError, game_string, hop, move_string, parse_archived_game, parse_game,
    parse_game_type, parse_hop, parse_move, parse_piece,
};
use waggle::rules::{Game, Position};

/// A text that parses as a game survives a round trip; its first line may also be a game and
/// the others moves in it.
///
/// # Panics
///
/// If it does not, or if parsing panics.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    assert_round_trip(&text, parse_game);
    assert_round_trip(&text, parse_archived_game);
    match parse_hop(&text) {
        Ok(position) => {
            let written = hop(&position);
            let again = parse_hop(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(hop(&again), written);
            again.assert_valid();
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
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

/// Parses a move; if it is legal, its written form parses to the same move.
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
