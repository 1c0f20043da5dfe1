//! A book as games with variations.

use std::collections::HashSet;

use waggle_hive_core::games::GameRecord;
use waggle_hive_core::rules::{Game, GameType};
use waggle_hive_engine::book::Book;

use crate::lines::{Branch, record};

/// A game of the most frequent moves of a book for each type that it knows, with its other moves as
/// variations, and how often each is played as a comment. What follows a position stands where the
/// position comes first.
pub fn records(book: &Book) -> Vec<GameRecord> {
    let known = GameType::ALL.into_iter().filter(|game_type| {
        let start = Game::new(*game_type);
        !book.moves(start.position()).is_empty()
    });
    known.map(|game_type| lines_of(book, game_type)).collect()
}

fn lines_of(book: &Book, game_type: GameType) -> GameRecord {
    let mut told = HashSet::new();
    record(Game::new(game_type), (), |game, ()| {
        let position = game.position();
        let moves = book.moves(position);
        let total: u32 = moves.iter().map(|it| u32::from(it.weight)).sum();
        let branches = moves.iter().map(|it| {
            let after = position.after(it.mv);
            let percent = 100.0 * f64::from(it.weight) / f64::from(total);
            Branch {
                mv: it.mv,
                to: told.insert(after.symmetric_key()).then_some(()),
                comment: format!("{percent:.0} %"),
            }
        });
        branches.collect()
    })
}
