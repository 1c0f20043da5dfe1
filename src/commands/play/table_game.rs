//! What a table needs of a game, beyond what a session does.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use waggle::levels::Level;
use waggle::rules::Color;
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

    /// Who is to move.
    fn to_move(&self) -> Color;

    /// A new game of the same kind.
    fn fresh(&self) -> Self;

    /// How the game has ended, `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// Whether no piece lies on the table, so that there is nothing yet to draw or resign.
    fn is_table_empty(&self) -> bool {
        false
    }

    /// The board with everything that a person wants to see, in lines.
    fn board(&self, screen: &Screen) -> String;

    /// The board with the numbers of these moves where they lead; empty if the game does not
    /// draw them.
    fn board_of_choices(&self, _choices: &[Self::Move], _screen: &Screen) -> String {
        String::new()
    }

    /// The position in one line.
    fn in_one_line(&self) -> String {
        self.write(false)
    }

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
    fn file_text(&self, _path: &Path, _about: &About) -> anyhow::Result<String> {
        Ok(self.write(false) + "\n")
    }

    /// Whether a file of this name and content holds games to which this one can be added.
    fn joins(&self, _path: &Path, _content: &str) -> bool {
        false
    }

    /// The review of the game as a table, while `finished` is called after each of its positions;
    /// `None` if it is stopped.
    fn review(
        &self,
        about: &About,
        screen: &Screen,
        stop: &AtomicBool,
        finished: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<String>>;
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Who has won; `None` for a draw.
    pub(crate) winner: Option<Color>,
    /// Why, in a few words.
    pub(crate) reason: String,
}

/// What is known of a game besides its moves.
pub(crate) struct About {
    /// Whom the person plays.
    pub(crate) person: Color,
    /// How well the engine plays.
    pub(crate) level: Level,
    /// How the game has ended.
    pub(crate) ending: Option<Ending>,
}
