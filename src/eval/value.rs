//! The value of a position, added up fact by fact from tables made beforehand.

use super::features::{self, OfBug, Single};
use super::learned::LEARNED;
use super::network::{Lanes, add, add_times};
use super::tally::{BesideQueen, State, Tally};
use crate::rules::{Bug, Color, Piece};

/// The sums of the network, on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    to_move: Color,
    sums: Lanes,
}

/// The columns of what a kind of piece can do, for one of the players. No column lies
/// across the border of two cache lines.
#[repr(align(64))]
struct OfKind {
    in_hand: Lanes,
    /// By its state.
    on_table: [Lanes; 4],
    /// For each move.
    moves: Lanes,
    /// By whether the queen it stands beside is its owner's, and by its state.
    beside_queen: [[Lanes; 4]; 2],
}

const NOTHING: Lanes = [0; LEARNED.bias.len()];

/// By whether the piece is the opponent's, and by its kind.
static OF_KIND: [[OfKind; Bug::ALL.len()]; 2] = {
    const NONE: OfKind = OfKind {
        in_hand: NOTHING,
        on_table: [NOTHING; 4],
        moves: NOTHING,
        beside_queen: [[NOTHING; 4]; 2],
    };
    let mut table = [const { [NONE; Bug::ALL.len()] }; 2];
    let mut player = 0;
    while player < 2 {
        let mut kind = 0;
        while kind < Bug::ALL.len() {
            let bug = Bug::ALL[kind];
            let of_kind = &mut table[player][kind];
            of_kind.in_hand = column(player, features::of_bug(bug, OfBug::InHand));
            of_kind.moves = column(player, features::of_bug(bug, OfBug::Moves));
            let mut index = 0;
            while index < State::ALL.len() {
                let state = State::ALL[index];
                of_kind.on_table[index] = column(player, features::of_bug(bug, state.feature()));
                of_kind.beside_queen[0][index] = beside(player, bug, state, false);
                of_kind.beside_queen[1][index] = beside(player, bug, state, true);
                index += 1;
            }
            kind += 1;
        }
        player += 1;
    }
    table
};

const fn column(player: usize, feature: usize) -> Lanes {
    LEARNED.columns[player][feature]
}

/// The columns of a piece beside a queen, for its owner and for hers, added up.
const fn beside(player: usize, bug: Bug, state: State, is_own_queen: bool) -> Lanes {
    let queen_player = if is_own_queen { player } else { 1 - player };
    let (beside, neighbors) = BesideQueen { is_own_queen, state }.features();
    let mut sum = column(player, features::of_bug(bug, beside));
    let other = column(queen_player, features::single(neighbors));
    let mut lane = 0;
    while lane < sum.len() {
        sum[lane] += other[lane];
        lane += 1;
    }
    sum
}

/// No column that is told with a number overflows, as often as it can be.
const _: () = {
    let mut player = 0;
    while player < 2 {
        let mut bug = 0;
        while bug < Bug::ALL.len() {
            let most = match Bug::ALL[bug] {
                Bug::Queen | Bug::Beetle | Bug::Grasshopper | Bug::Pillbug => 6,
                Bug::Spider | Bug::Ladybug => 30,
                Bug::Ant | Bug::Mosquito => 60,
            };
            assert_fits(column(player, features::of_bug(Bug::ALL[bug], OfBug::Moves)), most);
            bug += 1;
        }
        assert_fits(column(player, features::single(Single::Entries)), 60);
        // A pillbug and a mosquito, three pieces to three places each.
        assert_fits(column(player, features::single(Single::Throws)), 18);
        assert_fits(column(player, features::single(Single::Attackers)), 14);
        assert_fits(column(player, features::single(Single::Fillable)), 6);
        player += 1;
    }
};

const fn assert_fits(column: Lanes, times: i32) {
    let mut lane = 0;
    while lane < column.len() {
        assert!(column[lane] as i32 * times <= i16::MAX as i32, "a weight is too large");
        assert!(column[lane] as i32 * times >= i16::MIN as i32, "a weight is too small");
        lane += 1;
    }
}

impl Value {
    pub(super) fn new(to_move: Color) -> Self {
        Self { to_move, sums: LEARNED.bias }
    }

    /// For the player to move, in the network's steps.
    #[inline]
    pub(super) fn steps(&self) -> i32 {
        LEARNED.output(&self.sums)
    }

    #[inline(always)]
    fn player(&self, color: Color) -> usize {
        usize::from(color != self.to_move)
    }

    #[inline(always)]
    fn of_kind(&self, piece: Piece) -> &'static OfKind {
        &OF_KIND[self.player(piece.color())][piece.bug() as usize]
    }
}

impl Tally for Value {
    #[inline(always)]
    fn in_hand(&mut self, piece: Piece) {
        let of_kind = self.of_kind(piece);
        add(&mut self.sums, &of_kind.in_hand);
    }

    #[inline(always)]
    fn on_table(&mut self, piece: Piece, state: State, moves: u8) {
        let of_kind = self.of_kind(piece);
        add(&mut self.sums, &of_kind.on_table[state as usize]);
        add_times(&mut self.sums, &of_kind.moves, moves);
    }

    #[inline(always)]
    fn beside_queen(&mut self, queen: Color, piece: Piece, state: State) {
        let is_own = usize::from(queen == piece.color());
        let of_kind = self.of_kind(piece);
        add(&mut self.sums, &of_kind.beside_queen[is_own][state as usize]);
    }

    #[inline(always)]
    fn single(&mut self, color: Color, what: Single, count: u8) {
        let column = &LEARNED.columns[self.player(color)][features::single(what)];
        add_times(&mut self.sums, column, count);
    }
}
