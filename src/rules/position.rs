//! A position: the pieces on the table and in hand, and who is to move.

use super::board::Board;
use super::dispatch;
use super::grid::words::Portable;
use super::hive::{Hive, Saved};
use super::movegen::{Generation, Sink, Turn};
use super::sinks::{Among, Attacks, Count, List};
use super::{Bug, Color, GameType, Hex, Move, Outcome, Piece, piece_set, throws, zobrist};

mod setup;

pub use setup::SetupError;

/// The ply from which a player's queen must be placed if she is still in hand: the
/// fourth turn of each.
const QUEEN_MUST_ENTER: u16 = 6;

/// Who is to move at this ply.
#[inline]
fn side_at(ply: u16) -> Color {
    if ply & 1 == 0 { Color::White } else { Color::Black }
}

/// The pieces on the table and in hand, who is to move, and which piece rests.
///
/// A position knows no history: repetitions are counted by [`Game`](super::Game).
///
/// # Examples
///
/// ```
/// use waggle::rules::{GameType, Position};
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
    /// The pieces in play, a bit for each index.
    in_play: u32,
    ply: u16,
    last_moved: Option<Piece>,
}

/// What [`Position::unmake`] needs to take a move back.
#[must_use = "a move that is not taken back stays on the table"]
#[derive(Debug)]
pub struct Undo {
    mv: Move,
    from: Option<Hex>,
    last_moved: Option<Piece>,
    hive: Saved,
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn new(game_type: GameType) -> Self {
        let in_play = piece_set::all_in(game_type);
        Self { hive: Hive::new(), game_type, in_play, ply: 0, last_moved: None }
    }

    #[inline]
    pub(crate) fn hive(&self) -> &Hive {
        &self.hive
    }

    /// The bugs in play.
    #[must_use]
    #[inline]
    pub fn game_type(&self) -> GameType {
        self.game_type
    }

    /// Who is to move.
    #[must_use]
    #[inline]
    pub fn side_to_move(&self) -> Color {
        side_at(self.ply)
    }

    /// How many turns have been taken, passes included.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The piece placed, moved or thrown on the ply before, which rests: it may not
    /// move, be thrown or throw. `None` at the start and after a pass.
    #[must_use]
    #[inline]
    pub fn last_moved(&self) -> Option<Piece> {
        self.last_moved
    }

