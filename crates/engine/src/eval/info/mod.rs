//! The inputs of the evaluation, computed with bitboards.
//!
//! Every node of the search needs them, so they have to be fast: computed for all pieces at once,
//! and backwards from the liberties of the queens instead of by generating moves. Three
//! simplifications make that possible: pieces walk without being lifted, except for spiders that
//! seem to arrive; gates on top of the hive are ignored; and an ant reaches the whole edge of the
//! hive or nothing. [`ExactMobility`](super::ExactMobility) is the exact counterpart.

mod attackers;
mod hive_info;
mod mobility;
mod queen_zone;

pub use mobility::{FillMethod, Mobility};

use attackers::mobility;
use hive_info::HiveInfo;
use waggle_hive_core::rules::bit_hive::BitHive;
use waggle_hive_core::rules::bitboard::Bitboard;
use waggle_hive_core::rules::dispatch::{self, Task};
use waggle_hive_core::rules::hive::Hive;
use waggle_hive_core::rules::piece_set;
use waggle_hive_core::rules::{ByColor, Color, Piece, Position};

/// The inputs of the evaluation. Sets of pieces have one bit per index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalInfo {
    /// The pieces in hand.
    pub in_hand: u32,
    /// The pieces on the table.
    pub on_table: u32,
    /// The covered pieces.
    pub covered: u32,
    /// The pinned pieces on the ground.
    pub pinned: u32,
    /// The pieces on top of others.
    pub atop: u32,
    /// The pieces on the ground that can slide, pinned or not.
    pub slides: u32,
    /// The top pieces around each queen.
    pub beside_queen: ByColor<u32>,
    /// The top pieces at most two steps away from each queen, except herself.
    pub near_queen: ByColor<u32>,
    /// The top pieces at most three steps away from each queen, except herself.
    pub three_steps: ByColor<u32>,
    /// The pinned pieces that touch a piece of each player that touches nothing else.
    pub held_by: ByColor<u32>,
    /// The pieces on the ground that are not pinned, but touch one of the same player between two
    /// others: they would be pinned without it.
    pub kept_free: u32,
    /// The number of pieces of each player that each top piece touches, bit by bit.
    pub touched: ByColor<[u32; 3]>,
    /// The pieces directly below those of each player.
    pub covered_by: ByColor<u32>,
    /// The mobility of each player.
    pub mobility: ByColor<Mobility>,
}

impl EvalInfo {
    /// Computes the inputs for a position.
    ///
    /// For the player who is not to move, the resting piece is ignored.
    #[inline]
    pub fn of(position: &Position) -> Self {
        Self::feed(position, CopyInfo)
    }

    /// Computes the inputs and passes them to a consumer compiled for the same kernel.
    #[inline]
    pub(super) fn feed<C: Consumer>(position: &Position, consumer: C) -> C::Answer {
        let hive = position.hive();
        let in_hand = piece_set::all_in(position.game_type()) & !hive.on_table();
        if position.ply() < 2 {
            return consumer.consume(&Self {
                in_hand,
                on_table: hive.on_table(),
                ..Self::default()
            });
        }
        let us = position.side_to_move();
        let resting = position.last_moved().filter(|piece| piece.color() == us);
        let throws = position.game_type().pillbug;
        let input = EvalInput { hive, in_hand, resting, throws };
        let task = GatherInfo { input, consumer };
        if C::IS_RARE { dispatch::run_rarely(hive, task) } else { dispatch::run(hive, task) }
    }
}

/// Consumes an [`EvalInfo`]. Implementations are `#[inline(always)]`, like those of [`Task`].
pub(super) trait Consumer {
    type Answer;

    /// Whether no search uses it.
    const IS_RARE: bool = false;

    fn consume(self, info: &EvalInfo) -> Self::Answer;
}

struct CopyInfo;

impl Consumer for CopyInfo {
    type Answer = EvalInfo;
    const IS_RARE: bool = true;

    #[inline(always)]
    fn consume(self, info: &EvalInfo) -> EvalInfo {
        *info
    }
}

/// Computes the inputs for a hive of two or more pieces, and passes them on.
struct GatherInfo<'a, C> {
    input: EvalInput<'a>,
    consumer: C,
}

/// A hive of two or more pieces.
#[derive(Clone, Copy)]
struct EvalInput<'a> {
    hive: &'a Hive,
    in_hand: u32,
    /// The resting piece, if it belongs to the side to move.
    resting: Option<Piece>,
    /// Whether the pillbug is in play.
    throws: bool,
}

