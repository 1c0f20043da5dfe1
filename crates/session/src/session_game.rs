//! What a session asks of a game.

use std::fmt;
use std::sync::atomic::AtomicBool;

use waggle_hive_engine::book::Book;
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{GamePosition, Limits, MemoryError, Observer, Report};

use super::reply::Reply;

/// A game from its start to now, as a [`Session`](super::Session) plays it.
pub trait SessionGame: Clone + 'static {
    /// A position of the game, without its past.
    type Position: GamePosition<Move = Self::Move>;
    /// What a player does in a turn.
    type Move: Copy + Eq + fmt::Debug;

    /// The game that the parameter of `newgame` describes; an empty text is the usual start.
    ///
    /// # Errors
    ///
    /// The refusal to reply with, if the text cannot be read or a move is illegal.
    fn read(text: &str) -> Result<Self, Reply>;

    /// The whole game in one line. With `repetition_draw`, a game in which a position has
    /// occurred three times is called a draw.
    fn write(&self, repetition_draw: bool) -> String;

    /// The present position.
    fn position(&self) -> &Self::Position;

    /// The keys of the earlier positions that can recur, the oldest first.
    fn past_keys(&self) -> Vec<u64>;

    /// All moves played, the oldest first.
    fn moves(&self) -> Vec<Self::Move>;

    /// All legal moves, in the order in which `validmoves` lists them; none if the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Reads a move in the present position.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Why the move cannot be played; the game is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), String>;

    /// Takes the last move back, if there is one.
    fn undo(&mut self);

    /// The number of sequences of `depth` legal moves.
    fn perft(&self, depth: u32) -> u64;

    /// Whether the game is over by its rules.
    fn is_over(&self) -> bool {
        self.position().terminal().is_some()
    }

    /// Searches at a level below full strength; `None` in a game without levels.
    fn search_below_full_strength(
        &self,
        _skill: Skill,
        _limits: &Limits,
        _stop: &AtomicBool,
        _observer: &mut dyn Observer<Self::Move>,
    ) -> Option<Result<Report<Self::Move>, MemoryError>> {
        None
    }

    /// The move of an opening book in the present position; `luck`, any number, chooses among
    /// several. `None` if the book does not know the position.
    fn book_move(&self, _book: &Book, _luck: u64) -> Option<Self::Move> {
        None
    }
}

/// The texts of a line of legal moves that begins in the present position of `game`.
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
