//! What a table needs of a game, beyond what a session does.

use waggle::rules::{Color, Game};
use waggle::search::Score;
use waggle::uhp::SessionGame;

use super::screen::Screen;

/// A game that a person and the engine can play at a table.
pub(crate) trait TableGame: SessionGame {
    /// The move of a player who can do nothing else.
    const PASS: Self::Move;
    /// The command that resumes a game.
    const COMMAND: &'static str;
    /// What a person can type as a move, a line for each form.
    const MOVES_HELP: &'static str;
    /// Whether the engine can play below its strength.
    const HAS_LEVELS: bool;

    fn to_move(&self) -> Color;

    /// A new game of the same kind.
    fn fresh(&self) -> Self;

    /// How the game has ended, `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// The board, with the numbers of `choices` where they lead if the game draws them.
    fn board(&self, choices: &[Self::Move], screen: &Screen) -> String;

    fn in_one_line(&self) -> String {
        self.write(false)
    }

    /// What the last move has brought about that a person might miss.
    fn news(&self) -> String;

    /// The heading under which a move stands in a list.
    fn heading(&self, mv: Self::Move) -> String;

    /// The legal moves of the piece in the text, or why it has none; `None` if no piece is named.
    fn choices(&self, text: &str) -> Option<Result<Vec<Self::Move>, String>>;

    /// Reads a legal move.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or why the move is not legal.
    fn read_legal(&self, text: &str) -> Result<Self::Move, String>;

    /// What a score for the player to move means.
    fn score_in_words(&self, score: Score) -> String;

    /// The game of Hive: only that can be reviewed, and saved with its players.
    fn as_hive(&self) -> Option<&Game> {
        None
    }
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Who has won; `None` for a draw.
    pub(crate) winner: Option<Color>,
    /// Why, in a few words.
    pub(crate) reason: String,
}
