//! How promising a quiet move looks in Hive before it is searched, from which follows how far it is
//! reduced.
//!
//! The weights were learned from what searches tried: see docs/strength.md, "How late moves are
//! reduced".

use waggle_hive_core::rules::{Direction, Hex, Move, Piece, Position};

use super::quiet_weights::{FROM, FROM_LAST, MEAN, NEIGHBORS, PINNED, TO_OURS, TO_THEIRS, UNIT};

/// The score of a legal quiet move, in units of history score: 0 for an average one.
pub(super) fn promise(position: &Position, mv: Move) -> i32 {
    let Move::To { piece, hex: to } = mv else { return 0 };
    let us = position.side_to_move();
    let [ours, theirs] = [us, us.other()].map(|color| position.hex_of(Piece::queen(color)));
    let (bug, from) = (piece.bug() as usize, position.hex_of(piece));
    let is_placed = usize::from(from.is_none());
    let mut sum = -MEAN;
    let mut add = |weight: i8| sum += i32::from(weight);
    add(TO_THEIRS[bug][is_placed][far(theirs, to)]);
    add(TO_OURS[bug][is_placed][far(ours, to)]);
    let last = position.last_moved().and_then(|last| position.hex_of(last));
    add(FROM_LAST[last.map_or(6, |last| usize::from(last.distance(to)).min(5))]);
    let mut around = position.ring(to);
    if let Some(from) = from {
        add(FROM[bug][0][far(theirs, from)]);
        add(FROM[bug][1][far(ours, from)]);
        // A piece does not touch the place that it leaves empty.
        if position.height(from) == 1
            && let Some(direction) = to.direction_to(from)
        {
            around &= !(1 << direction as u8);
        }
    }
    let by_ours = around & position.ring_of(us, to);
    let by_theirs = around ^ by_ours;
    let count = |set: u8| set.count_ones().min(5) as usize;
    add(NEIGHBORS[count(by_ours)][count(by_theirs)]);
    let pins = by_ours == 0 && by_theirs.is_power_of_two();
    let pinned = pins.then(|| Direction::ALL[by_theirs.trailing_zeros() as usize]);
    let pinned = pinned.and_then(|direction| position.top(to.neighbor(direction)));
    add(PINNED[pinned.map_or(8, |piece| piece.bug() as usize)]);
    UNIT * sum
}

/// The index of the distance between a queen and a hex: at most 6, and 7 if she is in hand.
fn far(queen: Option<Hex>, hex: Hex) -> usize {
    queen.map_or(7, |queen| usize::from(queen.distance(hex)).min(6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    const MOVES: &str = "wB1;bS1 wB1/;wQ -wB1;bQ bS1/;wA1 \\wQ;bA1 bQ\\;wA1 bQ/;bA1 wB1\\";

    /// What all moves promise after these, in order.
    fn promises(moves: &str) -> Vec<i32> {
        let game = parse_game(&format!("Base;;;{moves}")).unwrap();
        let moves = game.position().legal_moves();
        let mut all: Vec<i32> = moves.into_iter().map(|mv| promise(game.position(), mv)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn a_turned_hive_promises_the_same() {
        let turned: Vec<String> = MOVES
            .split(';')
            .map(|text| match text.split_once(' ') {
                None => text.to_owned(),
                Some((piece, at)) => match at.split_at_checked(1) {
                    Some((way @ ("-" | "/" | "\\"), beside)) => format!("{piece} {beside}{way}"),
                    _ => format!("{piece} {}{}", &at[at.len() - 1..], &at[..at.len() - 1]),
                },
            })
            .collect();
        let [one, other] = [promises(MOVES), promises(&turned.join(";"))];
        assert_eq!(one, other);
        assert!(one.first() < Some(&-2000) && one.last() > Some(&2000), "{one:?}");
    }
}
