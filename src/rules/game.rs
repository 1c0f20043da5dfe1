//! A game: a position with its past.

use super::{Bug, GameType, Move, Outcome, Position, Undo};

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended before.
    #[error("the game is over")]
    GameOver,
    /// A pass while something else can be played.
    #[error("a pass is legal only when there is no other move")]
    NeedlessPass,
    /// Nothing but a pass is possible.
    #[error("there is nothing to do but pass")]
    MustPass,
    /// The queen as a player's first piece.
    #[error("the queen may not be a player's first piece")]
    QueenFirst,
    /// The queen is still in hand on the fourth turn.
    #[error("the queen must be placed by the fourth turn")]
    QueenLate,
    /// A piece on the table before the queen.
    #[error("no piece may move before its own queen is placed")]
    QueenInHand,
    /// The game is as long as any can be.
    #[error("a game ends after {} moves", Game::LONGEST)]
    TooLong,
    /// The move breaks another rule.
    #[error("the piece may not go there")]
    Forbidden,
}

/// A game from its first move on: the present position, the moves that led to it, and
/// how often each position has stood.
///
/// # Examples
///
/// ```
/// use waggle::rules::{Game, GameType, IllegalMove, Move};
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
    /// Where it began, if that is not the usual start.
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
    /// The most plies that a game can have: a search from its last position still
    /// counts them in sixteen bits.
    pub const LONGEST: usize = 65_000;

    /// A new game.
    #[must_use]
    pub fn new(game_type: GameType) -> Self {
        Self {
            start: None,
            position: Position::new(game_type),
            queen_may_be_first: false,
            past: Vec::new(),
        }
    }

    /// A game that begins in this position, of whose past nothing is known.
    #[must_use]
    pub fn from_position(position: Position) -> Self {
        Self {
            start: Some(Box::new(position.clone())),
            position,
            queen_may_be_first: false,
            past: Vec::new(),
        }
    }

    /// A game that begins where this one began, without moves.
    #[must_use]
    pub fn restarted(&self) -> Self {
        let start = self.start.clone();
        let position =
            start.as_deref().map_or_else(|| Position::new(self.game_type()), Position::clone);
        Self { start, position, queen_may_be_first: self.queen_may_be_first, past: Vec::new() }
    }

    /// The position in which the game began, if it was not the usual start.
    #[must_use]
    pub fn start(&self) -> Option<&Position> {
        self.start.as_deref()
    }

    /// A new game in which a queen may be a player's first piece, as older rulebooks
    /// allow: for reading archives.
    #[must_use]
    pub fn lenient(game_type: GameType) -> Self {
        Self { queen_may_be_first: true, ..Self::new(game_type) }
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The bugs in play.
    #[must_use]
    pub fn game_type(&self) -> GameType {
        self.position.game_type()
    }

    /// The moves played so far.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.past.iter().map(|past| past.mv)
    }

    /// The keys of all positions before the present one, the first first.
    pub fn past_keys(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        self.past.iter().map(|past| past.key)
    }

    /// How the game has ended on the board, `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// How often the present position has stood, this time included.
    ///
    /// The third time is a draw in tournaments. Whoever runs the game decides what
    /// follows from it.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let key = self.position.key();
        1 + self.past_keys().filter(|past| *past == key).count()
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the rules do not allow it; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) && !self.is_lenient_first_queen(mv) {
            return Err(self.objection_to(mv));
        }
        if self.past.len() >= Self::LONGEST {
            return Err(IllegalMove::TooLong);
        }
        self.push(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    fn push(&mut self, mv: Move) {
        let key = self.position.key();
        let undo = self.position.make(mv);
        self.past.push(Past { mv, undo, key });
        if cfg!(debug_assertions) {
            self.position.assert_valid();
        }
    }

    /// Takes the last move back and returns it, `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let past = self.past.pop()?;
        self.position.unmake(past.undo);
        if cfg!(debug_assertions) {
            self.position.assert_valid();
        }
        Some(past.mv)
    }

    /// Whether this is a first queen that is only played in archives: to a place
    /// where any other bug could go.
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

    /// The first rule that forbids a move.
    fn objection_to(&self, mv: Move) -> IllegalMove {
        let position = &self.position;
        let us = position.side_to_move();
        if position.outcome().is_some() {
            return IllegalMove::GameOver;
        }
        let Move::To { piece, .. } = mv else { return IllegalMove::NeedlessPass };
        let queen_in_hand = position.in_hand(us, Bug::Queen) > 0;
        if position.is_legal(Move::Pass) {
            IllegalMove::MustPass
        } else if position.ply() < 2 && piece.bug() == Bug::Queen {
            IllegalMove::QueenFirst
        } else if queen_in_hand && position.hex_of(piece).is_some() {
            IllegalMove::QueenInHand
        } else if queen_in_hand && position.ply() >= 6 && piece.bug() != Bug::Queen {
            IllegalMove::QueenLate
        } else {
            IllegalMove::Forbidden
        }
    }
}

