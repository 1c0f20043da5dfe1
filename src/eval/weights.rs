//! What each feature is worth.

use super::features::Feature;

/// Steps to a hundredth of a liberty.
pub(super) const SCALE: i32 = 16;

/// The advantage of being to move, in hundredths of a liberty.
pub(super) const TEMPO: i32 = 12;

/// The value of each feature for the player who has it, in sixteenths of a hundredth of
/// a liberty. Origin: estimated by hand from what strong engines' evaluations react to.
pub const WEIGHTS: [i16; Feature::COUNT] = {
    let mut weights = [0; Feature::COUNT];
    let mut index = 0;
    while index < weights.len() {
        weights[index] = (BY_HAND[index] * SCALE as f32) as i16;
        index += 1;
    }
    weights
};

#[rustfmt::skip]
const BY_HAND: [f32; Feature::COUNT] = [
    // in hand, free, pinned, covered, stuck, moves, beside their queen, beside own queen
     0.0, 15.0, -5.0, -30.0, -5.0, 14.0,  0.0,   0.0, // Queen Bee
    10.0,  8.0, -2.0,  -8.0, -2.0,  4.0,  6.0,  -4.0, // Spider
    20.0, 20.0,  2.0, -10.0,  0.0,  4.0, 14.0,   0.0, // Beetle
    16.0, 14.0, -2.0,  -8.0, -2.0,  4.0,  4.0,  -4.0, // Grasshopper
    30.0, 45.0, -4.0, -12.0, -4.0,  0.5,  0.0, -10.0, // Soldier Ant
    30.0, 40.0,  0.0, -12.0,  0.0,  1.0,  4.0,   0.0, // Mosquito
    24.0, 24.0, -2.0, -10.0, -2.0,  1.5,  6.0,  -4.0, // Ladybug
    24.0, 18.0,  6.0, -14.0,  2.0,  4.0, 10.0,  20.0, // Pillbug
    // our queen's neighbors: theirs free and pinned, ours free and pinned
    -28.0, -38.0, -8.0, -20.0,
    // filled liberties of our queen, from 0 to 5
    15.0, 8.0, 0.0, -20.0, -60.0, -120.0,
    // covered by them
    -45.0,
    // fillable, attackers, last liberty, two liberties
    12.0, 7.0, 90.0, 20.0,
    // entries, throws
    1.5, 1.5,
];
