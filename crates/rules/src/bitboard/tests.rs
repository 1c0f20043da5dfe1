//! The bitboards against plain hex arithmetic.

use super::words::{Portable, Torus};
use super::{Bitboard, Words, indices};
use crate::{Direction, Hex};

/// A window on the torus: the hex with an index, and the index of a hex.
fn window_hex(index: usize) -> Hex {
    Hex::new((index & 15) as i32 + 8, (index >> 4) as i32 + 8)
}

fn window_index(hex: Hex) -> Option<usize> {
    let (q, r) = (hex.q().wrapping_sub(8), hex.r().wrapping_sub(8));
    (q < 16 && r < 16).then_some((r << 4 | q) as usize)
}

fn check_steps<B: Bitboard>(
    hex_of: fn(usize) -> Hex,
    index_of: fn(Hex) -> Option<usize>,
    count: usize,
) {
    for index in 0..count {
        let one = B::single(index);
        let moved = [
            one.north_west(),
            one.east().north_west(),
            one.east(),
            one.south_east(),
            one.west().south_east(),
            one.west(),
        ];
        let mut around = B::empty();
        for (direction, moved) in Direction::ALL.into_iter().zip(moved) {
            let target = index_of(hex_of(index).neighbor(direction));
            let found: Vec<_> = indices(&moved.words()).collect();
            assert_eq!(found, target.into_iter().collect::<Vec<_>>(), "{index} {direction:?}");
            around = around | moved;
        }
        assert!((around ^ one.neighbors()).is_empty());
        assert_eq!(one.len(), 1);
        if !B::BOUNDED || around.len() == 6 {
            for (direction, moved) in moved.into_iter().enumerate() {
                assert_eq!(B::ring(&moved.words(), index), 1 << direction);
            }
            for directions in 0..64u8 {
                let mut some = B::empty();
                for (direction, moved) in moved.into_iter().enumerate() {
                    if directions >> direction & 1 == 1 {
                        some = some | moved;
                    }
                }
                assert!((some ^ B::around(index, directions)).is_empty(), "{index} {directions}");
            }
        }
    }
}

/// Compares all operations of two window bitboards on sets of random density.
fn same_on_random_sets<L: Bitboard<Words = Words>, R: Bitboard<Words = Words>>() {
    let mut state = 0x1234_5678_9abc_def0u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for round in 0..2000 {
        let mut draw = || -> Words {
            std::array::from_fn(|_| match round % 3 {
                0 => next(),
                1 => next() & next(),
                _ => next() & next() & next() & next(),
            })
        };
        let words = [draw(), draw()];
        let (a, b) = (L::from_words(words[0]), L::from_words(words[1]));
        let (c, d) = (R::from_words(words[0]), R::from_words(words[1]));
        let pairs = [
            (a & b, c & d),
            (a | b, c | d),
            (a ^ b, c ^ d),
            (a.without(b), c.without(d)),
            (a.east(), c.east()),
            (a.west(), c.west()),
            (a.south_east(), c.south_east()),
            (a.north_west(), c.north_west()),
            (a.neighbors(), c.neighbors()),
            (L::outermost(a, b), R::outermost(c, d)),
        ]
        .map(|(one, other)| (one.words(), other.words()));
        for (step, (one, other)) in pairs.into_iter().enumerate() {
            assert_eq!(one, other, "operation {step}");
        }
        for index in (17..239).filter(|index| (1..15).contains(&(index & 15))) {
            assert_eq!(L::ring(&words[0], index), R::ring(&words[0], index), "ring of {index}");
        }
        let spots = std::array::from_fn(|_| next() as u8);
        assert_eq!(a.holds(&spots), c.holds(&spots));
        assert_eq!(a.len(), c.len());
        assert_eq!(a.is_empty(), c.is_empty());
        for (one, other) in a.shifted_to_neighbors().into_iter().zip(c.shifted_to_neighbors()) {
            assert_eq!(one.words(), other.words());
        }
    }
}

#[test]
fn the_portable_window_steps_like_hexes() {
    check_steps::<Portable>(window_hex, window_index, 256);
}

#[test]
fn the_torus_steps_like_hexes() {
    check_steps::<Torus>(Hex::from_index, |hex| Some(hex.index()), 1024);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn the_avx2_window_equals_the_portable_one() {
    if is_x86_feature_detected!("avx2") {
        check_steps::<super::avx2::Avx2>(window_hex, window_index, 256);
        same_on_random_sets::<super::avx2::Avx2, Portable>();
    }
}
