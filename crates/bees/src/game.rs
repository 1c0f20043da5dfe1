//! A game: a position with the moves that led to it.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt;

use waggle_hive_core::notation::GameState;

use super::move_text::MoveTextError;
use super::position_text::PositionTextError;
use super::turn::Undo;
use super::{Color, Move, Outcome, Position, Refusal};

/// A game from its start to now.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    turns: Vec<Turn>,
}

#[derive(Clone, Debug)]
struct Turn {
    mv: Move,
    text: String,
    undo: Undo,
}

/// Why a text is not a game.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum GameTextError {
    #[error("expected `Bees`, alone or with a position, found `{0}`")]
    Name(String),
    #[error("the position cannot be read: {0}")]
    Position(#[from] PositionTextError),
    #[error("move {number}, `{text}`: {error}")]
    Text { number: usize, text: String, error: MoveTextError },
    #[error("move {number}, `{text}`: {error}")]
    Illegal { number: usize, text: String, error: Refusal },
}

impl Default for Game {
    fn default() -> Self {
        Self::from_position(Position::start())
    }
}

impl Game {
    /// A new game from the start.
    pub fn new() -> Self {
        Self::default()
    }

    /// A game that begins with this position.
    pub fn from_position(start: Position) -> Self {
        Self { start, position: start, turns: Vec::new() }
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How the game ended, if it is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// The number of moves played.
    pub const fn ply(&self) -> usize {
        self.turns.len()
    }

    /// The moves played.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.turns.iter().map(|turn| turn.mv)
    }

    /// The texts of the moves played.
    pub fn move_texts(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.turns.iter().map(|turn| turn.text.as_str())
    }

    /// The keys of all positions before this one, the oldest first.
    pub fn past_keys(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + '_ {
        self.turns.iter().map(|turn| turn.undo.key())
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is illegal; the game does not change then.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if let Some(refusal) = self.position.refusal(mv) {
            return Err(refusal);
        }
        let text = self.position.text_of(mv);
        let undo = self.position.make(mv);
        self.turns.push(Turn { mv, text, undo });
        Ok(())
    }

    /// Undoes the last move, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let turn = self.turns.pop()?;
        self.position.unmake(turn.undo);
        Some(turn.mv)
    }

    /// Parses a game: `Bees;InProgress;White[1];d5-e5`. The second and third field follow from the
    /// moves and may be wrong, empty or missing. The starting position may follow `Bees` after a blank.
    pub fn read(text: &str) -> Result<Self, GameTextError> {
        let fields = text.trim().trim_end_matches(';').split(';').map(str::trim);
        let mut fields = fields.peekable();
        let head = fields.next().unwrap_or_default();
        let name = head.split_whitespace().next().unwrap_or_default();
        if !name.eq_ignore_ascii_case("Bees") {
            return Err(GameTextError::Name(head.to_owned()));
        }
        let start = head.get(name.len()..).unwrap_or_default().trim();
        let mut game =
            if start.is_empty() { Self::new() } else { Self::from_position(start.parse()?) };
        let is_state = |field: &&str| field.is_empty() || GameState::parse(field).is_some();
        if fields.next_if(is_state).is_some() {
            fields.next_if(|field| field.is_empty() || field.ends_with(']'));
        }
        for (number, text) in (1..).zip(fields) {
            let written = || text.to_owned();
            let mv = game.position.read_move(text).map_err(|error| GameTextError::Text {
                number,
                text: written(),
                error,
            })?;
            game.play(mv).map_err(|error| GameTextError::Illegal {
                number,
                text: written(),
                error,
            })?;
        }
        Ok(game)
    }

    fn state(&self) -> &'static str {
        match self.outcome() {
            None if self.turns.is_empty() => "NotStarted",
            None => "InProgress",
            Some(Outcome::Draw) => "Draw",
            Some(Outcome::Win(Color::Black)) => "BlackWins",
            Some(Outcome::Win(Color::White)) => "WhiteWins",
        }
    }
}

/// The game in one line, in the form of UHP's game strings.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bees")?;
        if self.start != Position::start() {
            write!(f, " {}", self.start)?;
        }
        // Black begins, so a game that begins with White's turn is one ply on.
        let ply = self.ply() + usize::from(self.start.side_to_move() == Color::White);
        write!(f, ";{};{}[{}]", self.state(), self.position.side_to_move(), ply / 2 + 1)?;
        for text in self.move_texts() {
            write!(f, ";{text}")?;
        }
        Ok(())
    }
}
