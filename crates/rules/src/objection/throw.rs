//! Why a throw is illegal.

use crate::{Bug, Direction, Hex, IllegalMove, Piece, Position};

/// Why a piece of the opponent cannot be thrown there.
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

/// Whether the player to move has a thrower next to a hex.
pub(super) fn has_thrower_beside(position: &Position, hex: Hex) -> bool {
    throwers_beside(position, hex).next().is_some()
}

/// Why a player's own piece cannot be thrown there, if a thrower is next to both hexes.
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

/// How close to legal a throw was: of two throwers, the closer one is named.
fn progress(refusal: IllegalMove) -> u8 {
    match refusal {
        IllegalMove::ThrowerCovered { .. } => 0,
        IllegalMove::ThrowerRests(_) => 1,
        IllegalMove::ThrownOffStack(_) => 2,
        IllegalMove::ThrownFar(_) => 3,
        _ => 4,
    }
}

/// The throwers of the player to move next to a hex: the pillbug, and a mosquito on the ground
/// next to a pillbug. They may be covered.
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

/// Why this thrower cannot throw the piece next to it to the destination.
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
    // Only a gate is left, on the way up or down.
    let up = position.hex_of(piece).and_then(|from| posts(position, place, from));
    match up.or_else(|| posts(position, place, goal)) {
        Some(posts) => IllegalMove::ThrowGate { thrower, posts },
        None => IllegalMove::NoThrower(piece),
    }
}

/// The stacks that form a gate between a thrower and its neighbor.
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
