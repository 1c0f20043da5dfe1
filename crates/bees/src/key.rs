//! Zobrist keys: a random number for each feature of a position.

use super::{Color, Dead, Hex, Push, Queen, Warrior};

/// Present in the key when it is White's turn.
pub(super) const WHITE_TO_MOVE: u64 = mix(0x42_6565_7321);

/// Kinds of features, which keep their numbers apart.
const DRONE: u64 = 1 << 32;
const WARRIOR: u64 = 2 << 32;
const QUEEN: u64 = 3 << 32;
const DEAD: u64 = 4 << 32;
const PUSH: u64 = 5 << 32;

/// Mixes the bits of a number (the finalizer of `SplitMix64`).
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn owner(color: Color) -> u64 {
    u64::from(color == Color::White) << 24
}

#[inline]
pub(super) fn drone(color: Color, hex: Hex) -> u64 {
    mix(DRONE | owner(color) | u64::from(hex.index()))
}

#[inline]
pub(super) fn warrior(color: Color, warrior: Warrior) -> u64 {
    let place = u64::from(warrior.thorax().index()) << 3 | warrior.facing() as u64;
    mix(WARRIOR | owner(color) | place)
}

#[inline]
pub(super) fn queen(queen: Queen) -> u64 {
    mix(QUEEN | owner(queen.color()) | u64::from(queen.tip().index()))
}

/// 0 for none, because an empty hive has the key 0.
#[inline]
pub(super) fn dead(color: Color, dead: Dead) -> u64 {
    if dead == Dead::default() {
        return 0;
    }
    mix(DEAD | owner(color) | u64::from(dead.drones) << 8 | u64::from(dead.warriors))
}

#[inline]
pub(super) fn push(push: Push) -> u64 {
    let bits = push.hexes.bits();
    let hexes = mix(bits as u64) ^ mix((bits >> 64) as u64 | 1 << 63);
    mix(hexes ^ PUSH ^ (push.direction as u64) << 8 ^ u64::from(push.moved))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Direction, HexSet, PLAYERS, Position};

    #[test]
    fn no_two_features_share_a_number() {
        let mut numbers = HashSet::from([0, WHITE_TO_MOVE]);
        let mut count = 2;
        for color in PLAYERS {
            for hex in HexSet::BOARD {
                numbers.insert(drone(color, hex));
                count += 1;
                let warriors = Direction::ALL.into_iter().filter_map(|way| Warrior::new(hex, way));
                for bee in warriors {
                    numbers.insert(warrior(color, bee));
                    count += 1;
                }
                if let Some(bee) = Queen::new(color, hex) {
                    numbers.insert(queen(bee));
                    count += 1;
                }
            }
        }
        assert_eq!(numbers.len(), count);
    }

    #[test]
    fn the_key_of_the_start_is_frozen() {
        assert_eq!(Position::start().key(), 5_303_312_986_740_830_753);
    }
}
