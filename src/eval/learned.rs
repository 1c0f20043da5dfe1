//! Weights fitted to games of the engine against itself. Do not edit; made by
//! `waggle tune --games 3000 --nodes 1000 --seed 1 --result-share 0.5`:
//! 132770 positions, squared error 0.035865, before 0.042780.

use super::features::Feature;

/// The advantage of being to move, in hundredths of a liberty.
pub const TEMPO: i32 = 9;

/// The worth of each feature, in hundredths of a liberty.
#[rustfmt::skip]
pub(super) const LEARNED: [f32; Feature::COUNT] = [
    1.32, // Queen Bee in hand
    19.13, // Queen Bee free to move
    12.14, // Queen Bee pinned
    -19.63, // Queen Bee covered
    -13.25, // Queen Bee stuck
    6.88, // Queen Bee moves
    5.08, // Queen Bee beside their queen
    0.00, // Queen Bee beside own queen
    4.64, // Spider in hand
    2.92, // Spider free to move
    -1.45, // Spider pinned
    1.43, // Spider covered
    -7.54, // Spider stuck
    2.15, // Spider moves
    5.53, // Spider beside their queen
    -10.57, // Spider beside own queen
    3.19, // Beetle in hand
    6.73, // Beetle free to move
    -2.45, // Beetle pinned
    -7.37, // Beetle covered
    -0.11, // Beetle stuck
    1.90, // Beetle moves
    24.31, // Beetle beside their queen
    -8.20, // Beetle beside own queen
    7.72, // Grasshopper in hand
    -0.08, // Grasshopper free to move
    -2.93, // Grasshopper pinned
    -6.11, // Grasshopper covered
    1.39, // Grasshopper stuck
    2.22, // Grasshopper moves
    5.00, // Grasshopper beside their queen
    -4.14, // Grasshopper beside own queen
    9.79, // Soldier Ant in hand
    10.30, // Soldier Ant free to move
    -4.38, // Soldier Ant pinned
    -7.34, // Soldier Ant covered
    -5.25, // Soldier Ant stuck
    0.49, // Soldier Ant moves
    2.40, // Soldier Ant beside their queen
    -8.92, // Soldier Ant beside own queen
    7.31, // Mosquito in hand
    7.98, // Mosquito free to move
    -8.50, // Mosquito pinned
    -10.50, // Mosquito covered
    3.70, // Mosquito stuck
    0.36, // Mosquito moves
    3.89, // Mosquito beside their queen
    1.53, // Mosquito beside own queen
    6.41, // Ladybug in hand
    -1.09, // Ladybug free to move
    -5.59, // Ladybug pinned
    0.27, // Ladybug covered
    0.01, // Ladybug stuck
    1.10, // Ladybug moves
    6.35, // Ladybug beside their queen
    -1.55, // Ladybug beside own queen
    3.43, // Pillbug in hand
    3.88, // Pillbug free to move
    3.89, // Pillbug pinned
    -13.51, // Pillbug covered
    2.31, // Pillbug stuck
    4.96, // Pillbug moves
    6.00, // Pillbug beside their queen
    9.61, // Pillbug beside own queen
    -30.22, // queen's neighbors: theirs, free
    -27.76, // queen's neighbors: theirs, pinned
    -5.72, // queen's neighbors: ours, free
    -16.15, // queen's neighbors: ours, pinned
    0.00, // queen has 6 liberties
    7.65, // queen has 5 liberties
    13.24, // queen has 4 liberties
    6.43, // queen has 3 liberties
    -9.62, // queen has 2 liberties
    -23.91, // queen has 1 liberty
    -25.44, // queen is covered by them
    1.47, // liberties of their queen we can fill
    15.57, // pieces that can attack their queen
    10.31, // their last liberty can be filled
    13.45, // their last two liberties can be filled
    2.66, // hexes to place on
    2.93, // throws of their pieces
];
