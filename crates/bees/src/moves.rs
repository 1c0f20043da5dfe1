//! Moves.

use super::hex::SIDE;
use super::{Color, Direction, Hex};

/// A move: the player's decisions alone. Whether it pushes, and what, follows from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The Drone on `tail` steps with the unbroken line of its side's Drones before it. Two or more
    /// can push what is in front of them.
    Drones {
        /// The last Drone of the line.
        tail: Hex,
        /// The direction.
        direction: Direction,
    },
    /// A Warrior moves forward, a push at the end included, and then turns.
    Warrior {
        /// Its thorax before the move.
        thorax: Hex,
        /// How many hexes it moves, below [`Move::DISTANCES`].
        distance: u8,
        /// Its facing after the move.
        facing: Direction,
    },
    /// The Queen moves one hex.
    Queen {
        /// The direction.
        direction: Direction,
    },
    /// Two or three bees act together and push a Queen.
    PushQueen {
        /// The color of the Queen.
        queen: Color,
        /// The direction.
        direction: Direction,
        /// Where the pushing Warriors face after the move: first the one on a Soft
        /// Spot, then the other. A Drone's is the direction of the push.
        facings: [Direction; 2],
    },
    /// A dead Drone of the opponent enters as the player's own.
    EnterDrone {
        /// The hex.
        hex: Hex,
    },
    /// A dead Warrior of the opponent enters as the player's own.
    EnterWarrior {
        /// The hex of its thorax.
        thorax: Hex,
        /// Its facing.
        facing: Direction,
    },
    /// A pass, if there is no other legal move.
    Pass,
}

impl Move {
    /// The number of distances a Warrior can move, from 0. On the longest line of 11 hexes it fills
    /// two and has nine ahead.
    pub const DISTANCES: u8 = 2 * SIDE - 2;

    /// The move in 16 bits: unique, and never 0.
    ///
    /// ```text
    ///  15 14   13 ...           0
    ///   0 0    1 - - - h h h h h h h d d d     Drones: tail, direction
    ///   0 1    h h h h h h h n n n n d d d     Warrior: thorax, distance, facing
    ///   1 0    - - - - - - p c f f f g g g d d d   a Queen moves, or (p) is pushed
    ///   1 1    - - - - h h h h h h h d d d     entry; d = 6 for a Drone, 7 for a pass
    /// ```
    pub const fn bits(self) -> u16 {
        const fn at(hex: Hex) -> u16 {
            (hex.index() as u16) << 3
        }
        match self {
            Self::Drones { tail, direction } => 1 << 13 | at(tail) | direction as u16,
            Self::Warrior { thorax, distance, facing } => {
                1 << 14 | at(thorax) << 4 | (distance as u16) << 3 | facing as u16
            }
            Self::Queen { direction } => 2 << 14 | direction as u16,
            Self::PushQueen { queen, direction, facings: [soft, other] } => {
                let facings = (soft as u16) << 6 | (other as u16) << 3;
                2 << 14 | 1 << 10 | (queen as u16) << 9 | facings | direction as u16
            }
            Self::EnterDrone { hex } => 3 << 14 | at(hex) | 6,
            Self::EnterWarrior { thorax, facing } => 3 << 14 | at(thorax) | facing as u16,
            Self::Pass => 3 << 14 | 7,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{HexSet, PLAYERS};

    /// Every move that can be represented.
    fn all_moves() -> Vec<Move> {
        let mut moves = vec![Move::Pass];
        for direction in Direction::ALL {
            moves.push(Move::Queen { direction });
            for soft in Direction::ALL {
                for other in Direction::ALL {
                    for queen in PLAYERS {
                        let facings = [soft, other];
                        moves.push(Move::PushQueen { queen, direction, facings });
                    }
                }
            }
            for hex in HexSet::BOARD {
                moves.push(Move::Drones { tail: hex, direction });
                moves.push(Move::EnterWarrior { thorax: hex, facing: direction });
                for distance in 0..Move::DISTANCES {
                    moves.push(Move::Warrior { thorax: hex, distance, facing: direction });
                }
            }
        }
        moves.extend(HexSet::BOARD.iter().map(|hex| Move::EnterDrone { hex }));
        moves
    }

    #[test]
    fn no_two_moves_share_their_bits() {
        let moves = all_moves();
        let bits: HashSet<u16> = moves.iter().map(|mv| mv.bits()).collect();
        assert_eq!(bits.len(), moves.len());
        assert!(!bits.contains(&0));
    }

    #[test]
    fn a_move_is_small() {
        assert!(size_of::<Move>() <= 8);
    }
}
