//! Replays the game that was checked by hand against the page.

use std::fs;

use waggle::bees::{Color, Game, Outcome, PLAYERS, Position};

use crate::against_plain::assert_agreement;

/// The number of dead bees, without Queens.
fn dead(position: &Position) -> u8 {
    PLAYERS
        .into_iter()
        .map(|color| position.dead(color))
        .map(|dead| dead.drones + dead.warriors)
        .sum()
}

/// The number of deaths in a note.
fn told(note: &str) -> u8 {
    let queens = note.matches("the Queen dies").count();
    (note.matches(" dies").count() - queens) as u8
}

#[test]
fn the_game_follows_its_notes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/bees/GAME.md");
    let text = fs::read_to_string(path).unwrap();
    let record = text.lines().find(|line| line.starts_with("Bees;")).unwrap();
    let rows = text.lines().filter_map(|line| line.split_once(". `")?.1.split_once("`: "));
    let mut game = Game::new();
    for (move_text, note) in rows {
        let before = *game.position();
        assert_agreement(&before);
        game.play(before.read_move(move_text).unwrap()).unwrap();
        let entered = u8::from(move_text.starts_with('+'));
        let deaths = dead(game.position()) + entered - dead(&before);
        assert_eq!(deaths, told(note), "{move_text}");
    }
    assert_eq!(game.to_string(), record);
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::White)));
}
