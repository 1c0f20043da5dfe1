//! The exact mobility of all pieces of both players.
//!
//! For explanations, and as the reference for testing [`EvalInfo`](super::EvalInfo), which is
//! faster but approximate. Uses the legal move generator, with the pins computed once for both
//! players.

use waggle_hive_core::rules::bit_hive::BitHive;
use waggle_hive_core::rules::bitboard::{self, Bitboard};
use waggle_hive_core::rules::dispatch::{self, Task};
use waggle_hive_core::rules::hive::Hive;
use waggle_hive_core::rules::movegen::{self, Jumps, Sink, Turn};
use waggle_hive_core::rules::mover::Mover;
use waggle_hive_core::rules::piece_set;
use waggle_hive_core::rules::{ByColor, Color, Hex, Piece, Position};

/// The mobility of both players' pieces, each as if its player were to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExactMobility {
    /// For each piece on the table, by index, the number of hexes it can move to.
    pub moves: [u8; Piece::COUNT],
    /// The pinned pieces that are not in stacks, one bit per index.
    pub pinned: u32,
    /// For each player, the pieces of either color that the next move can bring next to or onto the
    /// opponent's queen without opening a liberty of hers or moving her, one bit per index.
    pub attackers: ByColor<u32>,
    /// For each player, how many liberties of the opponent's queen the next move can fill.
    pub fillable: ByColor<u8>,
    /// For each player, the number of hexes where pieces can be placed.
    pub entries: ByColor<u8>,
    /// For each player, the number of throws of the opponent's pieces.
    pub throws: ByColor<u8>,
}

impl ExactMobility {
    /// Whether the One Hive rule pins this piece.
    pub const fn is_pinned(&self, piece: Piece) -> bool {
        self.pinned & 1 << piece.index() != 0
    }

    /// Whether a piece on the table has a move.
    pub fn can_move(&self, piece: Piece) -> bool {
        self.moves[piece.index()] > 0
    }

    /// Generates the moves of both players and counts them.
    ///
    /// For the player who is not to move, the resting piece is ignored.
    pub fn of(position: &Position) -> Self {
        if position.ply() < 2 {
            return Self::default();
        }
        let turns = Color::ALL.map(|color| position.turn(color));
        dispatch::run_rarely(position.hive(), CountBoth { turns: &turns })
    }
}

/// Counts the moves of both players, White first.
struct CountBoth<'a> {
    turns: &'a [Turn<'a>; 2],
}

impl Task for CountBoth<'_> {
    type Answer = ExactMobility;

    #[inline(always)]
    fn on<B: Bitboard>(self, bits: &BitHive<B>) -> ExactMobility {
        let mut counter = Counter::new();
        let pins = bits.pins();
        for index in bitboard::indices(&pins.hexes.without(B::from_words(bits.stacked)).words()) {
            if let Some(piece) = self.turns[0].hive.top(bits.hex_at(index)) {
                counter.mobility.pinned |= 1 << piece.index();
            }
        }
        for turn in self.turns {
            counter.begin(turn.us, turn.hive);
            movegen::placements(turn, bits, turn.placeable, &mut counter);
            if turn.may_move {
                Mover::new(turn, bits, pins, piece_set::ALL).generate(&mut counter);
            }
            counter.mobility.fillable[turn.us] = counter.filled.count_ones() as u8;
        }
        counter.mobility
    }
}

/// A sink that counts the moves of each player in turn.
struct Counter {
    mobility: ExactMobility,
    us: Color,
    /// The opponent's queen, if she is on the table.
    queen: Option<Hex>,
    /// The pieces that fill a liberty of the opponent's queen.
    filling: u32,
    /// The fillable liberties, by direction from the queen.
    filled: u8,
}

impl Counter {
    fn new() -> Self {
        Self {
            mobility: ExactMobility::default(),
            us: Color::White,
            queen: None,
            filling: 0,
            filled: 0,
        }
    }

    /// Starts counting for the next player.
    #[inline(always)]
    fn begin(&mut self, us: Color, hive: &Hive) {
        self.us = us;
        self.queen = hive.hex_of(Piece::queen(us.other()));
        self.filling = 0;
        self.filled = 0;
        if let Some(queen) = self.queen {
            for hex in queen.neighbors() {
                if hive.height(hex) == 1
                    && let Some(piece) = hive.top(hex)
                {
                    self.filling |= 1 << piece.index();
                }
            }
        }
    }

