//! Why a piece is not thrown.

use crate::rules::{Bug, Direction, Hex, IllegalMove, Piece, Position};

/// Why a piece of the opponent's is not thrown there.
pub(super) fn refused_throw(
    position: &Position,
    piece: Piece,
    from: Hex,
    goal: Hex,
) -> IllegalMove {
    let throwers = throwers_beside(position, from);
    let refusals = throwers.map(|thrower| refusal(position, thrower, piece, goal));
    refusals.max_by_key(|refusal| progress(*refusal)).unwrap_or(IllegalMove::NoThrower(piece))
}

/// Whether the player to move has a bug that throws beside a hex.
pub(super) fn has_thrower_beside(position: &Position, hex: Hex) -> bool {
    throwers_beside(position, hex).next().is_some()
}

/// Why a player's own piece is not thrown there, if a bug that throws is beside both hexes.
pub(super) fn throw_of_own(
    position: &Position,
    piece: Piece,
    from: Hex,
    goal: Hex,
) -> Option<IllegalMove> {
    let is_near = |thrower: &Piece| {
        let place = position.hex_of(*thrower);
        *thrower != piece && place.is_some_and(|place| place.is_beside(goal))
    };
    let throwers = throwers_beside(position, from).filter(is_near);
    throwers
        .map(|thrower| refusal(position, thrower, piece, goal))
        .max_by_key(|refusal| progress(*refusal))
}

/// How close to a throw a refusal is: of two throwers the one is named that lacks less.
fn progress(refusal: IllegalMove) -> u8 {
    match refusal {
        IllegalMove::ThrowerCovered { .. } => 0,
        IllegalMove::ThrowerRests(_) => 1,
        IllegalMove::ThrownOffStack(_) => 2,
        IllegalMove::ThrownFar(_) => 3,
        _ => 4,
    }
}

/// The pieces of the player to move that throw and are beside a hex: the pillbug, and a mosquito
/// on the ground beside a pillbug. They may be covered.
fn throwers_beside(position: &Position, hex: Hex) -> impl Iterator<Item = Piece> {
    let us = position.side_to_move();
    let throws = move |piece: &Piece| {
        let Some(place) = position.hex_of(*piece).filter(|place| place.is_beside(hex)) else {
            return false;
        };
        let mut beside = place.neighbors().filter_map(|next| position.top(next));
        match piece.bug() {
            Bug::Pillbug => true,
            Bug::Mosquito => {
                position.below(*piece).is_none() && beside.any(|next| next.bug() == Bug::Pillbug)
            }
            _ => false,
        }
    };
    Piece::of(us).filter(|_| position.game_type().pillbug).filter(throws)
}

/// Why this thrower does not throw a piece beside it to the goal.
fn refusal(position: &Position, thrower: Piece, piece: Piece, goal: Hex) -> IllegalMove {
    let Some(place) = position.hex_of(thrower) else { return IllegalMove::NoThrower(piece) };
    if let Some(top) = position.top(place).filter(|top| *top != thrower) {
        return IllegalMove::ThrowerCovered { thrower, top };
    }
    if position.last_moved() == Some(thrower) {
        return IllegalMove::ThrowerRests(thrower);
    }
    if position.below(piece).is_some() {
        return IllegalMove::ThrownOffStack(piece);
    }
    if position.height(goal) > 0 || !place.is_beside(goal) {
        return IllegalMove::ThrownFar(thrower);
    }
    // What is left is a gate, on the way up or on the way down.
    let up = position.hex_of(piece).and_then(|from| posts(position, place, from));
    match up.or_else(|| posts(position, place, goal)) {
        Some(posts) => IllegalMove::ThrowGate { thrower, posts },
        None => IllegalMove::NoThrower(piece),
    }
}

/// The stacks, higher than a thrower, between which its neighbor lies.
fn posts(position: &Position, thrower: Hex, neighbor: Hex) -> Option<[Piece; 2]> {
    let direction = thrower.direction_to(neighbor)?;
    let sides = [Direction::counterclockwise, Direction::clockwise];
    let [left, right] = sides.map(|turned| thrower.neighbor(turned(direction)));
    if position.height(left).min(position.height(right)) < 2 {
        return None;
    }
    let (left, right) = (position.top(left)?, position.top(right)?);
    Some([left.min(right), left.max(right)])
}
