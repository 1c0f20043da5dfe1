//! What [quiet moves](super::quiet_moves) promise, in units of [`UNIT`] history score.

/// The history score of a weight of 1.
pub(super) const UNIT: i32 = 128;
/// What an average move sums up to.
pub(super) const MEAN: i32 = -48;

/// By bug, whether it is placed, and the distance of its destination from their queen. Distances
/// end at 6; 7 is for a queen in hand.
#[rustfmt::skip]
pub(super) static TO_THEIRS: [[[i8; 8]; 2]; 8] = [
    [[0, 12, -13, -9, 2, 23, 53, -29], [-8, -8, -32, 8, 3, -10, -21, 17]],
    [[0, -15, 8, 14, -2, -3, 10, -9], [-8, -8, 2, 7, -20, -45, -47, -7]],
    [[57, 39, 2, -17, -30, -24, -34, 18], [-8, -8, 63, -4, -57, -26, -35, -27]],
    [[0, 12, 8, 2, 2, -4, 1, -2], [-8, -8, 18, 2, -15, -32, -45, -23]],
    [[0, 12, 3, -11, -14, -9, -9, -13], [-8, -8, 7, 19, 10, -4, 18, 14]],
    [[55, 23, 7, -5, -21, -20, -34, -9], [-8, -8, 36, 23, 34, -45, -38, -20]],
    [[0, 13, -3, 11, -8, -25, -19, 0], [-8, -8, 17, 12, -17, -28, -39, -19]],
    [[0, 17, -28, -7, 14, 14, 14, 0], [-8, -8, 9, -8, -1, -8, -35, -17]],
];
/// The same from our queen.
#[rustfmt::skip]
pub(super) static TO_OURS: [[[i8; 8]; 2]; 8] = [
    [[0, 14, 49, -7, -6, -9, -2, 0], [0, 0, 0, 0, 0, 0, 0, 12]],
    [[0, -12, -6, 5, 2, 5, 11, 0], [0, -2, 9, -9, -21, -18, -6, -15]],
    [[15, -2, 7, 7, 6, -2, -21, 0], [0, 15, -11, -15, -11, -1, -6, -9]],
    [[0, -2, 6, 4, 2, 8, 3, 0], [0, 8, 8, -18, -9, -5, -22, -9]],
    [[0, -16, -14, 7, -3, -5, -11, 0], [0, 33, 43, 23, 18, 21, 6, -31]],
    [[12, -11, 7, 9, -3, 1, -21, 0], [0, 15, -1, 24, 20, -4, -25, 10]],
    [[0, -10, 9, 5, -38, 23, -20, 0], [0, -23, 40, 4, -12, -5, -28, -3]],
    [[0, 0, 13, 9, -14, 10, 5, 0], [0, 39, 0, -32, 16, -21, -6, -8]],
];
/// By bug, for moves: the distance of its hex from their queen, and from ours.
#[rustfmt::skip]
pub(super) static FROM: [[[i8; 8]; 2]; 8] = [
    [[2, 23, 24, 29, 15, -8, -40, -29], [-9, -1, 15, 36, -22, -2, 0, 0]],
    [[0, -23, 9, 1, 4, 6, 17, -9], [0, 29, 6, 0, -4, -21, -6, 0]],
    [[-35, -41, -7, 11, 21, 25, 18, 18], [-9, 15, -6, -13, -1, 6, 16, 0]],
    [[0, -19, 1, -1, 11, 8, 23, -2], [0, 16, 1, 0, -1, 0, 5, 0]],
    [[0, -8, -3, 0, -5, -6, -7, -13], [0, 16, 2, -12, -13, -14, -19, 0]],
    [[-13, -9, 8, 2, 0, 22, -5, -9], [-13, 13, 0, -16, -18, 1, 29, 0]],
    [[0, -20, -20, -4, -2, 27, -12, 0], [0, 5, -28, -17, -6, 18, -3, 0]],
    [[0, 13, 29, -3, -32, -1, 17, 0], [0, 13, -8, 11, -1, 19, -11, 0]],
];
/// By how many of our pieces the destination touches, and by how many of theirs; five at most.
#[rustfmt::skip]
pub(super) static NEIGHBORS: [[i8; 6]; 6] = [
    [0, 11, 3, 0, -6, -13],
    [-27, 2, 4, -3, -8, 8],
    [-17, 7, 6, 2, -36, 0],
    [8, 15, 4, -1, 0, 0],
    [13, 25, -21, 0, 0, 0],
    [1, 22, 0, 0, 0, 0],
];
/// By the distance of the destination from the piece that moved last, five at most; none moved.
pub(super) static FROM_LAST: [i8; 7] = [74, 2, -10, -17, -21, -22, -11];
/// By the bug of the single piece that the destination touches, if it is theirs; none.
pub(super) static PINNED: [i8; 9] = [-7, -13, 23, -4, 22, 5, 6, -21, -15];