impl<C: Consumer> Task for GatherInfo<'_, C> {
    type Answer = C::Answer;

    #[inline(always)]
    fn on<B: Bitboard>(self, bits: &BitHive<B>) -> C::Answer {
        if B::BOUNDED {
            self.consumer.consume(&self.input.gather(bits))
        } else {
            self.consumer.consume(&self.input.gather_apart(bits))
        }
    }
}

impl EvalInput<'_> {
    /// As [`gather`](Self::gather), compiled once for all consumers.
    #[inline(never)]
    fn gather_apart<B: Bitboard>(self, bits: &BitHive<B>) -> EvalInfo {
        self.gather(bits)
    }

    #[inline(always)]
    fn gather<B: Bitboard>(self, bits: &BitHive<B>) -> EvalInfo {
        let Self { hive, in_hand, resting, throws } = self;
        let info = HiveInfo::of(hive, bits, resting);
        let beside_queen =
            ByColor { white: info.beside(Color::White), black: info.beside(Color::Black) };
        let contacts = info.contacts();
        // Written out for each color to avoid lookups by color.
        let mobility = ByColor {
            white: mobility(&info, Color::White, beside_queen.black, throws),
            black: mobility(&info, Color::Black, beside_queen.white, throws),
        };
        EvalInfo {
            in_hand,
            on_table: hive.on_table(),
            covered: hive.covered(),
            pinned: info.pinned,
            atop: info.uppermost & !info.on_ground,
            slides: info.can_slide(),
            beside_queen,
            near_queen: ByColor { white: info.near(Color::White), black: info.near(Color::Black) },
            three_steps: ByColor {
                white: info.three_steps(Color::White),
                black: info.three_steps(Color::Black),
            },
            held_by: contacts.held_by,
            kept_free: info.kept_free,
            touched: contacts.touched,
            covered_by: info.covered_by(),
            mobility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::ExactMobility;
    use waggle_hive_core::rules::random_games::visit_random_games;
    use waggle_hive_core::rules::{Bug, Hex};

    /// Visits the positions of random games from the third ply on.
    fn at_each_position(mut visit: impl FnMut(&Position)) {
        visit_random_games(64, 100, |game| {
            if game.position().ply() >= 2 {
                visit(game.position());
            }
        });
    }

    #[test]
    fn all_kernels_find_the_same() {
        at_each_position(|position| {
            let input = EvalInput {
                hive: position.hive(),
                in_hand: 0,
                resting: position.last_moved(),
                throws: position.game_type().pillbug,
            };
            let gather = || GatherInfo { input, consumer: CopyInfo };
            let found = dispatch::on_every_kernel(position.hive(), gather);
            assert!(found.iter().all(|info| *info == found[0]), "{found:?}");
        });
    }

    /// The liberties of the opponent's queen that can be filled by any method.
    fn filled(mobility: &Mobility) -> u8 {
        mobility.fillable.iter().fold(0, |all, by_these| all | by_these)
    }

    #[test]
    fn piece_sets_agree_with_move_generation() {
        at_each_position(|position| {
            let (info, exact) = (EvalInfo::of(position), ExactMobility::of(position));
            assert_eq!(info.pinned, exact.pinned);
            for piece in Piece::all() {
                let is_in = |set: u32| set >> piece.index() & 1 != 0;
                let hex = position.hex_of(piece);
                assert_eq!(is_in(info.on_table), hex.is_some());
                assert_eq!(is_in(info.covered), position.is_covered(piece));
                assert!(!is_in(info.in_hand & info.on_table));
                let Some(hex) = hex.filter(|_| !position.is_covered(piece)) else { continue };
                assert_eq!(is_in(info.atop), position.height(hex) > 1);
                for color in Color::ALL {
                    let queen = position.hex_of(Piece::queen(color));
                    let is_beside = queen.is_some_and(|queen| hex.is_beside(queen));
                    assert_eq!(is_in(info.beside_queen[color]), is_beside, "{piece}");
                }
                // No piece can throw her, so she can only slide.
                if piece.bug() == Bug::Queen
                    && !position.game_type().pillbug
                    && !is_in(info.pinned | info.atop)
                {
                    let ways = exact.moves[piece.index()];
                    assert_eq!(is_in(info.slides), ways > 0, "{piece}");
                }
            }
        });
    }

    #[test]
    fn contacts_are_those_of_the_top_pieces() {
        at_each_position(|position| {
            let info = EvalInfo::of(position);
            let touched = |hex: Hex| hex.neighbors().filter_map(|it| position.top(it));
            for piece in position.pieces_on_table().filter(|&piece| !position.is_covered(piece)) {
                let is_in = |set: u32| set >> piece.index() & 1 != 0;
                let hex = position.hex_of(piece).unwrap();
                for color in Color::ALL {
                    let expected = touched(hex).filter(|other| other.color() == color).count();
                    let [ones, twos, fours] =
                        info.touched[color].map(|set| usize::from(is_in(set)));
                    assert_eq!(ones + 2 * twos + 4 * fours, expected, "{piece}");
                    let is_held = touched(hex).any(|other| {
                        let hex = position.hex_of(other).unwrap();
                        other.color() == color
                            && position.height(hex) == 1
                            && touched(hex).count() == 1
                    });
                    let is_held = is_held && is_in(info.pinned);
                    assert_eq!(is_in(info.held_by[color]), is_held, "{piece}");
                    let queen = Piece::queen(color);
                    let is_close = piece != queen
                        && position.hex_of(queen).is_some_and(|queen| {
                            let step = |from: Vec<Hex>| from.into_iter().flat_map(Hex::neighbors);
                            step(step(queen.neighbors().collect()).collect()).any(|it| it == hex)
                                || queen.is_beside(hex)
                        });
                    assert_eq!(is_in(info.three_steps[color]), is_close, "{piece}");
                }
            }
        });
    }

    #[test]
    fn what_pins_and_keeps_free_agrees_with_slow_rules() {
        at_each_position(|position| {
            let info = EvalInfo::of(position);
            let is_ground = |piece| {
                let hex = position.hex_of(piece).unwrap();
                position.height(hex) == 1
            };
            let mut three_ways = ByColor::<u8>::default();
            for piece in position.pieces_on_table() {
                let hex = position.hex_of(piece).unwrap();
                let around: Vec<_> = hex.neighbors().map(|hex| position.top(hex)).collect();
                let filled = |side: usize| around[side % 6].is_some();
                let gaps = (0..6).filter(|&side| filled(side) && !filled(side + 1)).count();
                let is_kept = (0..6).any(|side| {
                    around[side].is_some_and(|it| it.color() == piece.color())
                        && filled(side + 1)
                        && filled(side + 5)
                });
                let is_pinned = info.pinned >> piece.index() & 1 != 0;
                three_ways[piece.color()] += u8::from(is_pinned && gaps == 3);
                let is_kept = is_kept && is_ground(piece) && !is_pinned;
                assert_eq!(info.kept_free >> piece.index() & 1 != 0, is_kept, "{piece}");
            }
            for us in Color::ALL {
                let (mobility, queen) = (&info.mobility[us], Piece::queen(us.other()));
                assert_eq!(mobility.three_ways, three_ways[us]);
                let at = position.hex_of(queen);
                let (mut beside_us, mut beside_them) = (0, 0);
                for liberty in at.into_iter().flat_map(Hex::neighbors) {
                    if position.top(liberty).is_none() {
                        let touches = |color| {
                            let counted = |&hex: &Hex| at != Some(hex) || color == us;
                            let mut tops = liberty.neighbors().filter(counted);
                            tops.any(|hex| position.top(hex).is_some_and(|it| it.color() == color))
                        };
                        beside_us += u8::from(touches(us) && !touches(us.other()));
                        beside_them += u8::from(touches(us.other()) && !touches(us));
                    }
                }
                let found = (mobility.liberties_beside_us, mobility.liberties_beside_them);
                assert_eq!(found, (beside_us, beside_them));
            }
        });
    }

    #[test]
    fn fillable_liberties_are_rarely_wrong() {
        let (mut seen, mut wrong) = (0, 0);
        at_each_position(|position| {
            let (info, exact) = (EvalInfo::of(position), ExactMobility::of(position));
            for us in Color::ALL {
                let mobility = &info.mobility[us];
                if exact.entries[us] > 0 {
                    assert_eq!(mobility.entries, exact.entries[us]);
                }
                seen += 1;
                wrong +=
                    usize::from(filled(mobility).count_ones() != u32::from(exact.fillable[us]));
            }
        });
        assert!(wrong * 20 < seen, "{wrong} of {seen}");
    }
}
