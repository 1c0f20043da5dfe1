//! The embedded book. `docs/decisions/book.md` has the command that made it.

use std::sync::LazyLock;

use super::Book;

/// Parsed on first use.
pub(super) static OWN: LazyLock<Book> = LazyLock::new(|| {
    // A test parses both.
    let mut book = Book::from_bytes(include_bytes!("own.book")).unwrap_or_default();
    if cfg!(feature = "reached-book") {
        let reached = Book::from_bytes(include_bytes!("reached.book")).unwrap_or_default();
        for (key, entries) in reached.positions {
            book.positions.entry(key).or_insert(entries);
        }
    }
    book
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use waggle_hive_core::rules::{GameType, Position};

    #[test]
    fn it_has_the_first_plies_of_every_game_type() {
        let book = Book::from_bytes(include_bytes!("own.book")).expect("a book");
        let own = Book::own().expect("the book");
        assert!(
            book.positions.iter().all(|(key, entries)| own.positions.get(key) == Some(entries))
        );
        assert!(Book::from_bytes(include_bytes!("reached.book")).expect("a book").len() > 200);
        for game_type in GameType::ALL {
            let start = Position::new(game_type);
            let moves = book.moves(&start);
            assert!(!moves.is_empty(), "{game_type}");
            // For every reply of the book to the best move.
            let after = start.after(moves[0].mv);
            let answers = book.moves(&after);
            assert!(!answers.is_empty(), "{game_type}");
            let known: HashSet<u64> =
                answers.iter().map(|it| after.after(it.mv).symmetric_key()).collect();
            let twins = after.legal_moves().into_iter().map(|mv| after.after(mv));
            let twins: Vec<Position> =
                twins.filter(|twin| known.contains(&twin.symmetric_key())).collect();
            assert_eq!(twins.len(), 6 * answers.len(), "{game_type}: on each side of the piece");
            for answered in answers {
                let next = after.after(answered.mv);
                let moves = book.moves(&next).len();
                let of_twins = twins.iter().filter(|it| it.symmetric_key() == next.symmetric_key());
                assert!(of_twins.into_iter().all(|twin| book.moves(twin).len() == moves));
            }
        }
    }

    #[test]
    fn whoever_follows_the_book_finds_each_move_of_a_position_legal() {
        let book = Book::own().expect("the book");
        let replies = |position: &Position| -> Vec<Position> {
            position.legal_moves().into_iter().map(|mv| position.after(mv)).collect()
        };
        // Either White or Black follows it; the opponent may play anything.
        let mut reached = GameType::ALL.map(Position::new).to_vec();
        reached.extend(GameType::ALL.into_iter().flat_map(|it| replies(&Position::new(it))));
        let mut met = HashSet::new();
        while let Some(position) = reached.pop() {
            let Some(entries) = book.positions.get(&position.symmetric_key()) else { continue };
            if met.insert(position.symmetric_key()) {
                let moves = book.moves(&position);
                assert_eq!(moves.len(), entries.len());
                reached.extend(moves.iter().flat_map(|it| replies(&position.after(it.mv))));
            }
        }
        assert!(met.len() > 600, "{}", met.len());
    }
}