impl Clone for Game {
    /// Replays the moves: what takes a move back belongs to one position only.
    fn clone(&self) -> Self {
        let mut game = self.restarted();
        for past in &self.past {
            let undo = game.position.make(past.mv);
            game.past.push(Past { mv: past.mv, undo, key: past.key });
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_games::random_game;
    use super::super::{Color, Direction, Hex, Piece};
    use super::*;

    #[test]
    fn a_clone_is_the_same_game() {
        let mut game = Game::new(GameType::MLP);
        for _ in 0..12 {
            let moves = game.position().legal_moves();
            game.play(moves[moves.len() / 2]).unwrap();
        }
        let mut copy = game.clone();
        assert!(copy.moves().eq(game.moves()));
        assert_eq!(copy.position(), game.position());
        while let Some(mv) = copy.undo() {
            assert_eq!(game.undo(), Some(mv));
            assert_eq!(copy.position(), game.position());
        }
        assert_eq!(copy.position(), &Position::new(GameType::MLP));
    }

    #[test]
    fn a_lenient_game_may_open_with_a_queen() {
        let first = Move::To { piece: Piece::queen(Color::White), hex: Hex::CENTER };
        let mut game = Game::new(GameType::BASE);
        assert_eq!(game.play(first), Err(IllegalMove::QueenFirst));
        let mut game = Game::lenient(GameType::BASE);
        game.play(first).unwrap();
        assert!(!game.position().legal_moves().is_empty());
    }

    #[test]
    fn the_first_rule_broken_is_named() {
        let place = |color, bug, hex| Move::To { piece: Piece::new(color, bug, 1).unwrap(), hex };
        let east = |steps| Hex::CENTER.stepped(Direction::East, steps);
        let west = |steps| Hex::CENTER.stepped(Direction::West, steps);
        let mut game = Game::new(GameType::BASE);
        let spider = place(Color::White, Bug::Spider, Hex::CENTER);
        assert_eq!(game.play(Move::Pass), Err(IllegalMove::NeedlessPass));
        game.play(spider).unwrap();
        game.play(place(Color::Black, Bug::Spider, east(1))).unwrap();
        let step = place(Color::White, Bug::Spider, west(1));
        assert_eq!(game.play(step), Err(IllegalMove::QueenInHand));
        for (number, bug) in (1..).zip([Bug::Ant, Bug::Beetle]) {
            game.play(place(Color::White, bug, west(number))).unwrap();
            game.play(place(Color::Black, bug, east(number + 1))).unwrap();
        }
        let late = place(Color::White, Bug::Grasshopper, west(3));
        assert_eq!(game.play(late), Err(IllegalMove::QueenLate));
        let far = place(Color::White, Bug::Queen, west(5));
        assert_eq!(game.play(far), Err(IllegalMove::Forbidden));
        game.play(place(Color::White, Bug::Queen, west(3))).unwrap();
    }

    #[test]
    fn after_the_end_and_when_shut_out_any_move_is_refused_for_that() {
        let (mut over, mut shut_out) = (0, 0);
        for seed in 0..60 {
            let mut game = random_game(GameType::MLP, 300, seed);
            let any = Move::To { piece: Piece::queen(Color::White), hex: Hex::CENTER };
            while game.outcome().is_some() || game.position().is_legal(Move::Pass) {
                let expected = if game.outcome().is_some() {
                    over += 1;
                    assert!(game.position().legal_moves().is_empty());
                    assert_eq!(game.position().count_moves(), 0);
                    assert_eq!(game.play(Move::Pass), Err(IllegalMove::GameOver));
                    IllegalMove::GameOver
                } else {
                    shut_out += 1;
                    assert_eq!(game.position().count_moves(), 1);
                    IllegalMove::MustPass
                };
                assert_eq!(game.play(any), Err(expected));
                game.undo();
            }
            // Most passes are in the middle of a game.
            while let Some(mv) = game.undo() {
                if mv == Move::Pass {
                    shut_out += 1;
                    assert_eq!(game.play(any), Err(IllegalMove::MustPass));
                }
            }
        }
        assert!(over > 5 && shut_out > 0, "{over} {shut_out}");
    }

    #[test]
    fn a_lenient_game_lets_both_queens_enter_first_but_not_anywhere() {
        let queen = |color, hex| Move::To { piece: Piece::queen(color), hex };
        let east = |steps| Hex::CENTER.stepped(Direction::East, steps);
        let mut game = Game::lenient(GameType::BASE);
        assert_eq!(game.play(queen(Color::White, east(1))), Err(IllegalMove::QueenFirst));
        game.play(queen(Color::White, Hex::CENTER)).unwrap();
        assert_eq!(game.play(queen(Color::Black, east(2))), Err(IllegalMove::QueenFirst));
        game.play(queen(Color::Black, east(1))).unwrap();
        assert!(game.clone().moves().eq(game.moves()));
    }

    /// Two spiders with their queens behind them, and four plies that take the queens
    /// to another side and back.
    fn dance() -> (Game, [Move; 4]) {
        let place = |color, bug, hex| Move::To { piece: Piece::new(color, bug, 1).unwrap(), hex };
        let (white, black) = (Color::White, Color::Black);
        let east = Hex::CENTER.neighbor(Direction::East);
        let (west_end, east_end) =
            (Hex::CENTER.neighbor(Direction::West), east.neighbor(Direction::East));
        let mut game = Game::new(GameType::BASE);
        for mv in [
            place(white, Bug::Spider, Hex::CENTER),
            place(black, Bug::Spider, east),
            place(white, Bug::Queen, west_end),
            place(black, Bug::Queen, east_end),
        ] {
            game.play(mv).unwrap();
        }
        let steps = [
            (white, west_end.neighbor(Direction::NorthEast)),
            (black, east.neighbor(Direction::NorthEast)),
            (white, west_end),
            (black, east_end),
        ];
        (game, steps.map(|(color, hex)| Move::To { piece: Piece::queen(color), hex }))
    }

    #[test]
    fn positions_recur_as_soon_as_both_queens_are_down() {
        let (mut game, steps) = dance();
        for times in 2..=3 {
            for mv in steps {
                game.play(mv).unwrap();
            }
            assert_eq!(game.repetitions(), times);
        }
    }

    #[test]
    fn a_game_without_end_ends_while_its_plies_can_be_counted() {
        let (mut game, steps) = dance();
        let mut steps = steps.into_iter().cycle();
        while game.past.len() < Game::LONGEST - 1 {
            game.push(steps.next().unwrap());
        }
        let (last, one_more) = (steps.next().unwrap(), steps.next().unwrap());
        assert_eq!(game.play(last), Ok(()));
        assert_eq!(game.play(one_more), Err(IllegalMove::TooLong));
        assert_eq!(usize::from(game.position().ply()), Game::LONGEST);
        assert_eq!(game.undo(), Some(last));
        assert_eq!(game.play(last), Ok(()));
    }
}
