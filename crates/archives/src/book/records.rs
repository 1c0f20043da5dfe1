//! A book as games with variations.

use std::collections::HashSet;

use waggle_hive_core::games::GameRecord;
use waggle_hive_core::rules::{Game, GameType, Position};
use waggle_hive_engine::book::Book;

use crate::lines::{Branch, record};

/// A game of the most frequent moves of a book for each type that it knows, with its other moves as
/// variations, and how often each is played as a comment. What follows a position stands where the
/// position comes first.
pub fn records(book: &Book) -> Vec<GameRecord> {
    let is_known = |game_type: &GameType| !book.moves(&Position::new(*game_type)).is_empty();
    GameType::ALL.into_iter().filter(is_known).map(|it| lines_of(book, it)).collect()
}

fn lines_of(book: &Book, game_type: GameType) -> GameRecord {
    let mut told = HashSet::new();
    record(Game::new(game_type), (), |game, ()| {
        let position = game.position();
        let moves = book.moves(position);
        let branches = moves.iter().map(|it| {
            let after = position.after(it.mv);
            let to = told.insert(after.symmetric_key()).then_some(());
            let comment = format!("{:.0} %", 100.0 * it.share(&moves));
            Branch { mv: it.mv, to, comment }
        });
        branches.collect()
    })
}
