//! Perft counts on which the engine and the plain rules agreed.

use waggle::bees::{Position, perft};

use crate::plain::Plain;

fn plain_perft(position: &Plain, depth: u32) -> usize {
    let next = position.moves().into_values();
    if depth == 1 { next.len() } else { next.map(|next| plain_perft(&next, depth - 1)).sum() }
}

#[test]
fn perft_from_the_start() {
    let mut start = Position::start();
    assert_eq!([1, 2, 3].map(|depth| perft(&mut start, depth)), [102, 10_176, 977_710]);
}

/// The plain rules have counted all depths of this file once; that takes them a
/// minute.
#[test]
fn the_plain_rules_count_the_same() {
    let plain = Plain::read(&Position::start().to_string());
    assert_eq!([1, 2].map(|depth| plain_perft(&plain, depth)), [102, 10_176]);
}

/// Crowded positions, with pushes of Queens, entries and ends of games nearby.
const CROWDED: [(&str, [u64; 3]); 7] = [
    ("x5/XOOI3/DCOJx3/1oXgh4/1ooG6/3H4x2/4x5/2B6/2A2x2/7/6 b XXXXXXWxxw -", [27, 871, 26_660]),
    ("2x3/1X5/5e1x/5fOO1/7Okl/8HG1/7x2/7j1/cd1XX2i/2oXhg1/1oo3 w XXWxxxxww -", [48, 1_277, 62_237]),
    ("x1x2h/2x2g1/1OO5/d1O1x2H1/c6GX1/5C1xo2/3iDbaoo1/3j5/8/7/6 b XWxxxxw -", [35, 2_437, 68_853]),
    ("DC4/7/8/H8/GX7X/1ef2j5/1o2i5/oo1OO4/1AXOx3/B6/4X1 w XXXXXWWWxxw -", [16, 1_153, 34_034]),
    ("2I3/2J4/4DC2/5OOx1/1f4O3/1e4BAE2/XXox4F1/xoo2bXix/4a2j/7/6 b XXxw -", [41, 1_806, 82_437]),
    ("1abCo1/3Doo1/3fe3/9/2X2xXji1/5B5/5AOO2/1x4Ox1/5EX1/4xFx/6 b xxxww -", [36, 1_913, 77_788]),
    ("3C2/i2D3/j7/5OO2/6O3/5FE1H2/5ABoG1/5Xoo1/8/5X1/6 w XXWxxx -", [9, 583, 12_356]),
];

#[test]
fn perft_of_crowded_positions() {
    for (text, counts) in CROWDED {
        let mut position: Position = text.parse().unwrap();
        assert_eq!([1, 2, 3].map(|depth| perft(&mut position, depth)), counts, "{text}");
    }
}
