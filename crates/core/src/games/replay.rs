//! Plays the moves of a file while they are read.

use crate::notation::{Numbering, parse_move};
use crate::rules::{Game, GameType, Move, Position};

use super::{GameFault, MoveFault};

/// A game that is being read. A queen may come first, as in old archives.
pub(super) struct Replay {
    game: Game,
    numbering: Numbering,
    /// The numbering before each move that has been played.
    before: Vec<Numbering>,
}

/// A point of a game to return to.
pub(super) struct Point {
    numbering: Numbering,
    before: Vec<Numbering>,
}

impl Replay {
    pub(super) fn new(game_type: GameType) -> Self {
        Self { game: Game::lenient(game_type), numbering: Numbering::default(), before: Vec::new() }
    }

    /// A game that begins in this position.
    pub(super) fn from_position(position: Position) -> Self {
        let numbering = Numbering::of(&position);
        Self { game: Game::from_position(position), numbering, before: Vec::new() }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn play(&mut self, text: &str) -> Result<Move, GameFault> {
        self.try_play(text).map_err(|reason| self.fault(text, reason))
    }

    fn try_play(&mut self, text: &str) -> Result<Move, MoveFault> {
        let before = self.numbering.clone();
        let mv = parse_move(self.game.position(), &self.numbering.numbered(text))?;
        self.game.play(mv)?;
        self.before.push(before);
        Ok(mv)
    }

    /// Takes moves back to play others, and remembers where it was. The pieces that they placed
    /// may have other numbers in the others.
    pub(super) fn go_back(&mut self, moves: usize) -> Point {
        let point = Point { numbering: self.numbering.clone(), before: self.before.clone() };
        self.take_back(moves);
        point
    }

    /// Takes back the moves played since, and replays the move that had been taken back.
    pub(super) fn return_to(&mut self, point: Point, moves: usize, again: Option<Move>) {
        self.take_back(moves);
        (self.numbering, self.before) = (point.numbering, point.before);
        // It was legal here before.
        let _ = again.map(|mv| self.game.play(mv));
    }

    fn take_back(&mut self, moves: usize) {
        for _ in 0..moves {
            self.game.undo();
            if let Some(before) = self.before.pop() {
                self.numbering = before;
            }
        }
    }

    /// The fault that the next move, with this text, cannot be played.
    pub(super) fn fault(&self, text: &str, reason: MoveFault) -> GameFault {
        let number = self.game.moves().len() + 1;
        GameFault::Move { number, text: text.to_owned(), reason }
    }
}