    /// Records the attacks on the opponent's queen by moves to these hexes.
    #[inline(always)]
    fn attack<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: B) {
        let Some(queen) = self.queen else { return };
        let index = bits.index_of(queen);
        let near = bits.around(queen, 0x3f) | B::single(index);
        let stays_beside = self.filling & 1 << piece.index() != 0;
        if (to & near).is_empty() || stays_beside || piece == Piece::queen(self.us.other()) {
            return;
        }
        self.mobility.attackers[self.us] |= 1 << piece.index();
        self.filled |= B::ring(&to.words(), index) & !bits.ring(index);
    }
}

impl Sink for Counter {
    #[inline(always)]
    fn placements<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B) {
        self.mobility.entries[self.us] = to.len() as u8;
        for piece in piece_set::pieces(pieces) {
            self.attack(bits, piece, to);
        }
    }

    #[inline(always)]
    fn moves<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: B) {
        let count = to.len() as u8;
        if piece.color() == self.us {
            self.mobility.moves[piece.index()] = count;
        } else {
            self.mobility.throws[self.us] += count;
        }
        self.attack(bits, piece, to);
    }

    #[inline(always)]
    fn steps<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, from: Hex, directions: u8) {
        self.mobility.moves[piece.index()] = directions.count_ones() as u8;
        self.attack(bits, piece, bits.around(from, directions));
    }

    #[inline(always)]
    fn jumps<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, over: &Jumps<'_>) {
        self.mobility.moves[piece.index()] += over.directions.count_ones() as u8;
        if let Some(queen) = self.queen {
            for goal in over.destinations() {
                if goal.is_beside(queen) {
                    self.attack(bits, piece, B::single(bits.index_of(goal)));
                }
            }
        }
    }

    #[inline(always)]
    fn jump<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: Hex) {
        self.mobility.moves[piece.index()] += 1;
        if self.queen.is_some_and(|queen| to.is_beside(queen)) {
            self.attack(bits, piece, B::single(bits.index_of(to)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::Move;
    use waggle_hive_core::rules::random_games::visit_random_games;

    #[test]
    fn counts_match_the_legal_moves() {
        visit_random_games(48, 90, |game| check(game.position()));
    }

    #[test]
    fn all_kernels_count_the_same() {
        visit_random_games(64, 100, |game| {
            let position = game.position();
            if position.ply() >= 2 {
                let turns = Color::ALL.map(|color| position.turn(color));
                let found =
                    dispatch::on_every_kernel(position.hive(), || CountBoth { turns: &turns });
                assert!(found.iter().all(|mobility| *mobility == found[0]), "{found:?}");
            }
        });
    }

    fn check(position: &Position) {
        let us = position.side_to_move();
        if position.ply() < 2 {
            return;
        }
        let mobility = ExactMobility::of(position);
        let moves = position.legal_moves();
        let to_hexes = |piece| {
            let is_his = |mv: &&Move| mv.piece() == Some(piece);
            moves.iter().filter(is_his).count()
        };
        for piece in Piece::of(us).filter(|piece| position.hex_of(*piece).is_some()) {
            assert_eq!(usize::from(mobility.moves[piece.index()]), to_hexes(piece), "{piece}");
        }
        let throws: usize = Piece::of(us.other()).map(to_hexes).sum();
        assert_eq!(usize::from(mobility.throws[us]), throws);
        let mut attacks = vec![];
        position.attacks_into(&mut attacks);
        let queen = position.hex_of(Piece::queen(us.other()));
        let mut liberties: Vec<Hex> = vec![];
        for mv in &attacks {
            assert!(moves.contains(mv));
            let Move::To { piece, hex } = *mv else { panic!("a pass is no attack") };
            let is_hers = piece == Piece::queen(us.other());
            if !is_hers && position.height(hex) == 0 && !liberties.contains(&hex) {
                liberties.push(hex);
            }
        }
        // The piece that comes, and whether it comes to a place that no piece had, or onto her.
        let coming = moves.iter().filter_map(|mv| {
            let (Move::To { piece, hex }, Some(queen)) = (*mv, queen) else { return None };
            let was_beside = position
                .hex_of(piece)
                .is_some_and(|from| from.is_beside(queen) && position.height(from) == 1);
            let comes = hex == queen || hex.is_beside(queen);
            (comes && !was_beside).then(|| (piece, hex == queen || position.height(hex) == 0))
        });
        assert_eq!(coming.clone().filter(|(_, is_listed)| *is_listed).count(), attacks.len());
        let attackers = coming.filter(|(piece, _)| *piece != Piece::queen(us.other()));
        let attackers = attackers.fold(0, |set, (piece, _)| set | 1 << piece.index());
        assert_eq!(mobility.attackers[us], attackers);
        assert_eq!(usize::from(mobility.fillable[us]), liberties.len());
    }
}
