//! Any bytes as what another engine answers.

use waggle::arena::choice_in;
use waggle::notation::{move_string, parse_archived_game, parse_game, parse_move};
use waggle::rules::{Game, GameType};
use waggle::uhp::client::refusal;
use waggle::uhp::{LineReader, MAX_LINE_LEN};

/// A game in which something can be played in many ways: climbing, throwing, passing by.
const GAME: &str = r"Base+MLP;;;wS1;bP wS1-;wQ -wS1;bQ bP-;wM \wS1;bM bQ/;wB1 -wQ;bL bM-";

/// Whatever an engine answers is lines without terminal commands, and each reply is a move that can be
/// written, or a fault in words.
///
/// # Panics
///
/// If it is not.
pub fn engine_replies(data: &[u8]) {
    let games = [Game::new(GameType::MLP), parse_game(GAME).expect("a game")];
    let mut reader = LineReader::new(data, MAX_LINE_LEN);
    let mut reply: Vec<String> = vec![];
    while let Some(line) = reader.next_line().expect("memory can be read") {
        assert!(line.text.len() <= 3 * MAX_LINE_LEN, "what is no text takes three bytes each");
        let is_command = |letter: char| letter.is_control() && letter != '\t' && letter != '\r';
        assert!(!line.text.contains(is_command), "{:?}", line.text);
        if line.text.trim_end() != "ok" {
            let _ = parse_archived_game(&line.text).map_err(|error| error.to_string());
            reply.push(line.text);
            continue;
        }
        for game in &games {
            match choice_in(&reply, game.position()) {
                Ok(choice) => {
                    assert!(refusal(&reply).is_none());
                    assert!(choice.score.is_none_or(|score| !score.is_nan()), "{reply:?}");
                    let written = move_string(game.position(), choice.mv);
                    if game.position().is_legal(choice.mv) {
                        assert_eq!(parse_move(game.position(), &written), Ok(choice.mv));
                    }
                }
                Err((_, told)) => assert!(!told.is_empty() && told.len() < 4000, "{told}"),
            }
        }
        reply.clear();
    }
}
