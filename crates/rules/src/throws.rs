//! The pillbug's power: throwing a neighbor over itself.

use super::bit_hive::BitHive;
use super::bitboard::{self, Bitboard};
use super::hive::Hive;
use super::piece_set;
use super::{Bug, Direction, Hex, Piece};

/// A piece that can throw, the hexes it throws from, and the hexes it throws to.
#[derive(Clone, Copy)]
struct Thrower<B: Bitboard> {
    victims: B::Words,
    goals: B,
}

/// All throws of a player: by the pillbug, and by a mosquito next to a pillbug.
pub(super) struct Throws<B: Bitboard> {
    throwers: [Option<Thrower<B>>; 2],
    victims: Option<B::Words>,
}

impl<B: Bitboard> Throws<B> {
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { throwers: [None; 2], victims: None }
    }

    /// The throws of the player whose pieces in `movable` are neither covered nor resting.
    ///
    /// The thrower may be pinned. The thrown piece may not be pinned, in a stack or resting.
    #[inline(always)]
    pub(super) fn find(
        hive: &Hive,
        bits: &BitHive<B>,
        pinned: B,
        movable: u32,
        resting: Option<Piece>,
    ) -> Self {
        const { assert!(piece_set::THROWERS.count_ones() == 4, "two throwers per player") };
        let mut throws = Self::none();
        for (slot, piece) in piece_set::pieces(movable & piece_set::THROWERS).enumerate().take(2) {
            let Some(hex) = hive.hex_of(piece) else { continue };
            if hive.height(hex) > 1
                || piece.bug() == Bug::Mosquito
                    && hive.bugs_around(hex) >> Bug::Pillbug as u8 & 1 == 0
            {
                continue;
            }
            if let Some(thrower) = Self::thrower(hive, bits, pinned, hex, resting) {
                let victims = throws.victims() | B::from_words(thrower.victims);
                throws.victims = Some(victims.words());
                throws.throwers[slot] = Some(thrower);
            }
        }
        throws
    }

    #[inline(always)]
    fn thrower(
        hive: &Hive,
        bits: &BitHive<B>,
        pinned: B,
        hex: Hex,
        resting: Option<Piece>,
    ) -> Option<Thrower<B>> {
        let occupied = hive.ring(hex);
        let open = if bits.upper_gates { !gated(hive, hex) } else { 0x3f };
        let goals = !occupied & open & 0x3f;
        if goals == 0 {
            return None;
        }
        let mut victims =
            bits.around(hex, occupied & open).without(pinned).without(B::from_words(bits.stacked));
        if let Some(resting) = resting.and_then(|piece| hive.hex_of(piece)) {
            victims = victims.without(B::single(bits.index_of(resting)));
        }
        let goals = bits.around(hex, goals);
        if victims.is_empty() {
            return None;
        }
        Some(Thrower { victims: victims.words(), goals })
    }

    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        self.victims.is_some()
    }

    /// The hexes of the pieces that can be thrown.
    #[inline(always)]
    pub(super) fn victims(&self) -> B {
        match self.victims {
            Some(victims) => B::from_words(victims),
            None => B::empty(),
        }
    }

    /// The destinations of throws of the piece on the hex with this index, if there are any.
    #[inline(always)]
    pub(super) fn of(&self, index: usize) -> Option<B> {
        match &self.victims {
            Some(victims) if bitboard::contains(victims, index) => {}
            _ => return None,
        }
        let mut goals = B::empty();
        for thrower in self.throwers.iter().flatten() {
            if bitboard::contains(&thrower.victims, index) {
                goals = goals | thrower.goals;
            }
        }
        Some(goals)
    }
}

/// Whether a thrower reaches from `from` to `to`: both are neighbors, without a gate between.
pub(super) fn reaches(hive: &Hive, thrower: Piece, from: Hex, to: Hex) -> bool {
    let Some(hex) = hive.hex_of(thrower) else { return false };
    let is_thrower = match thrower.bug() {
        Bug::Pillbug => true,
        Bug::Mosquito => hive.bugs_around(hex) >> Bug::Pillbug as u8 & 1 != 0,
        _ => false,
    };
    let gated = gated(hive, hex);
    let is_open =
        |end| hex.direction_to(end).is_some_and(|direction| gated >> direction as u8 & 1 == 0);
    is_thrower && hive.height(hex) == 1 && is_open(from) && is_open(to)
}

/// The directions in which a gate blocks the step onto or off the thrower: both stacks flanking
/// it are higher than the thrower.
fn gated(hive: &Hive, thrower: Hex) -> u8 {
    let heights = Direction::ALL.map(|direction| hive.height(thrower.neighbor(direction)));
    (0..6).fold(0, |gated, direction| {
        let lower_post = heights[(direction + 1) % 6].min(heights[(direction + 5) % 6]);
        gated | u8::from(lower_post > 1) << direction
    })
}
