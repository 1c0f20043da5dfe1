//! What a game brings to a session: its notation, its moves, and the commands and options
//! that only it has.

use std::fmt;
use std::sync::atomic::AtomicBool;

use waggle_hive_engine::book::Book;
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{GamePosition, GameSearcher, Limits, Observer, Report};

use super::game_command::GameCommand;
use super::options::Scope;
use super::reply::Reply;

/// A game from its start to now, as a [`Session`](super::Session) plays it.
pub trait SessionGame: Clone + 'static {
    /// A position of the game, without its past.
    type Position: GamePosition<Move = Self::Move>;
    /// What a player does in a turn.
    type Move: Copy + Eq + fmt::Debug;

    /// The second line of the banner: which game or expansions can be played.
    const CAPABILITIES: &'static str;
    /// Which options a session offers.
    const OPTIONS: Scope;
    /// The depth of `perft` without a parameter.
    const PERFT_DEPTH: u32;
    /// How commands of UHP are used in this game, where the general help is too vague.
    const USAGE: &'static [Usage];
    /// The commands that only this game has.
    const COMMANDS: &'static [GameCommand<Self>];

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

    /// All moves played, the oldest first.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether the game is over by its rules.
    fn is_over(&self) -> bool;

    /// Reads a move in the present position.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Why the move cannot be played; the game is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), String>;

    /// Takes the last move back, if there is one.
    fn undo(&mut self);

    /// Searches for the best move of a game that is not over.
    fn search(
        &self,
        searcher: &mut GameSearcher<Self::Position>,
        skill: Skill,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Self::Move>,
    ) -> Report<Self::Move>;

    /// The move of an opening book in the present position; `luck`, any number, chooses among
    /// several. `None` if the book does not know the position.
    fn book_move(&self, _book: &Book, _luck: u64) -> Option<Self::Move> {
        None
    }

    /// All legal moves, in the order in which `validmoves` lists them.
    fn legal_moves(position: &Self::Position) -> Vec<Self::Move>;

    /// The text of a legal move.
    fn move_text(position: &Self::Position, mv: Self::Move) -> String;

    /// The position after a legal move.
    fn after(position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The number of sequences of `depth` legal moves.
    fn perft(position: &Self::Position, depth: u32) -> u64;
}

/// A line of the help: how a command is used, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The keyword of the command.
    pub name: &'static str,
    /// Its parameters; may be empty.
    pub parameters: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// The texts of a line of play that begins in `position`. The moves must be legal.
pub(super) fn line_texts<G: SessionGame>(position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &G::Move| {
        let text = G::move_text(&position, mv);
        position = G::after(&position, mv);
        text
    };
    line.iter().map(text).collect()
}
