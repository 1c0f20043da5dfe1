//! A game as its file describes it.

use crate::notation::Contradiction;
use crate::rules::{Color, Game, GameType, IllegalMove, Move, Outcome, Position};

/// Who won, according to the file: games also end by resignation, agreement and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The player of this color won.
    Win(Color),
    /// Nobody won.
    Draw,
    /// The game is not over, or its result is unknown.
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

/// A comment between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of moves before it.
    pub ply: usize,
    /// The text.
    pub text: String,
}

/// Moves that might have been played instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The number of the game's moves before it: it stands beside the next one.
    pub ply: usize,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Comments, with plies counted from the beginning of the game.
    pub comments: Vec<Comment>,
    /// Variations of its own moves, with plies counted from the beginning of the game.
    pub variations: Vec<Self>,
}

/// A game as its file describes it: legal moves, tags, comments and variations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Which pieces are in play.
    pub game_type: GameType,
    /// Names and values in the order of the file, without the game type and the result.
    pub tags: Vec<(String, String)>,
    /// Where the game begins, if that is not the usual start.
    pub start: Option<Box<Position>>,
    /// The moves from the beginning.
    pub moves: Vec<Move>,
    /// Who won.
    pub result: GameResult,
    /// Comments, in the order of the moves.
    pub comments: Vec<Comment>,
    /// Variations, in the order of the file.
    pub variations: Vec<Variation>,
    /// What the file says about the game that its moves contradict.
    pub contradictions: Vec<Contradiction>,
}

impl GameRecord {
    /// The record of a game without names and comments.
    pub fn of(game: &Game) -> Self {
        Self {
            game_type: game.game_type(),
            start: game.start().cloned().map(Box::new),
            moves: game.moves().collect(),
            result: game.outcome().into(),
            ..Self::default()
        }
    }

    /// The result, with a draw where the file has none and the last position stands for the third time.
    pub fn result_with_repetition(&self) -> GameResult {
        let is_open = self.result == GameResult::Unfinished;
        let is_drawn = |game: Game| self.result.is_by_repetition(&game);
        if is_open && self.replay().is_ok_and(is_drawn) { GameResult::Draw } else { self.result }
    }

    /// The value of a tag, `None` if it is missing.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; one that exists keeps its place.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The game without its moves.
    pub fn beginning(&self) -> Game {
        match &self.start {
            Some(start) => Game::from_position(Position::clone(start)),
            None => Game::lenient(self.game_type),
        }
    }

    /// The game with all its moves played.
    ///
    /// Games that were opened with a queen, as in old archives, are replayed too.
    pub fn replay(&self) -> Result<Game, IllegalMove> {
        let mut game = self.beginning();
        for &mv in &self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }
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
        let tags: Vec<(&str, &str)> =
            record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(tags, [("Event", "c"), ("Site", "b")]);
    }
}
