//! What a table needs from a game, beyond what a session does.

use waggle::games::GameResult;
use waggle::rules::{Color, Game};
use waggle::search::Score;
use waggle::uhp::SessionGame;

use super::screen::Screen;

/// A game that a person and the engine can play at a table.
pub(crate) trait TableGame: SessionGame {
    /// The ways to type a move, a line for each.
    const MOVES_HELP: &'static str;

    fn to_move(&self) -> Color;

    /// How the game has ended, `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// The board, with the numbers of `choices` at their destinations if the game draws them.
    fn board(&self, choices: &[Self::Move], screen: &Screen) -> String;

    /// An effect of the last move that a person might miss.
    fn news(&self) -> String;

    fn heading(&self, mv: Self::Move) -> String;

    /// The legal moves of the piece in the text, or why it has none; `None` if no piece is named.
    fn choices(&self, text: &str) -> Option<Result<Vec<Self::Move>, String>>;

    /// A score for the side to move, in words.
    fn score_in_words(&self, score: Score) -> String;

    /// Parses a move as a person types it, legal or not.
    fn read_typed(&self, text: &str) -> Result<Self::Move, String> {
        self.read_move(text)
    }

    /// Parses a legal move as a person types it.
    fn read_legal(&self, text: &str) -> Result<Self::Move, String> {
        let mv = self.read_typed(text)?;
        if self.legal_moves().contains(&mv) {
            return Ok(mv);
        }
        let played = self.clone().play(mv);
        played.map(|()| mv).map_err(|why| format!("that move is not legal: {why}"))
    }

    /// The game of Hive: only that has levels, can be reviewed, and is saved with its players.
    fn as_hive(&self) -> Option<&Game> {
        None
    }

    /// The plies that were played, as far as is known: more than any for a position that does not tell.
    fn plies(&self) -> usize;

    /// The game without its moves.
    fn restarted(&self) -> Self {
        let mut game = self.clone();
        for _ in self.moves() {
            game.undo();
        }
        game
    }

    /// The game in one line, with its state on the board.
    fn line(&self) -> String {
        let repetition_draw = false;
        self.write(repetition_draw)
    }

    fn is_pass(&self, mv: Self::Move) -> bool {
        self.move_text(mv) == "pass"
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Who has won; `None` for a draw.
    pub(crate) winner: Option<Color>,
    /// Why, in a few words.
    pub(crate) reason: String,
}

impl Ending {
    pub(crate) fn result(&self) -> GameResult {
        self.winner.map_or(GameResult::Draw, GameResult::Win)
    }
}
