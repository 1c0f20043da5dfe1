//! What a table needs of a game, beyond what a session does.

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use waggle::levels::Level;
use waggle::search::Score;
use waggle::uhp::SessionGame;

use super::screen::Screen;

/// A game that a person and the engine can play at a table.
pub(crate) trait TableGame: SessionGame {
    /// One of the two who play.
    type Player: Copy + Eq + fmt::Display;

    /// The command with which a game is gone on with.
    const COMMAND: &'static str;
    /// What a person can type as a move, a line for each form.
    const MOVES_HELP: &'static str;
    /// Whether the engine can play below its strength.
    const HAS_LEVELS: bool;

    /// The player of this color.
    fn player(is_white: bool) -> Self::Player;

    /// The opponent of a player.
    fn other(player: Self::Player) -> Self::Player;

    /// Who is to move.
    fn to_move(&self) -> Self::Player;

    /// A new game of the same kind.
    fn fresh(&self) -> Self;

    /// How the game has ended, `None` while it goes on.
    fn ending(&self) -> Option<Ending<Self::Player>>;

    /// Whether a player does nothing in this turn.
    fn is_pass(mv: Self::Move) -> bool;

    /// The board with everything that a person wants to see, in lines.
    fn board(&self, screen: &Screen) -> String;

    /// The board with the numbers of these moves where they lead; empty if the game does not
    /// draw them.
    fn board_of_choices(&self, choices: &[Self::Move], screen: &Screen) -> String;

    /// The position in one line.
    fn in_one_line(&self) -> String;

    /// What the last move has brought about that a person should not have to look for, in
    /// lines.
    fn news(&self) -> String;

    /// The heading under which a move stands in a list.
    fn heading(&self, mv: Self::Move) -> String;

    /// Whether a person who asks for moves by this text means this one.
    fn is_meant(&self, mv: Self::Move, text: &str) -> bool;

    /// The legal moves of the piece that a text names, or why there are none; `None` if it
    /// names no piece.
    fn choices(&self, text: &str) -> Option<Result<Vec<Self::Move>, String>>;

    /// Reads a legal move.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or why the move is not legal.
    fn read_legal(&self, text: &str) -> Result<Self::Move, String>;

    /// What a score for the player to move means.
    fn score_in_words(&self, score: Score) -> String;

    /// The game as the text of a file of this name.
    fn file_text(&self, path: &Path, about: &About<Self>) -> anyhow::Result<String>;

    /// The review of the game as a table, while `finished` is called after each of its positions;
    /// `None` if it is stopped.
    fn review(
        &self,
        about: &About<Self>,
        screen: &Screen,
        stop: &AtomicBool,
        finished: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<String>>;
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending<P> {
    /// Who has won; `None` for a draw.
    pub(crate) winner: Option<P>,
    /// Why, in a few words.
    pub(crate) reason: String,
}

/// What is known of a game besides its moves.
pub(crate) struct About<G: TableGame> {
    /// Whom the person plays.
    pub(crate) person: G::Player,
    /// How well the engine plays.
    pub(crate) level: Level,
    /// How the game has ended.
    pub(crate) ending: Option<Ending<G::Player>>,
}
