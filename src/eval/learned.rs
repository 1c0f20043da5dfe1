//! Weights set by hand, from what strong engines' evaluations react to.

use super::features::Feature;

/// The advantage of being to move, in hundredths of a liberty.
pub const TEMPO: i32 = 12;

/// The worth of each feature, in hundredths of a liberty.
#[rustfmt::skip]
pub(super) const LEARNED: [f32; Feature::COUNT] = [
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
