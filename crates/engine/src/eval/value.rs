//! The value of a position, from the sums of the hidden layer.

use std::cell::Cell;

use super::columns::{COLUMNS, FIRSTS};
use super::learned::{LANES, LEARNED};
use super::network::{CLIP, HIDDEN, Lanes, SCALE, draw_chance, output, units};
use super::parts::Parts;
use waggle_hive_core::rules::Color;

/// The value for the side to move, in hundredths of a liberty, if a draw costs it `contempt`.
#[inline(always)]
pub(super) fn value(parts: &Parts, to_move: Color, contempt: i32) -> i32 {
    let mut units = units(&sums(parts, to_move), &LEARNED.bias);
    let value = output(&units, &LEARNED.output) / SCALE;
    if contempt == 0 {
        return value;
    }
    // The bias of the second output.
    units[HIDDEN] = CLIP;
    value - contempt * draw_chance(output(&units, &LEARNED.draw)) / 1024
}

/// A position that was evaluated, and its sums.
struct Accumulator {
    parts: Parts,
    sums: Lanes,
}

thread_local! {
    /// The last position with either side to move. A search evaluates the children of a node one
    /// after another, and they differ in few parts.
    static LAST: Cell<Option<Box<[Accumulator; 2]>>> = const { Cell::new(None) };
}

/// The sums of the columns of all parts: those of the last position, without the columns of the
/// parts that have changed, and with those that they have now.
///
/// The result fits whatever the position, so sums on the way to it may wrap.
#[inline(always)]
fn sums(parts: &Parts, to_move: Color) -> Lanes {
    let mut both = LAST.take().unwrap_or_else(empty);
    let last = &mut both[to_move as usize];
    let (columns, firsts) = (&**COLUMNS, &FIRSTS[to_move as usize]);
    let mut sums = last.sums;
    for eight in 0..Parts::COUNT.div_ceil(64) {
        let words = 8 * eight..(8 * eight + 8).min(Parts::COUNT / 8);
        let mut changed = words
            .rev()
            .fold(0, |changed, word| changed << 8 | parts.differences(&last.parts, word));
        while changed != 0 {
            let part = 64 * eight + changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let column = |byte: u8| &columns[usize::from(firsts[part]) + usize::from(byte)].0;
            let (less, more) = (column(last.parts.0[part]), column(parts.0[part]));
            for ((sum, less), more) in sums.iter_mut().zip(less).zip(more) {
                *sum = sum.wrapping_add(*more).wrapping_sub(*less);
            }
        }
    }
    *last = Accumulator { parts: *parts, sums };
    LAST.set(Some(both));
    sums
}

/// The sums of no parts with either side to move.
#[cold]
fn empty() -> Box<[Accumulator; 2]> {
    Box::new(FIRSTS.each_ref().map(|firsts| {
        let mut sums: Lanes = [0; LANES];
        for &first in firsts {
            for (sum, weight) in sums.iter_mut().zip(&COLUMNS[usize::from(first)].0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        Accumulator { parts: Parts::NONE, sums }
    }))
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;
    use super::*;
    use waggle_hive_core::rules::random_games::visit_random_games;

    #[test]
    fn the_value_does_not_depend_on_what_was_evaluated_before() {
        let mut positions = Vec::new();
        visit_random_games(32, 80, |game| {
            let position = game.position().clone();
            positions.push((evaluate(&position), position));
        });
        for (value, position) in positions {
            LAST.set(None);
            assert_eq!(value, evaluate(&position));
        }
    }

    #[test]
    fn the_sums_of_no_position_are_too_large() {
        for firsts in &FIRSTS {
            let ends = |first: u16| firsts.iter().filter(move |&&it| it > first).min();
            let largest = |first: u16, lane: usize| {
                let end = ends(first).map_or(COLUMNS.len(), |&end| end.into());
                let of_part = COLUMNS[first.into()..end].iter().map(|column| column.0[lane]);
                of_part
                    .map(i32::from)
                    .fold((0, 0), |(least, most), it| (least.min(it), most.max(it)))
            };
            for lane in 0..LANES {
                let parts = firsts.iter().map(|&first| largest(first, lane));
                let (least, most) = parts.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
                assert!(i32::from(i16::MIN) <= least && most <= i32::from(i16::MAX), "{lane}");
            }
        }
    }
}
