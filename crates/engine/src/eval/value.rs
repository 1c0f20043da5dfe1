//! The value of a position, from the sums of the hidden layer.

use std::cell::Cell;
use std::thread::LocalKey;

use super::columns::{Compiled, FIRSTS};
use super::network::{CLIP, SCALE, draw_chance, output, units};
use super::parts::Parts;
use waggle_hive_core::rules::Color;

/// The value for the side to move, in hundredths of a liberty, if a draw costs it `contempt`.
#[inline(always)]
pub(super) fn value_of<const LANES: usize>(
    network: &Compiled<LANES>,
    parts: &Parts,
    to_move: Color,
    contempt: i32,
) -> i32
where
    Compiled<LANES>: Accumulated<LANES>,
{
    let mut units = units(&sums(network, parts, to_move), &network.bias);
    let value = output(&units, &network.output) / SCALE;
    if contempt == 0 {
        return value;
    }
    // The bias of the second output.
    units[LANES - 1] = CLIP;
    value - contempt * draw_chance(output(&units, &network.draw)) / 1024
}

/// The last position with either side to move, and the hash of the network that evaluated it. A search
/// evaluates the children of a node one after another, and they differ in few parts.
pub(super) struct Last<const LANES: usize> {
    network: u64,
    both: [Accumulator<LANES>; 2],
}

/// A position that was evaluated, and its sums.
struct Accumulator<const LANES: usize> {
    parts: Parts,
    sums: [i16; LANES],
}

/// A size of which each thread remembers the last position.
pub(super) trait Accumulated<const LANES: usize> {
    fn last() -> &'static LocalKey<Cell<Option<Box<Last<LANES>>>>>;
}

/// Generic code has no variables of its own for each size.
macro_rules! accumulated {
    ($($lanes:literal)*) => {$(
        impl Accumulated<$lanes> for Compiled<$lanes> {
            #[inline(always)]
            fn last() -> &'static LocalKey<Cell<Option<Box<Last<$lanes>>>>> {
                thread_local! {
                    static LAST: Cell<Option<Box<Last<$lanes>>>> = const { Cell::new(None) };
                }
                &LAST
            }
        }
    )*};
}

accumulated! { 64 }
#[cfg(not(target_family = "wasm"))]
accumulated! { 128 256 512 }

/// The sums of the columns of all parts: those of the last position, without the columns of the
/// parts that have changed, and with those that they have now.
///
/// The result fits whatever the position, so sums on the way to it may wrap.
#[inline(always)]
fn sums<const LANES: usize>(
    network: &Compiled<LANES>,
    parts: &Parts,
    to_move: Color,
) -> [i16; LANES]
where
    Compiled<LANES>: Accumulated<LANES>,
{
    let known = Compiled::last().take().filter(|last| last.network == network.hash);
    let mut known = known.unwrap_or_else(|| nothing(network));
    let last = &mut known.both[to_move as usize];
    let (columns, firsts) = (&*network.columns, &FIRSTS[to_move as usize]);
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
    Compiled::last().set(Some(known));
    sums
}

/// The sums of no parts with either side to move.
#[cold]
fn nothing<const LANES: usize>(network: &Compiled<LANES>) -> Box<Last<LANES>> {
    let both = FIRSTS.each_ref().map(|firsts| {
        let mut sums = [0_i16; LANES];
        for &first in firsts {
            for (sum, weight) in sums.iter_mut().zip(&network.columns[usize::from(first)].0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        Accumulator { parts: Parts::NONE, sums }
    });
    Box::new(Last { network: network.hash, both })
}

#[cfg(test)]
mod tests {
    use super::super::{Network, evaluate};
    use super::*;
    use waggle_hive_core::rules::random_games::visit_random_games;

    #[test]
    fn the_value_does_not_depend_on_what_was_evaluated_before() {
        let network = Network::default();
        let mut positions = Vec::new();
        visit_random_games(32, 80, |game| {
            let position = game.position().clone();
            positions.push((evaluate(&network, &position, 0), position));
        });
        for (value, position) in positions {
            Compiled::<64>::last().set(None);
            assert_eq!(value, evaluate(&network, &position, 0));
        }
    }
}
