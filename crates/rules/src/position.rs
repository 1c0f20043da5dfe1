//! A position: the pieces on the table and in hand, and the side to move.

use super::hive::{Hive, Saved};
use super::{Bug, Color, GameType, Hex, Move, Outcome, Piece, piece_set};

mod key;
mod legal_moves;
mod setup;
pub(crate) mod symmetric_key;

pub use setup::SetupError;

/// The ply from which a queen still in hand must be placed: each player's fourth turn.
const QUEEN_MUST_ENTER: u16 = 6;

#[inline]
fn side_at(ply: u16) -> Color {
    if ply & 1 == 0 { Color::White } else { Color::Black }
}

/// The pieces on the table and in hand, the side to move, and the resting piece.
///
/// Without history: [`Game`](super::Game) counts repetitions.
///
/// # Examples
///
/// ```
/// use waggle_hive_rules::{GameType, Position};
///
/// let mut position = Position::new(GameType::MLP);
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 7); // any bug but the queen
/// let undo = position.make(moves[0]);
/// assert_eq!(position.legal_moves().len(), 42); // any of them on any side
/// position.unmake(undo);
/// assert_eq!(position, Position::new(GameType::MLP));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    hive: Hive,
    game_type: GameType,
    /// The pieces in play, one bit per index.
    in_play: u32,
    ply: u16,
    last_moved: Option<Piece>,
}

/// What [`Position::unmake`] needs to take a move back.
#[must_use = "without its undo, a move cannot be taken back"]
#[derive(Debug)]
pub struct Undo {
    mv: Move,
    from: Option<Hex>,
    last_moved: Option<Piece>,
    hive: Saved,
}

impl Undo {
    pub(super) fn is_of_placement(&self) -> bool {
        self.mv != Move::Pass && self.from.is_none()
    }
}

impl Position {
    /// The start of a game.
    #[inline]
    pub fn new(game_type: GameType) -> Self {
        let in_play = piece_set::all_in(game_type);
        Self { hive: Hive::new(), game_type, in_play, ply: 0, last_moved: None }
    }

    /// The pieces on the table.
    #[inline]
    pub fn hive(&self) -> &Hive {
        &self.hive
    }

    /// The bugs in play.
    #[inline]
    pub fn game_type(&self) -> GameType {
        self.game_type
    }

    /// The side to move.
    ///
    /// ```
    /// use waggle_hive_rules::{Color, GameType, Position};
    ///
    /// let start = Position::new(GameType::BASE);
    /// assert_eq!(start.side_to_move(), Color::White);
    /// assert_eq!(start.after(start.legal_moves()[0]).side_to_move(), Color::Black);
    /// ```
    #[inline]
    pub fn side_to_move(&self) -> Color {
        side_at(self.ply)
    }

    /// The plies played, including passes.
    #[inline]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The piece placed, moved or thrown on the previous ply, which rests: it may not move, be
    /// thrown or throw. `None` at the start and after a pass.
    #[inline]
    pub fn last_moved(&self) -> Option<Piece> {
        self.last_moved
    }

    /// The hex of a piece; `None` if it is in hand.
    ///
    /// ```
    /// use waggle_hive_rules::{GameType, Move, Position};
    ///
    /// let start = Position::new(GameType::BASE);
    /// let Move::To { piece, hex } = start.legal_moves()[0] else { unreachable!() };
    /// let after = start.after(Move::To { piece, hex });
    /// assert_eq!((start.hex_of(piece), after.hex_of(piece)), (None, Some(hex)));
    /// assert_eq!((after.top(hex), after.height(hex)), (Some(piece), 1));
    /// ```
    #[inline]
    pub fn hex_of(&self, piece: Piece) -> Option<Hex> {
        self.hive.hex_of(piece)
    }

    /// The top piece on a hex.
    #[inline]
    pub fn top(&self, hex: Hex) -> Option<Piece> {
        self.hive.top(hex)
    }

