//! Opening books: which moves to play in a position, without a search.
//!
//! A [`Book`] stores positions up to symmetry, and moves by the positions they lead to, so it
//! does not depend on the orientation of the hive. `file` is its file format, `own` the embedded
//! book.

mod file;
#[cfg(feature = "own-book")]
mod own;

use std::collections::HashMap;

use waggle_hive_core::rules::{Move, Position};

pub use file::BookError;

/// A book move with its weight: how often to play it, relative to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight, at least 1.
    pub weight: u16,
}

impl BookMove {
    /// How often it is played when its position occurs, which has these moves.
    pub fn share(self, moves: &[Self]) -> f64 {
        let total: u32 = moves.iter().map(|other| u32::from(other.weight)).sum();
        f64::from(self.weight) / f64::from(total.max(1))
    }
}

/// An opening book: weighted moves for positions up to symmetry.
///
/// ```
/// use waggle_hive_engine::book::Book;
/// use waggle_hive_core::rules::{GameType, Position};
///
/// let mut book = Book::default();
/// let start = Position::new(GameType::MLP);
/// let mv = start.legal_moves()[2];
/// book.insert(&start, mv, 7);
/// let read = Book::from_bytes(&book.to_bytes())?;
/// assert_eq!(read.moves(&start)[0].mv, mv);
/// # Ok::<(), waggle_hive_engine::book::BookError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The moves of each position by its symmetric key, sorted by [`Entry::after`].
    positions: HashMap<u64, Vec<Entry>>,
}

/// A move, by the position it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// The upper half of the symmetric key of the position after it: 32 bits are enough to tell
    /// some sixty moves apart.
    after: u32,
    weight: u16,
}

impl Book {
    /// The embedded book; `None` without the feature `own-book`.
    pub fn own() -> Option<&'static Self> {
        #[cfg(feature = "own-book")]
        return Some(&own::OWN);
        #[cfg(not(feature = "own-book"))]
        return None;
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Sets the weight of a move; 0 removes it.
    pub fn insert(&mut self, position: &Position, mv: Move, weight: u16) {
        let after = upper(position.after(mv).symmetric_key());
        let entries = self.positions.entry(position.symmetric_key()).or_default();
        entries.retain(|entry| entry.after != after);
        if weight > 0 {
            entries.push(Entry { after, weight });
            entries.sort_unstable();
        }
        if entries.is_empty() {
            self.positions.remove(&position.symmetric_key());
        }
    }

    /// Adds the positions of another book that are missing in this one.
    pub fn merge(&mut self, other: Self) {
        for (key, entries) in other.positions {
            self.positions.entry(key).or_insert(entries);
        }
    }

    /// The moves in a position, by descending weight: one of each set of symmetric moves. Empty
    /// if the position is not in the book.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        // Cheaper than computing the key.
        if position.ply() > Self::MAX_PLIES || position.outcome().is_some() {
            return vec![];
        }
        let Some(entries) = self.positions.get(&position.symmetric_key()) else { return vec![] };
        let mut moves: Vec<BookMove> = vec![];
        let mut met = vec![];
        for mv in position.legal_moves() {
            let after = upper(position.after(mv).symmetric_key());
            if let Some(entry) = entries.iter().find(|entry| entry.after == after)
                && !met.contains(&after)
            {
                met.push(after);
                moves.push(BookMove { mv, weight: entry.weight });
            }
        }
        moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.weight));
        moves
    }

    /// A random move for a position, in proportion to the weights; `luck` is any number. `None` if
    /// the position is not in the book.
    pub fn choose(&self, position: &Position, luck: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|book_move| u64::from(book_move.weight)).sum();
        let mut left = luck.checked_rem(total)?;
        for book_move in &moves {
            match left.checked_sub(u64::from(book_move.weight)) {
                Some(rest) => left = rest,
                None => return Some(book_move.mv),
            }
        }
        None
    }

    /// The maximum ply of a position in a book.
    pub const MAX_PLIES: u16 = 40;
}

/// The upper half of a key.
pub fn upper(key: u64) -> u32 {
    (key >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::{Game, GameType};

    #[test]
    fn a_line_is_found_in_any_orientation_and_only_in_its_game_type() {
        let mut book = Book::default();
        let mut position = Position::new(GameType::MLP);
        for _ in 0..6 {
            let moves = position.legal_moves();
            let mv = moves[moves.len() / 2];
            book.insert(&position, mv, 5);
            position = position.after(mv);
        }
        assert_eq!(book.len(), 6);
        // The same line, with each reply taken from the book.
        let mut game = Game::new(GameType::MLP);
        let mut plies = 0;
        while let Some(mv) = book.choose(game.position(), 3) {
            game.play(mv).unwrap();
            plies += 1;
        }
        assert_eq!(plies, 6);
        assert_eq!(game.position().symmetric_key(), position.symmetric_key());
        assert!(book.moves(&Position::new(GameType::BASE)).is_empty());
        // Black's first piece on another side is the same line.
        let start = Position::new(GameType::MLP);
        let first = start.after(book.moves(&start)[0].mv);
        assert_eq!(book.moves(&first).len(), 1);
    }

    #[test]
    fn the_first_of_merged_books_has_priority() {
        let [base, mlp] = [GameType::BASE, GameType::MLP].map(Position::new);
        let [first, second] = [base.legal_moves()[0], base.legal_moves()[1]];
        let (mut one, mut other) = (Book::default(), Book::default());
        one.insert(&base, first, 2);
        other.insert(&base, second, 3);
        other.insert(&mlp, mlp.legal_moves()[0], 4);
        one.merge(other);
        assert_eq!(one.len(), 2);
        assert_eq!(one.moves(&base), [BookMove { mv: first, weight: 2 }]);
        assert_eq!(one.moves(&mlp)[0].weight, 4);
    }

    #[test]
    fn moves_are_chosen_by_their_weights() {
        let position = Position::new(GameType::BASE);
        let moves = position.legal_moves();
        let mut book = Book::default();
        for (mv, weight) in moves.iter().zip([1, 3, 6]) {
            book.insert(&position, *mv, weight);
        }
        let mut counts = [0; 3];
        for luck in 0..1000 {
            let mv = book.choose(&position, luck).unwrap();
            counts[moves.iter().position(|other| *other == mv).unwrap()] += 1;
        }
        assert_eq!(counts, [100, 300, 600]);
        let order: Vec<u16> = book.moves(&position).iter().map(|it| it.weight).collect();
        assert_eq!(order, [6, 3, 1]);
        for mv in moves {
            book.insert(&position, mv, 0);
        }
        assert!(book.is_empty() && book.choose(&position, 0).is_none());
    }
}
