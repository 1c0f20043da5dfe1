//! The book within the program. The command that made it stands in `docs/decisions/book.md`.

use std::sync::LazyLock;

use super::Book;

/// Read when a move of it is first asked for.
pub(super) static OWN: LazyLock<Book> = LazyLock::new(|| {
    // A test reads it.
    Book::from_bytes(include_bytes!("own.book")).unwrap_or_default()
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::{GameType, Position};

    #[test]
    fn it_is_read_and_knows_how_every_type_starts() {
        let book = Book::from_bytes(include_bytes!("own.book")).expect("a book");
        assert_eq!(Book::own(), Some(&book));
        for game_type in GameType::ALL {
            let start = Position::new(game_type);
            let moves = book.moves(&start);
            assert!(!moves.is_empty(), "{game_type}");
            // However Black answers the best move, as long as it is an answer of the book.
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
    fn every_line_is_legal_and_every_position_on_a_line() {
        let book = Book::own().expect("the book");
        let mut reached: Vec<Position> = GameType::ALL.map(Position::new).into();
        let mut met = HashSet::new();
        while let Some(position) = reached.pop() {
            let key = position.symmetric_key();
            let Some(entries) = book.positions.get(&key) else { continue };
            if !met.insert(key) {
                continue;
            }
            let moves = book.moves(&position);
            assert_eq!(moves.len(), entries.len(), "each of them is a legal move");
            reached.extend(moves.into_iter().map(|it| position.after(it.mv)));
        }
        assert_eq!(met.len(), book.len());
    }
}
