//! The game behind a session.

use std::fmt;
use std::sync::atomic::AtomicBool;

use waggle_hive_engine::book::Book;
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{GamePosition, GameSearcher, Limits, Observer, Purpose, Report};

use super::reply::Reply;

/// A game from its start to now, as a [`Session`](super::Session) plays it.
pub trait SessionGame: Clone + 'static {
    /// A position, without the moves that led to it.
    type Position: GamePosition<Move = Self::Move>;
    /// A move.
    type Move: Copy + Eq + fmt::Debug;

    /// Parses the parameter of `newgame`; an empty text is the default game.
    fn read(text: &str) -> Result<Self, Reply>;

    /// The game string. With `repetition_draw`, the third occurrence of a position is a draw.
    fn write(&self, repetition_draw: bool) -> String;

    /// The current position.
    fn position(&self) -> &Self::Position;

    /// The keys of the earlier positions that can recur, the oldest first.
    fn past_keys(&self) -> Vec<u64>;

    /// The moves played, the oldest first.
    fn moves(&self) -> Vec<Self::Move>;

    /// All legal moves, in the order in which `validmoves` lists them; none if the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Parses a move in the current position.
    ///
    /// # Errors
    ///
    /// Why the text is not a move.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Why the move cannot be played; the game is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), String>;

    /// Undoes the last move, if there is one.
    fn undo(&mut self);

    /// The number of leaf nodes at `depth`.
    fn perft(&self, depth: u32) -> u64;

    /// Whether the game is over by its rules.
    fn is_over(&self) -> bool {
        self.position().terminal().is_some()
    }

    /// Searches the current position at this skill; games without levels know full strength only.
    fn search(
        &self,
        searcher: &mut GameSearcher<Self::Position>,
        _skill: Skill,
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Self::Move>,
    ) -> Report<Self::Move> {
        searcher.search(self.position(), &self.past_keys(), purpose, limits, stop, observer)
    }

    /// The book's move in the current position, if it has one; `luck`, any number, chooses among
    /// several.
    fn book_move(&self, _book: &Book, _luck: u64) -> Option<Self::Move> {
        None
    }
}

/// The texts of a line of legal moves from the current position of `game`.
pub(super) fn line_texts<G: SessionGame>(game: &G, line: &[G::Move]) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(game.move_text(mv));
        if game.play(mv).is_err() {
            break;
        }
    }
    texts
}
