//! The bitboards and piece sets that the evaluation of both players needs.

use waggle_hive_core::rules::bit_hive::BitHive;
use waggle_hive_core::rules::bitboard::{self, Bitboard};
use waggle_hive_core::rules::hive::Hive;
use waggle_hive_core::rules::piece_set;
use waggle_hive_core::rules::slides::{Perimeter, Slides};
use waggle_hive_core::rules::{ByColor, Color, Piece};

/// The hive for both players. Sets of pieces have one bit per index.
pub(super) struct HiveInfo<'a, B: Bitboard> {
    pub(super) hive: &'a Hive,
    pub(super) bits: &'a BitHive<B>,
    pub(super) slides: Slides<B>,
    /// The pinned hexes.
    pub(super) pins: B,
    /// The hexes where ants walk.
    pub(super) edge: B,
    /// What touches the top pieces of each player.
    pub(super) beside: ByColor<Beside<B>>,
    /// Each queen's hex with its neighbors; empty if she is in hand.
    pub(super) near_queens: ByColor<B>,
    pub(super) uppermost: u32,
    pub(super) on_ground: u32,
    pub(super) pinned: u32,
    /// The pinned hexes without a stack that have three gaps.
    pub(super) three_ways: B,
    pub(super) kept_free: u32,
    pub(super) resting: Option<Piece>,
}

impl<'a, B: Bitboard> HiveInfo<'a, B> {
    #[inline(always)]
    pub(super) fn of(hive: &'a Hive, bits: &'a BitHive<B>, resting: Option<Piece>) -> Self {
        let pins = bits.pins();
        let uppermost = hive.on_table() & !hive.covered();
        let stacked = B::from_words(bits.stacked);
        let on_ground = uppermost & !pieces_on(hive, stacked);
        let free = bits.occupied.without(pins.hexes | stacked);
        let tops = bits.tops;
        let beside = ByColor {
            white: Beside::of(tops.white, &bits.seen),
            black: Beside::of(tops.black, &bits.seen),
        };
        let between = (beside.white.between & tops.white) | (beside.black.between & tops.black);
        Self {
            hive,
            bits,
            slides: Slides::around(&bits.seen),
            pins: pins.hexes,
            beside,
            edge: Perimeter::of(bits.occupied, &bits.seen, pins.encloses).hexes,
            near_queens: ByColor {
                white: near::<B>(hive, Piece::queen(Color::White)),
                black: near::<B>(hive, Piece::queen(Color::Black)),
            },
            uppermost,
            on_ground,
            pinned: pieces_on(hive, pins.hexes) & on_ground,
            three_ways: pins.three_ways.without(stacked),
            kept_free: pieces_on(hive, free & between) & on_ground,
            resting,
        }
    }

    /// The pieces on these hexes, covered or not.
    #[inline(always)]
    pub(super) fn pieces_on(&self, set: B) -> u32 {
        pieces_on(self.hive, set)
    }

    /// All pieces except the resting one.
    #[inline(always)]
    pub(super) fn rested(&self) -> u32 {
        !self.resting.map_or(0, |piece| 1 << piece.index())
    }

    /// The pieces that can slide, pinned or not.
    #[inline(always)]
    pub(super) fn can_slide(&self) -> u32 {
        self.pieces_on(self.slides.starts()) & self.on_ground & self.rested()
    }

    /// The index of a queen's hex, if she is on the table.
    #[inline(always)]
    pub(super) fn queen(&self, color: Color) -> Option<usize> {
        let queen = Piece::queen(color);
        (self.hive.on_table() >> queen.index() & 1 != 0)
            .then(|| BitHive::<B>::locate(self.hive, queen).index)
    }

    /// The top pieces around a queen.
    #[inline(always)]
    pub(super) fn beside(&self, color: Color) -> u32 {
        let Some(queen) = self.queen(color) else { return 0 };
        let around = self.near_queens[color].without(B::single(queen));
        self.pieces_on(around) & self.uppermost
    }

    /// The top pieces at most two steps away from a queen, except herself.
    #[inline(always)]
    pub(super) fn near(&self, color: Color) -> u32 {
        let near = self.pieces_on(self.near_queens[color].neighbors());
        near & self.uppermost & !(1 << Piece::queen(color).index())
    }

