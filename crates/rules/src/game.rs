//! A game: a position and its history.

use super::{Bug, GameType, IllegalMove, Move, Outcome, Position, Undo};

#[cfg(test)]
mod tests;

/// A game: the current position, the moves that led to it, and the keys of earlier positions.
///
/// # Examples
///
/// ```
/// use waggle_hive_rules::{Game, GameType, IllegalMove, Move};
///
/// let mut game = Game::new(GameType::BASE);
/// let first = game.position().legal_moves()[0];
/// game.play(first)?;
/// assert_eq!(game.play(Move::Pass), Err(IllegalMove::NeedlessPass));
/// assert_eq!(game.undo(), Some(first));
/// # Ok::<(), IllegalMove>(())
/// ```
#[derive(Debug)]
pub struct Game {
    /// The initial position, unless it is the usual one.
    start: Option<Box<Position>>,
    position: Position,
    queen_may_be_first: bool,
    past: Vec<Past>,
}

#[derive(Debug)]
struct Past {
    mv: Move,
    undo: Undo,
    key: u64,
}

impl Game {
    /// The maximum length of a game in plies: a search from its last position still counts
    /// plies in sixteen bits.
    pub const MAX_PLIES: usize = 65_000;

    /// The occurrences of a position that make a draw.
    pub const REPETITIONS_OF_A_DRAW: usize = 3;

    /// A new game.
    pub fn new(game_type: GameType) -> Self {
        Self {
            start: None,
            position: Position::new(game_type),
            queen_may_be_first: false,
            past: Vec::new(),
        }
    }

    /// A game that starts from this position, without a history: a new game from the usual one.
    pub fn from_position(position: Position) -> Self {
        let start = (position.ply() > 0).then(|| Box::new(position.clone()));
        Self { start, position, queen_may_be_first: false, past: Vec::new() }
    }

    /// A game from the same initial position, without moves.
    #[must_use]
    pub fn restarted(&self) -> Self {
        let start = self.start.clone();
        let position =
            start.as_deref().map_or_else(|| Position::new(self.game_type()), Position::clone);
        Self { start, position, queen_may_be_first: self.queen_may_be_first, past: Vec::new() }
    }

    /// The initial position, unless it is the usual one.
    pub fn start(&self) -> Option<&Position> {
        self.start.as_deref()
    }

    /// A new game in which a queen may be a player's first piece, as older rulebooks allow. For
    /// reading archives.
    pub fn lenient(game_type: GameType) -> Self {
        Self { queen_may_be_first: true, ..Self::new(game_type) }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The bugs in play.
    pub fn game_type(&self) -> GameType {
        self.position.game_type()
    }

    /// The moves played so far.
    ///
    /// ```
    /// use waggle_hive_rules::{Game, GameType};
    ///
    /// let mut game = Game::new(GameType::MLP);
    /// let first = game.position().legal_moves()[0];
    /// game.play(first)?;
    /// assert!(game.moves().eq([first]));
    /// assert_eq!(game.outcome(), None);
    /// assert_eq!(game.repetitions(), 1);
    /// # Ok::<(), waggle_hive_rules::IllegalMove>(())
    /// ```
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.past.iter().map(|past| past.mv)
    }

    /// The keys of all earlier positions, oldest first.
    pub fn past_keys(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        self.past.iter().map(|past| past.key)
    }

    /// The keys of the positions since the last placement, oldest first: only these can recur.
    pub fn reversible_keys(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        let last_placement = self.past.iter().rposition(|past| past.undo.is_of_placement());
        self.past[last_placement.map_or(0, |index| index + 1)..].iter().map(|past| past.key)
    }

    /// The result on the board; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// How often the current position has occurred, including now.
    ///
    /// See [`is_threefold`](Self::is_threefold).
    pub fn repetitions(&self) -> usize {
        let key = self.position.key();
        1 + self.past_keys().filter(|past| *past == key).count()
    }

    /// Whether the current position has occurred for the third time at least: a draw in tournaments,
    /// but not by the rules; the caller decides.
    pub fn is_threefold(&self) -> bool {
        self.repetitions() >= Self::REPETITIONS_OF_A_DRAW
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(objection) = self.objection_to(mv) {
            return Err(objection);
        }
        if usize::from(self.position.ply()) >= Self::MAX_PLIES {
            return Err(IllegalMove::TooLong);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Why a move may not be played; `None` if it may.
    pub fn objection_to(&self, mv: Move) -> Option<IllegalMove> {
        self.position.objection_to(mv).filter(|_| !self.is_lenient_first_queen(mv))
    }

    /// Plays a move that is known to be legal, in a game of fewer than [`MAX_PLIES`](Self::MAX_PLIES).
    /// After another move the game means nothing.
    pub fn play_unchecked(&mut self, mv: Move) {
        let key = self.position.key();
        let undo = self.position.make(mv);
        self.past.push(Past { mv, undo, key });
        if cfg!(debug_assertions) {
            self.position.assert_valid();
        }
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let past = self.past.pop()?;
        self.position.unmake(past.undo);
        if cfg!(debug_assertions) {
            self.position.assert_valid();
        }
        Some(past.mv)
    }

    /// Whether this places a queen first, as in archives, where another bug could be placed.
    fn is_lenient_first_queen(&self, mv: Move) -> bool {
        let Move::To { piece, hex } = mv else { return false };
        self.queen_may_be_first
            && self.position.ply() < 2
            && piece.bug() == Bug::Queen
            && self
                .position
                .next_in_hand(piece.color(), Bug::Ant)
                .is_some_and(|ant| self.position.is_legal(Move::To { piece: ant, hex }))
    }
}

impl Clone for Game {
    /// Replays the moves, because an `Undo` is valid for one position only.
    fn clone(&self) -> Self {
        let mut game = self.restarted();
        for past in &self.past {
            let undo = game.position.make(past.mv);
            game.past.push(Past { mv: past.mv, undo, key: past.key });
        }
        game
    }
}
