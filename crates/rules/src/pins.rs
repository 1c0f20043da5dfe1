//! The One Hive rule: which pieces are pinned.
//!
//! No graph search. Around an occupied hex, its empty neighbors form runs, the gaps between its
//! occupied ones. With one gap, the occupied neighbors are connected and the piece may leave.
//! With two or more, it is pinned exactly if two of its gaps lie in the same empty region: a
//! path of empty hexes between them, closed through the hex, separates its neighbors. Without
//! an enclosed hole there is only one empty region, so counting runs is enough, for all hexes
//! at once.

use super::bitboard::Bitboard;

/// The pinned hexes of a hive.
#[derive(Clone, Copy)]
pub struct Pins<B: Bitboard> {
    /// The occupied hexes without which the hive would split.
    pub hexes: B,
    /// Those of them with three gaps.
    pub three_ways: B,
    /// Whether the hive encloses empty hexes.
    pub encloses: bool,
}

impl<B: Bitboard> Pins<B> {
    /// The pins of a connected hive with its [`Bitboard::shifted_to_neighbors`].
    #[inline(always)]
    pub fn of(occupied: B, seen: &[B; 6]) -> Self {
        let (two_gaps, three_gaps) = in_several([
            seen[0].without(seen[5]),
            seen[1].without(seen[0]),
            seen[2].without(seen[1]),
            seen[3].without(seen[2]),
            seen[4].without(seen[3]),
            seen[5].without(seen[4]),
        ]);
        let mut hexes = two_gaps & occupied;
        let encloses = holes(occupied, seen) != 0;
        if encloses {
            hexes = hexes & split_by_region(occupied, seen);
        }
        Self { hexes, three_ways: three_gaps & hexes, encloses }
    }
}

/// The number of enclosed empty regions, by Euler's formula: hexes minus adjacent pairs plus
/// adjacent triples is one minus the holes.
#[inline(always)]
fn holes<B: Bitboard>(occupied: B, seen: &[B; 6]) -> i32 {
    let [_, _, east, south_east, south_west, _] = *seen;
    // Count each pair and triple at its first hex, from the neighbors to the east, south-east
    // and south-west. All cancels except for two kinds of hexes.
    let begins_nothing = occupied.without(east | south_east | south_west);
    let begins_two_ways = (occupied & east & south_west).without(south_east);
    1 - begins_nothing.len() as i32 + begins_two_ways.len() as i32
}

/// The hexes with two gaps in one empty region, region by region.
#[inline(always)]
fn split_by_region<B: Bitboard>(occupied: B, seen: &[B; 6]) -> B {
    let mut cut = B::empty();
    // All gaps touch the hive, and those of one region are connected: a region has one edge,
    // since the hive is connected.
    let mut unvisited = touching(occupied, seen);
    let mut region = B::outermost(unvisited, occupied);
    loop {
        region = fill(region & unvisited, unvisited);
        unvisited = unvisited.without(region);
        let beside = region.shifted_to_neighbors();
        let (one_region, _) = in_several([
            beside[0] & seen[5],
            beside[1] & seen[0],
            beside[2] & seen[1],
            beside[3] & seen[2],
            beside[4] & seen[3],
            beside[5] & seen[4],
        ]);
        cut = cut | one_region;
        if unvisited.is_empty() {
            return cut;
        }
        region = unvisited.lowest();
    }
}

/// The empty hexes next to the hive.
#[inline(always)]
fn touching<B: Bitboard>(occupied: B, seen: &[B; 6]) -> B {
    let mut touching = seen[0];
    for side in &seen[1..] {
        touching = touching | *side;
    }
    touching.without(occupied)
}

/// Flood fill: grows `region` within `allowed`.
#[inline(always)]
fn fill<B: Bitboard>(mut region: B, allowed: B) -> B {
    loop {
        let grown = (region | region.neighbors()) & allowed;
        if (grown ^ region).is_empty() {
            return region;
        }
        region = grown;
    }
}

/// The hexes that are in two or more of six sets, and those in three or more.
#[inline(always)]
fn in_several<B: Bitboard>(sets: [B; 6]) -> (B, B) {
    let [mut one, mut two, mut three] = [sets[0], B::empty(), B::empty()];
    for set in &sets[1..] {
        three = three | (two & *set);
        two = two | (one & *set);
        one = one | *set;
    }
    (two, three)
}