    /// The top pieces at most three steps away from a queen, except herself.
    #[inline(always)]
    pub(super) fn three_steps(&self, color: Color) -> u32 {
        let near = self.pieces_on(self.near_queens[color].neighbors().neighbors());
        near & self.uppermost & !(1 << Piece::queen(color).index())
    }

    /// The counts of the top pieces, bit by bit.
    #[inline(always)]
    fn touching(&self, color: Color) -> [u32; 3] {
        let [one, two, four] = self.beside[color].counts;
        [
            self.pieces_on(one) & self.uppermost,
            self.pieces_on(two) & self.uppermost,
            self.pieces_on(four) & self.uppermost,
        ]
    }

    /// What the top pieces touch.
    #[inline(always)]
    pub(super) fn contacts(&self) -> Contacts {
        let (tops, ByColor { white, black }) = (&self.bits.tops, &self.beside);
        let leaves = ((white.counts[0] ^ black.counts[0]) & self.bits.occupied)
            .without(white.several() | black.several())
            .without(B::from_words(self.bits.stacked));
        Contacts {
            held_by: ByColor {
                white: self.pieces_on((leaves & tops.white).neighbors()) & self.pinned,
                black: self.pieces_on((leaves & tops.black).neighbors()) & self.pinned,
            },
            touched: ByColor {
                white: self.touching(Color::White),
                black: self.touching(Color::Black),
            },
        }
    }

    /// The pieces directly below those of each player.
    #[inline(always)]
    pub(super) fn covered_by(&self) -> ByColor<u32> {
        let covered = self.hive.covered();
        if covered == 0 {
            return ByColor::default();
        }
        let below = self.pieces_on(self.bits.tops.white) & covered;
        ByColor { white: below, black: covered & !below }
    }
}

/// What the top pieces touch: see [`EvalInfo`](super::EvalInfo).
pub(super) struct Contacts {
    pub(super) held_by: ByColor<u32>,
    pub(super) touched: ByColor<[u32; 3]>,
}

/// What touches a set.
pub(super) struct Beside<B> {
    /// The number of neighbors in the set, bit by bit for all hexes.
    counts: [B; 3],
    /// The hexes with a neighbor in it that is between two others that are occupied.
    between: B,
}

impl<B: Bitboard> Beside<B> {
    #[inline(always)]
    fn of(set: B, occupied: &[B; 6]) -> Self {
        let [nw, ne, e, se, sw, w] = set.shifted_to_neighbors();
        let (one, carry) = added(nw, ne, e);
        let (other, other_carry) = added(se, sw, w);
        let (ones, last_carry) = (one ^ other, one & other);
        let (twos, fours) = added(carry, other_carry, last_carry);
        let [north_west, north_east, east, south_east, south_west, west] = *occupied;
        let between = (nw & west & north_east)
            | (ne & north_west & east)
            | (e & north_east & south_east)
            | (se & east & south_west)
            | (sw & south_east & west)
            | (w & south_west & north_west);
        Self { counts: [ones, twos, fours], between }
    }

    /// The hexes that touch one or more.
    #[inline(always)]
    pub(super) fn any(&self) -> B {
        self.counts[0] | self.several()
    }

    /// The hexes that touch two or more.
    #[inline(always)]
    pub(super) fn several(&self) -> B {
        self.counts[1] | self.counts[2]
    }
}

/// The sum of three bits and the carry, for all hexes.
#[inline(always)]
fn added<B: Bitboard>(one: B, two: B, three: B) -> (B, B) {
    let either = one ^ two;
    (either ^ three, (one & two) | (either & three))
}

/// The hex of a piece with its neighbors; empty if it is in hand.
#[inline(always)]
fn near<B: Bitboard>(hive: &Hive, piece: Piece) -> B {
    if hive.on_table() >> piece.index() & 1 == 0 {
        return B::empty();
    }
    let index = BitHive::<B>::locate(hive, piece).index;
    B::around(index, 0x3f) | B::single(index)
}

/// The pieces on these hexes, covered or not.
#[inline(always)]
fn pieces_on<B: Bitboard>(hive: &Hive, set: B) -> u32 {
    let found = if B::BOUNDED {
        set.holds(&hive.window().spots)
    } else {
        let words = set.words();
        let mut found = 0;
        for piece in piece_set::pieces(hive.on_table()) {
            let index = BitHive::<B>::locate(hive, piece).index;
            found |= u32::from(bitboard::contains(&words, index)) << piece.index();
        }
        found
    };
    found & hive.on_table()
}
