//! A game as a file tells it.

use crate::notation::Contradiction;
use crate::rules::{Bug, Color, Game, GameType, IllegalMove, Move, Outcome};

/// Who won, by the file's word: players also resign, agree and run out of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The player of this color won.
    Win(Color),
    /// Nobody won.
    Draw,
    /// The game is not over, or nobody knows how it ended.
    #[default]
    Unfinished,
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(color)) => Self::Win(color),
            Some(Outcome::Draw) => Self::Draw,
            None => Self::Unfinished,
        }
    }
}

/// A remark between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// How many moves precede it.
    pub ply: usize,
    /// What it says.
    pub text: String,
}

/// A game as a file tells it: legal moves, and what is said about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Which pieces are in play.
    pub game_type: GameType,
    /// Names and values in the order of the file, without the game type and the
    /// result.
    pub tags: Vec<(String, String)>,
    /// The moves from the beginning.
    pub moves: Vec<Move>,
    /// Who won.
    pub result: GameResult,
    /// Remarks, in the order of the moves.
    pub comments: Vec<Comment>,
    /// What the file says about the game that its moves contradict.
    pub contradictions: Vec<Contradiction>,
}

impl GameRecord {
    /// The value of a tag, `None` if it is missing.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there already.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The game with all its moves played.
    ///
    /// Archives hold games that were opened with a queen; they are replayed too.
    ///
    /// # Errors
    ///
    /// If a move is not legal.
    pub fn replay(&self) -> Result<Game, IllegalMove> {
        let mut game = new_game(self.game_type, &self.moves);
        for &mv in &self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }
}

/// An empty game in which these moves may be tried: lenient if a queen comes first.
fn new_game(game_type: GameType, moves: &[Move]) -> Game {
    let queen_first = moves
        .iter()
        .take(2)
        .any(|mv| matches!(mv, Move::To { piece, .. } if piece.bug() == Bug::Queen));
    if queen_first { Game::lenient(game_type) } else { Game::new(game_type) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_replaced_in_its_place() {
        let mut record = GameRecord::default();
        record.set_tag("Event", "a");
        record.set_tag("Site", "b");
        record.set_tag("Event", "c");
        assert_eq!(record.tag("Event"), Some("c"));
        assert_eq!(record.tag("Round"), None);
        assert_eq!(record.tags.len(), 2);
    }
}