    /// The number of pieces on a hex.
    #[inline]
    pub fn height(&self, hex: Hex) -> u8 {
        self.hive.height(hex)
    }

    /// The piece directly below this one.
    #[inline]
    pub fn below(&self, piece: Piece) -> Option<Piece> {
        self.hive.below(piece)
    }

    /// Whether another piece is on top of this one.
    #[inline]
    pub fn is_covered(&self, piece: Piece) -> bool {
        self.hive.covered() & 1 << piece.index() != 0
    }

    /// The pieces on a hex, from the bottom to the top.
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl DoubleEndedIterator<Item = Piece> + use<> {
        let mut stack = Vec::new();
        let mut next = self.top(hex);
        while let Some(piece) = next {
            stack.push(piece);
            next = self.below(piece);
        }
        stack.into_iter().rev()
    }

    /// The pieces on the table, in the order of their index.
    #[inline]
    pub fn pieces_on_table(&self) -> impl Iterator<Item = Piece> + use<> {
        piece_set::pieces(self.hive.on_table())
    }

    /// The pieces in play that are not on the table, in the order of their index.
    #[inline]
    pub fn pieces_in_hand(&self) -> impl Iterator<Item = Piece> + use<> {
        piece_set::pieces(self.in_play & !self.hive.on_table())
    }

    /// The occupied neighbors of a hex, one bit per direction.
    #[inline]
    pub fn ring(&self, hex: Hex) -> u8 {
        self.hive.ring(hex)
    }

    /// The piece of this kind that a player would place next: the lowest number in hand. `None`
    /// if none is left or the kind is not in play.
    #[inline]
    pub fn next_in_hand(&self, color: Color, bug: Bug) -> Option<Piece> {
        piece_set::pieces(self.next_to_enter() & piece_set::all_of_kind(color, bug)).next()
    }

    /// The pieces in hand with the lowest number of their kind, one bit per index.
    #[inline]
    fn next_to_enter(&self) -> u32 {
        let on_table = self.hive.on_table();
        (on_table << 1 | piece_set::FIRST_OF_KIND) & !on_table & self.in_play
    }

    /// How many pieces of this kind a player has in hand.
    ///
    /// ```
    /// use waggle_hive_rules::{Bug, Color, GameType, Position};
    ///
    /// let start = Position::new(GameType::BASE);
    /// assert_eq!(start.in_hand(Color::White, Bug::Ant), 3);
    /// assert_eq!(start.in_hand(Color::White, Bug::Pillbug), 0);
    /// ```
    #[inline]
    pub fn in_hand(&self, color: Color, bug: Bug) -> u8 {
        if self.game_type.contains(bug) {
            (piece_set::all_of_kind(color, bug) & !self.hive.on_table()).count_ones() as u8
        } else {
            0
        }
    }