    /// A hash that is equal for equal positions and almost certainly different for different
    /// ones.
    ///
    /// Positions are equal if they have the same kinds of bugs of the same colors on the same
    /// hexes and heights, the same player to move, and the same resting piece where
    /// that matters.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        let moved = self.last_moved.and_then(|piece| Some((piece, self.hex_of(piece)?)));
        self.hive.key() ^ self.turn_key(self.ply, self.hive.on_table(), moved)
    }

    /// Where a piece stands, `None` if it is in hand.
    #[must_use]
    #[inline]
    pub fn hex_of(&self, piece: Piece) -> Option<Hex> {
        self.hive.hex_of(piece)
    }

    /// The uppermost piece on a hex.
    #[must_use]
    #[inline]
    pub fn top(&self, hex: Hex) -> Option<Piece> {
        self.hive.top(hex)
    }

    /// How many pieces stand on a hex; 0 if it is empty.
    #[must_use]
    #[inline]
    pub fn height(&self, hex: Hex) -> u8 {
        self.hive.height(hex)
    }

    /// The piece just below this one.
    #[must_use]
    #[inline]
    pub fn below(&self, piece: Piece) -> Option<Piece> {
        self.hive.below(piece)
    }

    /// Whether another piece stands on this one.
    #[must_use]
    #[inline]
    pub fn is_covered(&self, piece: Piece) -> bool {
        self.hive.covered() & 1 << piece.index() != 0
    }

    /// The pieces on a hex, from the bottom to the top.
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
    pub fn pieces_on_table(&self) -> impl Iterator<Item = Piece> + use<> {
        piece_set::pieces(self.hive.on_table())
    }

    /// The pieces in play that are not on the table, in the order of their index.
    pub fn pieces_in_hand(&self) -> impl Iterator<Item = Piece> + use<> {
        piece_set::pieces(self.in_play & !self.hive.on_table())
    }

    /// The occupied neighbors of a hex: bit `d` for the direction with that number.
    #[must_use]
    #[inline]
    pub fn ring(&self, hex: Hex) -> u8 {
        self.hive.ring(hex)
    }

    /// The piece of this kind that a player would place next: the lowest number in
    /// hand. `None` if none is left or the kind is not in play.
    #[must_use]
    #[inline]
    pub fn next_in_hand(&self, color: Color, bug: Bug) -> Option<Piece> {
        piece_set::pieces(self.next_to_enter() & piece_set::all_of_kind(color, bug)).next()
    }

    /// The pieces in hand with the lowest number of their kind, a bit for each index.
    #[inline]
    fn next_to_enter(&self) -> u32 {
        let on_table = self.hive.on_table();
        (on_table << 1 | piece_set::FIRST_OF_KIND) & !on_table & self.in_play
    }

    /// How many pieces of this kind a player has in hand.
    #[must_use]
    #[inline]
    pub fn in_hand(&self, color: Color, bug: Bug) -> u8 {
        if self.game_type.contains(bug) {
            (piece_set::all_of_kind(color, bug) & !self.hive.on_table()).count_ones() as u8
        } else {
            0
        }
    }

    /// How the game has ended, `None` while it goes on.
    ///
    /// A queen with six occupied neighbors has lost, whatever the colors, also when
    /// she is covered and also when her owner did it.
    #[must_use]
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

    /// All legal moves: none if the game is over, a pass if there is nothing else.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves
    }

    /// Appends all legal moves to a list: see [`legal_moves`](Self::legal_moves).
    pub fn moves_into(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        if self.generate(piece_set::ALL, &mut List { moves }) && moves.len() == before {
            moves.push(Move::Pass);
        }
    }

    /// Appends the legal moves that fill a liberty of the opponent's queen or climb onto
    /// her, but for those of pieces that fill one of her liberties already.
    pub fn attacks_into(&self, moves: &mut Vec<Move>) {
        let them = self.side_to_move().other();
        if let Some(queen) = self.hex_of(Piece::queen(them)) {
            self.generate(piece_set::ALL, &mut Attacks { hive: &self.hive, queen, moves });
        }
    }

    /// Appends those of these moves that are legal. Faster than listing all, since only the
    /// pieces in question are generated; a pass is not recognized.
    pub fn legal_among_into(&self, candidates: &[Move], moves: &mut Vec<Move>) {
        let pieces = candidates.iter().filter_map(|mv| mv.piece());
        let pieces = pieces.fold(0, |pieces, piece| pieces | 1 << piece.index());
        self.generate(pieces, &mut Among { candidates, moves });
    }

    /// How many legal moves there are, without listing them.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        let mut count = Count(0);
        if self.generate(piece_set::ALL, &mut count) { count.0.max(1) as usize } else { 0 }
    }

    /// Whether the rules allow this move here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The piece that throws in this legal move; `None` for a placement, a pass, and a move
    /// that the piece can also make by itself.
    #[must_use]
    pub fn thrower(&self, mv: Move) -> Option<Piece> {
        let Move::To { piece, hex } = mv else { return None };
        let from = self.hex_of(piece)?;
        let us = self.side_to_move();
        let mut walks = Vec::new();
        if piece.color() == us {
            let turn = Turn { throws: false, ..self.turn(us) };
            let sink = &mut Among { candidates: &[mv], moves: &mut walks };
            dispatch::run(&self.hive, Generation { turn: &turn, pieces: 1 << piece.index(), sink });
        }
        let rests = |thrower: Piece| self.last_moved == Some(thrower);
        piece_set::pieces(piece_set::THROWERS & piece_set::all_of(us))
            .filter(|&thrower| walks.is_empty() && !rests(thrower))
            .find(|&thrower| throws::reaches(&self.hive, thrower, from, hex))
    }

    /// Generates the moves of the player to move with these pieces into a sink; false if
    /// the game is over.
    #[inline]
    fn generate<S: Sink>(&self, pieces: u32, sink: &mut S) -> bool {
        let us = self.side_to_move();
        if self.ply < 2 {
            self.first_placements(sink);
            true
        } else {
            dispatch::run(&self.hive, Generation { turn: &self.turn(us), pieces, sink })
        }
    }

    /// What a player may place now, one piece of each kind, a bit for each index.
    #[inline]
    fn placeable(&self, us: Color) -> u32 {
        let queen = 1 << Piece::queen(us).index();
        let next = self.next_to_enter() & piece_set::all_of(us);
        if self.ply < 2 {
            next & !queen
        } else if self.ply >= QUEEN_MUST_ENTER && next & queen != 0 {
            queen
        } else {
            next
        }
    }

    /// The position as a player sees it who is to move, or would be.
    #[inline]
    pub(crate) fn turn(&self, us: Color) -> Turn<'_> {
        Turn {
            hive: &self.hive,
            us,
            resting: if us == self.side_to_move() { self.last_moved } else { None },
            placeable: self.placeable(us),
            may_move: self.hex_of(Piece::queen(us)).is_some(),
            throws: self.game_type.pillbug,
        }
    }

    /// White's first piece has one place, Black's the six beside it.
    fn first_placements<S: Sink>(&self, sink: &mut S) {
        let board = Board::<Portable>::in_window(&self.hive);
        let first = self.pieces_on_table().find_map(|piece| self.hex_of(piece));
        for piece in piece_set::pieces(self.placeable(self.side_to_move())) {
            match first {
                None => sink.jump(&board, piece, Hex::CENTER),
                Some(first) => sink.steps(&board, piece, first, 0x3f),
            }
        }
    }

    /// Plays a move, which must be legal, and returns what takes it back.
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

    /// Takes back the move that returned `undo`, which must be the last one made.
    #[inline(always)]
    #[allow(clippy::needless_pass_by_value, reason = "a move is taken back only once")]
    pub fn unmake(&mut self, undo: Undo) {
        if let Move::To { piece, .. } = undo.mv {
            self.hive.put_back(piece, undo.from, &undo.hive);
        }
        self.ply -= 1;
        self.last_moved = undo.last_moved;
        self.spot_check();
    }

    /// In builds with assertions, checks one position in 64, chosen by its key: checking
    /// all of them would make a search too slow.
    #[inline(always)]
    fn spot_check(&self) {
        if cfg!(debug_assertions) && self.hive.key().is_multiple_of(64) {
            self.assert_valid();
        }
    }

    /// The key of the position after a legal move: [`key`](Self::key) without making
    /// the move.
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut hive_key = self.hive.key();
        let mut on_table = self.hive.on_table();
        if let Move::To { piece, hex } = mv {
            if let Some(from) = self.hex_of(piece) {
                hive_key ^= zobrist::piece_on(piece, from, self.height(from) - 1);
            }
            hive_key ^= zobrist::piece_on(piece, hex, self.height(hex));
            on_table |= 1 << piece.index();
        }
        let moved = match mv {
            Move::To { piece, hex } => Some((piece, hex)),
            Move::Pass => None,
        };
        hive_key ^ self.turn_key(self.ply + 1, on_table, moved)
    }

    /// The part of the key for the side to move and whatever else decides which moves are
    /// legal: at this ply, with these pieces on the table and this one just moved here.
    #[inline]
    fn turn_key(&self, ply: u16, on_table: u32, moved: Option<(Piece, Hex)>) -> u64 {
        const QUEENS: u32 = 1 | 1 << Piece::PER_PLAYER;
        let us = side_at(ply);
        let mut key = 0;
        if us == Color::Black {
            key ^= zobrist::BLACK_TO_MOVE;
        }
        if on_table & QUEENS != QUEENS {
            key ^= zobrist::queen_in_hand(ply.min(QUEEN_MUST_ENTER + 2));
        }
        if self.game_type.pillbug
            && let Some((piece, hex)) = moved
            && self.rest_matters(us, piece, hex)
        {
            key ^= zobrist::resting(piece, hex);
        }
        key
    }

    /// Whether it matters to this player that this piece has just moved here: the opponent
    /// has thrown it, or the player could throw it.
    #[inline]
    fn rest_matters(&self, us: Color, piece: Piece, hex: Hex) -> bool {
        piece.color() == us
            || piece_set::pieces(piece_set::THROWERS & piece_set::all_of(us) & self.hive.on_table())
                .any(|thrower| self.hive.place(thrower).is_beside(hex))
    }

    /// Checks that everything that is kept incrementally agrees with the pieces.
    ///
    /// # Panics
    ///
    /// If it does not. For tests and debug builds.
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
    use crate::rules::random_games::visit_random_games;

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
    fn a_throw_has_a_thrower_beside_both_ends() {
        let (mut enemies, mut friends) = (0, 0);
        visit_random_games(24, 80, |game| {
            let position = game.position();
            let us = position.side_to_move();
            let mut walks = Vec::new();
            let turn = Turn { throws: false, ..position.turn(us) };
            if position.ply() > 1 {
                let sink = &mut List { moves: &mut walks };
                let pieces = piece_set::ALL;
                dispatch::run(&position.hive, Generation { turn: &turn, pieces, sink });
            }
            for mv in position.legal_moves() {
                let Move::To { piece, hex } = mv else { continue };
                let Some(from) = position.hex_of(piece) else {
                    assert_eq!(position.thrower(mv), None);
                    continue;
                };
                assert_eq!(position.thrower(mv).is_none(), walks.contains(&mv), "{mv:?}");
                let Some(thrower) = position.thrower(mv) else { continue };
                let place = position.hex_of(thrower).unwrap();
                assert!(place.is_beside(from) && place.is_beside(hex));
                assert!(thrower.color() == us && position.height(place) == 1);
                *if piece.color() == us { &mut friends } else { &mut enemies } += 1;
            }
        });
        assert!(enemies > 20 && friends > 20, "{enemies} {friends}");
    }

    #[test]
    fn a_key_can_be_told_before_the_move() {
        visit_random_games(24, 90, |game| {
            for mv in game.position().legal_moves() {
                let mut after = game.position().clone();
                let _ = after.make(mv);
                assert_eq!(game.position().key_after(mv), after.key(), "{mv:?}");
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
