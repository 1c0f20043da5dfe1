//! Explains why a move is illegal. [`Position::legal_moves`] decides; this names the rule.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::entry::{DRONES_TO_ENTER, WARRIORS_TO_ENTER};
use super::push::Ahead;
use super::{Color, Direction, Hex, HexSet, Move, Part, Position};

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum Refusal {
    #[error("the game is over")]
    GameOver,
    #[error("you have no Drone on {0}")]
    NoDrone(Hex),
    #[error("you have no Warrior with its thorax on {0}")]
    NoWarrior(Hex),
    #[error("that Queen is dead")]
    NoQueen,
    #[error("nobody walks off the hive")]
    Edge,
    #[error("there is no room behind the bees on {0} and beyond")]
    NoRoom(Hex),
    #[error(
        "there is a Queen on {0}; two Warriors or more bees push her together, as in `wQ>e` \
         or `bQ>e`"
    )]
    QueenAhead(Hex),
    #[error("one Drone alone pushes nobody")]
    SingleDrone,
    #[error("a Warrior pushes one bee, and there are more in a row from {0}")]
    Row(Hex),
    /// A line against a longer row.
    #[error("{count} Drones do not push {row}")]
    TooFew { count: u8, row: u8 },
    #[error("that push would return the last one, with no more bees than that one moved")]
    Return,
    #[error("the push ends the Warrior's way at {0}")]
    BeyondPush(Hex),
    #[error("the head has no room there")]
    Head,
    #[error("a Warrior must move, push or turn")]
    Nothing,
    #[error("the Queen has no room there")]
    QueenRoom,
    #[error(
        "you push a Queen with two Warriors side by side, a Warrior beside two Drones in a file, \
         or three Drones in a triangle, all right behind her"
    )]
    QueenPushers,
    #[error("you hold {held} of the {needed} dead bees that it takes")]
    Dead { held: u8, needed: u8 },
    #[error("bees enter on free hexes of an edge where you have more bees than the opponent")]
    NotAnEdge,
    #[error("a bee may not enter where that kills a bee")]
    EntryKills,
    #[error("you can move, so you cannot pass")]
    Pass,
    #[error("the rules do not allow it")]
    Other,
}

impl Position {
    /// Why this move is illegal; `None` if it is legal.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if self.is_legal(mv) {
            return None;
        }
        if self.outcome().is_some() {
            return Some(Refusal::GameOver);
        }
        Some(match mv {
            Move::Drones { tail, direction } => self.drones_refusal(tail, direction),
            Move::Warrior { thorax, distance, facing } => {
                self.warrior_refusal(thorax, distance, facing)
            }
            Move::Queen { direction } => match self.queen(self.side_to_move()) {
                None => Refusal::NoQueen,
                Some(queen) if queen.shifted(direction).is_none() => Refusal::Edge,
                Some(_) => Refusal::QueenRoom,
            },
            Move::PushQueen { queen, direction, .. } => self.queen_push_refusal(queen, direction),
            Move::EnterDrone { hex } => {
                let held = self.dead(self.side_to_move().other()).drones;
                self.entry_refusal(held, DRONES_TO_ENTER, HexSet::of(hex))
            }
            Move::EnterWarrior { thorax, facing } => {
                let held = self.dead(self.side_to_move().other()).warriors;
                match thorax.neighbor(facing) {
                    Some(next) => {
                        let hexes = HexSet::of(thorax) | HexSet::of(next);
                        self.entry_refusal(held, WARRIORS_TO_ENTER, hexes)
                    }
                    None => Refusal::NotAnEdge,
                }
            }
            Move::Pass => Refusal::Pass,
        })
    }

    fn drones_refusal(&self, tail: Hex, direction: Direction) -> Refusal {
        let us = self.side_to_move();
        if !self.drones(us).contains(tail) {
            return Refusal::NoDrone(tail);
        }
        let line = self.line(us, tail, direction);
        match line.ahead {
            Ahead::Single(_) | Ahead::Row(_) if line.count < 2 => Refusal::SingleDrone,
            Ahead::Row(row) if line.count < row => Refusal::TooFew { count: line.count, row },
            Ahead::Single(_) | Ahead::Row(_) => Refusal::Return,
            Ahead::Edge | Ahead::Fast => self.way_refusal(line.front, direction),
            Ahead::Free(_) => Refusal::Other,
        }
    }

    fn warrior_refusal(&self, thorax: Hex, distance: u8, facing: Direction) -> Refusal {
        let Some((_, warrior)) = self.warrior_with_thorax(self.side_to_move(), thorax) else {
            return Refusal::NoWarrior(thorax);
        };
        let way = warrior.facing();
        if distance == 0 && facing == way {
            return Refusal::Nothing;
        }
        let mut head = warrior.head();
        for step in 1..=distance {
            let ahead = self.ahead(head, way);
            match (ahead, head.neighbor(way)) {
                (Ahead::Free(next), _) => head = next,
                (Ahead::Single(_), _) if !self.warrior_may_push(ahead, way) => {
                    return Refusal::Return;
                }
                (Ahead::Single(_), Some(_)) if step == distance => break,
                (Ahead::Single(_), _) => return Refusal::BeyondPush(head),
                (Ahead::Row(_), Some(next)) => return Refusal::Row(next),
                _ => return self.way_refusal(head, way),
            }
        }
        Refusal::Head
    }

    /// Why what is ahead of this hex cannot be pushed.
    fn way_refusal(&self, hex: Hex, direction: Direction) -> Refusal {
        match hex.neighbor(direction).map(|next| (next, self.at(next))) {
            None => Refusal::Edge,
            Some((next, Some(Part::Queen(_)))) => Refusal::QueenAhead(next),
            Some((next, _)) => Refusal::NoRoom(next),
        }
    }

    fn queen_push_refusal(&self, color: Color, direction: Direction) -> Refusal {
        let Some(queen) = self.queen(color) else { return Refusal::NoQueen };
        let pushers = queen
            .handles(direction)
            .and_then(|handles| self.queen_pushers(self.side_to_move(), handles, direction));
        match pushers {
            None => Refusal::QueenPushers,
            Some(_) if !self.has_room_behind(queen.hexes(), direction) => Refusal::QueenRoom,
            Some(found) if self.is_return(direction, queen.hexes(), found.count) => Refusal::Return,
            Some(_) => Refusal::Head,
        }
    }

    fn entry_refusal(&self, held: u8, needed: u8, hexes: HexSet) -> Refusal {
        let mut edges = self.controlled_edges(self.side_to_move()).into_iter();
        if held < needed {
            Refusal::Dead { held, needed }
        } else if hexes.meets(self.occupied()) || !edges.any(|edge| edge.covers(hexes)) {
            Refusal::NotAnEdge
        } else {
            Refusal::EntryKills
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_illegal_move_has_a_reason() {
        let position = Position::start();
        let legal = position.legal_moves();
        for hex in HexSet::BOARD {
            for direction in Direction::ALL {
                let drones = Move::Drones { tail: hex, direction };
                let warriors = (0..Move::DISTANCES).map(|distance| Move::Warrior {
                    thorax: hex,
                    distance,
                    facing: direction,
                });
                for mv in
                    warriors.chain([drones, Move::EnterWarrior { thorax: hex, facing: direction }])
                {
                    let refusal = position.refusal(mv);
                    assert_eq!(refusal.is_none(), legal.contains(&mv), "{mv:?}");
                    assert_ne!(refusal, Some(Refusal::Other), "{mv:?}");
                }
            }
        }
    }
}
