//! The game of the mate search: one player, the attacker, tries to surround the other's queen.

use crate::eval::Network;
use crate::search::{GamePosition, HistoryIndex, HistorySizes, NOISY, Terminal};
use waggle_hive_core::rules::{Bug, Color, Game, Move, Outcome, Piece, Position, Undo};

/// A position that the attacker has to win within a number of plies.
///
/// It has only two values, won or not, so the whole tree is searched with one null window. The
/// remaining plies are part of the key, so table entries hold on every path. No position repeats,
/// as on the shortest path to a win; positions that occurred twice before the root are draws, and
/// also part of the key.
#[derive(Clone, Debug)]
pub(super) struct MateSearch {
    position: Position,
    attacker: Color,
    plies_left: u8,
    /// The remaining plies at the root.
    plies: u8,
    excluded: Vec<Move>,
    past: Past,
}

/// Positions of a game that are a draw when reached again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Past {
    keys: Vec<u64>,
    /// A digest of the keys; 0 if there are none.
    digest: u64,
}

impl Past {
    /// The positions that occurred twice in this game and can recur.
    pub(super) fn of(game: &Game) -> Self {
        let mut stood: Vec<u64> = game.reversible_keys().collect();
        stood.push(game.position().key());
        stood.sort_unstable();
        let pairs = stood.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut keys: Vec<u64> = pairs.map(|pair| pair[0]).collect();
        keys.dedup();
        let digest = keys.iter().fold(0, |digest: u64, key| (digest ^ key).wrapping_mul(ODD) ^ 1);
        Self { keys, digest }
    }

    /// Whether this would be the third occurrence of the position.
    pub(super) fn draws(&self, position: &Position) -> bool {
        !self.keys.is_empty() && self.keys.binary_search(&position.key()).is_ok()
    }
}

/// With an odd factor, keys with different remaining plies are far apart.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl MateSearch {
    /// The attacker may be the side to move or not.
    pub(super) fn new(position: &Position, attacker: Color, plies: u8) -> Self {
        let position = position.clone();
        let past = Past::default();
        Self { position, attacker, plies_left: plies, plies, excluded: vec![], past }
    }

    pub(super) fn after(self, past: &Past) -> Self {
        Self { past: past.clone(), ..self }
    }

    /// Excludes these first moves; there must be others.
    pub(super) fn excluding(self, moves: &[Move]) -> Self {
        Self { excluded: moves.to_vec(), ..self }
    }

    /// Whether some moves are excluded here.
    fn is_restricted(&self) -> bool {
        self.plies_left == self.plies && !self.excluded.is_empty()
    }

    /// Whether the next ply could surround the defender's queen.
    ///
    /// A ply fills at most one liberty, unless it throws the queen, which takes a pillbug, or a
    /// mosquito that copies one, next to her. Her own slide leaves a liberty behind.
    fn could_end(&self) -> bool {
        self.liberties() <= 1 || self.thrower_is_beside()
    }

    /// The liberties of the defender's queen; 0 while she is in hand.
    fn liberties(&self) -> u32 {
        let queen = self.position.hex_of(Piece::queen(self.attacker.other()));
        queen.map_or(0, |hex| 6 - self.position.ring(hex).count_ones())
    }

    fn thrower_is_beside(&self) -> bool {
        let Some(queen) = self.position.hex_of(Piece::queen(self.attacker.other())) else {
            return false;
        };
        let mut tops = queen.neighbors().filter_map(|hex| self.position.top(hex));
        tops.any(is_thrower)
    }

    /// Whether the last ply, the reply to this move of the attacker, could still surround the
    /// defender's queen: see [`could_end`](Self::could_end).
    fn leaves_a_chance(&self, mv: Move) -> bool {
        let Move::To { piece, hex } = mv else { return false };
        let queen = self.position.hex_of(Piece::queen(self.attacker.other()));
        // A thrower that arrives, or that the move uncovers.
        self.liberties() <= 2
            || is_thrower(piece) && queen.is_some_and(|queen| queen.is_beside(hex))
            || self.position.below(piece).is_some_and(is_thrower)
    }
}

fn is_thrower(piece: Piece) -> bool {
    matches!(piece.bug(), Bug::Pillbug | Bug::Mosquito)
}

impl GamePosition for MateSearch {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn key(&self) -> u64 {
        let plies = u64::from(self.plies_left) << 1 | u64::from(self.attacker == Color::White);
        let mut key = self.position.key() ^ (plies + 1).wrapping_mul(ODD) ^ self.past.digest;
        if self.is_restricted() {
            for mv in &self.excluded {
                key = (key ^ u64::from(mv.bits()) << 1 ^ 1).wrapping_mul(ODD).rotate_left(29);
            }
        }
        key
    }

    fn is_white_to_move(&self) -> bool {
        self.position.is_white_to_move()
    }

    fn plies(&self) -> Option<usize> {
        self.position.plies()
    }

    fn variant(&self) -> u16 {
        self.position.variant()
    }

    #[inline]
    fn terminal(&self) -> Option<Terminal> {
        let Some(outcome) = self.position.outcome() else {
            // The root itself is not a draw, however often it occurred before.
            let is_drawn = self.plies_left < self.plies && self.past.draws(&self.position);
            return is_drawn.then_some(Terminal::Draw);
        };
        Some(match outcome {
            Outcome::Win(color) if color != self.attacker => Terminal::Draw,
            Outcome::Draw => Terminal::Draw,
            Outcome::Win(color) if color == self.position.side_to_move() => Terminal::Win,
            Outcome::Win(_) => Terminal::Loss,
        })
    }

    /// All legal moves except those of the attacker that are too slow. One of these is kept if
    /// there is no other, because the list may not be empty.
    fn moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.moves_into(moves);
        if self.is_restricted() {
            let listed = moves.split_off(first);
            moves.extend(listed.into_iter().filter(|mv| !self.excluded.contains(mv)));
        }
        if self.position.side_to_move() != self.attacker || self.plies_left > 2 || self.could_end()
        {
            return;
        }
        let mut kept = first;
        if self.plies_left == 2 {
            for index in first..moves.len() {
                if self.leaves_a_chance(moves[index]) {
                    moves.swap(kept, index);
                    kept += 1;
                }
            }
        }
        moves.truncate(kept.max(first + 1));
    }

    fn noisy_moves_into(&self, _moves: &mut Vec<Move>) {}

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.plies_left = self.plies_left.saturating_sub(1);
        self.position.make(mv)
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        self.plies_left += 1;
        self.position.unmake(undo);
    }

    fn null_move(&self) -> Option<Move> {
        None
    }

    fn evaluate(&self, _network: &Network, _contempt: i32) -> i32 {
        0
    }

    fn move_bits(mv: Move) -> u16 {
        Position::move_bits(mv)
    }

    const HISTORY_SIZES: HistorySizes = Position::HISTORY_SIZES;

    #[inline]
    fn history_index(&self, mv: Move) -> HistoryIndex {
        self.position.history_index(mv)
    }

    /// Attacks come first, but none is noisy: there is no quiescence search.
    #[inline]
    fn static_scores(&self, moves: &[Move], mut each: impl FnMut(Move, i32)) {
        self.position.static_scores(moves, |mv, score| each(mv, score.min(NOISY - 4)));
    }

    fn is_threatened(&self) -> bool {
        false
    }
}