    /// The result of the game; `None` while it goes on.
    ///
    /// A queen with six occupied neighbors has lost, whatever their colors, even if she is
    /// covered and even if her own player surrounded her.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let surrounded =
            |color| self.hex_of(Piece::queen(color)).is_some_and(|hex| self.hive.ring(hex) == 0x3f);
        match (surrounded(Color::White), surrounded(Color::Black)) {
            (false, false) => None,
            (true, true) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::Win(Color::Black)),
            (false, true) => Some(Outcome::Win(Color::White)),
        }
    }

    /// Makes a move, which must be legal, and returns what unmakes it.
    ///
    /// ```
    /// use waggle_hive_rules::{GameType, Position};
    ///
    /// let mut position = Position::new(GameType::BASE);
    /// let undo = position.make(position.legal_moves()[0]);
    /// assert_eq!(position.ply(), 1);
    /// position.unmake(undo);
    /// assert_eq!(position, Position::new(GameType::BASE));
    /// ```
    #[inline(always)]
    pub fn make(&mut self, mv: Move) -> Undo {
        let mut undo = Undo { mv, from: None, last_moved: self.last_moved, hive: self.hive.save() };
        if let Move::To { piece, hex } = mv {
            undo.from = self.hive.hex_of(piece);
            if undo.from.is_some() {
                self.hive.take(piece);
            }
            self.hive.put(piece, hex);
        }
        self.last_moved = mv.piece();
        self.ply += 1;
        self.spot_check();
        undo
    }

    /// Unmakes the move that returned `undo`, which must be the last one made.
    #[inline(always)]
    #[allow(clippy::needless_pass_by_value, reason = "a move is unmade only once")]
    pub fn unmake(&mut self, undo: Undo) {
        if let Move::To { piece, .. } = undo.mv {
            self.hive.put_back(piece, undo.from, &undo.hive);
        }
        self.ply -= 1;
        self.last_moved = undo.last_moved;
        self.spot_check();
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        // Never unmade.
        let _ = after.make(mv);
        after
    }

    /// Whether a legal move is a placement.
    #[inline]
    pub fn is_placement(&self, mv: Move) -> bool {
        mv.piece().is_some_and(|piece| self.hex_of(piece).is_none())
    }

    /// In debug builds, checks one position in 64, chosen by key: checking all would make
    /// searches too slow.
    #[inline(always)]
    fn spot_check(&self) {
        if cfg!(debug_assertions) && self.hive.key().is_multiple_of(64) {
            self.assert_valid();
        }
    }

    /// Checks all incrementally updated state against the pieces, for tests and debug builds.
    ///
    /// # Panics
    ///
    /// If it does not agree.
    #[inline]
    pub fn assert_valid(&self) {
        self.hive.assert_valid();
        for piece in self.pieces_on_table().filter(|piece| piece.number() > 1) {
            let before = Piece::new(piece.color(), piece.bug(), piece.number() - 1);
            assert!(before.is_some_and(|before| self.hex_of(before).is_some()), "{piece} entered");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games::visit_random_games;

    #[test]
    fn pieces_are_on_the_table_or_in_hand() {
        visit_random_games(24, 60, |game| {
            let position = game.position();
            let in_hand: Vec<Piece> = position.pieces_in_hand().collect();
            let on_table: Vec<Piece> = position.pieces_on_table().collect();
            let in_play = |piece: &Piece| position.game_type().contains(piece.bug());
            assert!(on_table.iter().all(|piece| position.hex_of(*piece).is_some()));
            assert!(in_hand.iter().all(|piece| position.hex_of(*piece).is_none()));
            assert_eq!(in_hand.len() + on_table.len(), Piece::all().filter(in_play).count());
            for color in Color::ALL {
                for bug in Bug::ALL {
                    let of_kind = |piece: &&Piece| piece.color() == color && piece.bug() == bug;
                    let count = in_hand.iter().filter(of_kind).count();
                    assert_eq!(usize::from(position.in_hand(color, bug)), count);
                    assert_eq!(
                        position.next_in_hand(color, bug),
                        in_hand.iter().find(of_kind).copied()
                    );
                }
            }
        });
    }

    #[test]
    fn stacks_are_listed_from_the_bottom_and_agree_with_their_parts() {
        let mut high = 0;
        visit_random_games(48, 100, |game| {
            let position = game.position();
            for piece in position.pieces_on_table() {
                let hex = position.hex_of(piece).unwrap();
                let stack: Vec<Piece> = position.stack(hex).collect();
                let level = stack.iter().position(|other| *other == piece).unwrap();
                assert_eq!(usize::from(position.height(hex)), stack.len());
                assert_eq!(position.top(hex), stack.last().copied());
                assert_eq!(position.is_covered(piece), level + 1 < stack.len());
                assert_eq!(position.below(piece), level.checked_sub(1).map(|below| stack[below]));
                high = high.max(stack.len());
            }
        });
        assert!(high > 2, "{high}");
    }

    #[test]
    #[should_panic(expected = "entered")]
    fn a_second_piece_before_the_first_is_noticed() {
        let mut position = Position::new(GameType::BASE);
        position.hive.put(Piece::from_index(2), Hex::CENTER);
        position.assert_valid();
    }
}
