//! Move generation.

use super::entry::{DRONES_TO_ENTER, WARRIORS_TO_ENTER};
use super::push::Ahead;
use super::{Direction, Hex, HexSet, Move, PLAYERS, Position, Queen, Warrior};

impl Position {
    /// All legal moves: none if the game is over, and [`Move::Pass`] only if there is no other.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        self.moves_into(&mut moves);
        moves
    }

    /// Appends all legal moves.
    pub fn moves_into(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_none() {
            self.turns_into(moves);
        }
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Appends the moves of the side to move, even if the game is over.
    pub(super) fn turns_into(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.warriors_into(moves);
        self.drones_into(moves);
        self.queen_into(moves);
        self.queen_pushes_into(moves);
        self.entries_into(moves);
        if moves.len() == before {
            moves.push(Move::Pass);
        }
    }

    fn drones_into(&self, moves: &mut Vec<Move>) {
        let us = self.side_to_move();
        for tail in self.drones(us) {
            for direction in Direction::ALL {
                let line = self.line(us, tail, direction);
                if self.drones_may_move(line, direction) {
                    moves.push(Move::Drones { tail, direction });
                }
            }
        }
    }

    fn warriors_into(&self, moves: &mut Vec<Move>) {
        for (_, warrior) in self.warriors(self.side_to_move()) {
            let (from, way) = (warrior.thorax(), warrior.facing());
            let others = self.occupied() & !warrior.hexes();
            let mut turned = |distance: u8, at: Warrior, others: HexSet| {
                for facing in Direction::ALL {
                    let stays = distance == 0 && facing == way;
                    let head = at.thorax().neighbor(facing);
                    if !stays && head.is_some_and(|head| !others.contains(head)) {
                        moves.push(Move::Warrior { thorax: from, distance, facing });
                    }
                }
            };
            let mut at = warrior;
            for distance in 0..Move::DISTANCES {
                turned(distance, at, others);
                let ahead = self.ahead(at.head(), way);
                let pushes = self.warrior_may_push(ahead, way);
                if !pushes && !matches!(ahead, Ahead::Free(_)) {
                    break;
                }
                at = at.shifted(way).expect("a hex before the Warrior");
                if pushes {
                    // What was pushed is one hex further, or gone, and can only block the turn
                    // there.
                    let mut after = *self;
                    after.take_warrior_at(from);
                    after.shove_ahead(at.thorax(), way);
                    turned(distance + 1, at, after.occupied());
                    break;
                }
            }
        }
    }

    fn queen_into(&self, moves: &mut Vec<Move>) {
        let Some(queen) = self.queen(self.side_to_move()) else { return };
        for direction in Direction::ALL {
            if queen.shifted(direction).is_some() && self.has_room_behind(queen.hexes(), direction)
            {
                moves.push(Move::Queen { direction });
            }
        }
    }

    fn queen_pushes_into(&self, moves: &mut Vec<Move>) {
        for queen in PLAYERS.into_iter().filter_map(|color| self.queen(color)) {
            for direction in Direction::ALL {
                self.queen_pushes_one_way(queen, direction, moves);
            }
        }
    }

    fn queen_pushes_one_way(&self, queen: Queen, direction: Direction, moves: &mut Vec<Move>) {
        let us = self.side_to_move();
        let Some(handles) = queen.handles(direction) else { return };
        let Some(found) = self.queen_pushers(us, handles, direction) else { return };
        if !self.has_room_behind(queen.hexes(), direction)
            || self.is_return(direction, queen.hexes(), found.count)
        {
            return;
        }
        let mut after = *self;
        after.apply_queen_push(queen.color(), direction, [direction; 2]);
        // The thoraxes are now where the heads were, on the handles, and the
        // heads may go wherever they meet neither another bee nor each other.
        let pushers = [(found.warriors[0], handles[0]), (found.warriors[1], handles[1])];
        let hexes = |(pusher, handle): (Option<(usize, Warrior)>, Hex), facing: Direction| {
            let stands = pusher.map(|_| Warrior::new(handle, facing).map(Warrior::hexes));
            stands.unwrap_or(Some(HexSet::EMPTY))
        };
        let straight = pushers.map(|pusher| hexes(pusher, direction).unwrap_or_default());
        let others = after.occupied() & !(straight[0] | straight[1]);
        let turns = |pusher: Option<_>| {
            Direction::ALL.into_iter().filter(move |&way| pusher.is_some() || way == direction)
        };
        for first in turns(pushers[0].0) {
            for second in turns(pushers[1].0) {
                let both = (hexes(pushers[0], first), hexes(pushers[1], second));
                let (Some(one), Some(two)) = both else { continue };
                if !one.meets(two) && !others.meets(one | two) {
                    let facings = [first, second];
                    moves.push(Move::PushQueen { queen: queen.color(), direction, facings });
                }
            }
        }
    }

    fn entries_into(&self, moves: &mut Vec<Move>) {
        let us = self.side_to_move();
        let held = self.dead(us.other());
        if held.drones < DRONES_TO_ENTER && held.warriors < WARRIORS_TO_ENTER {
            return;
        }
        let kills_nobody = |&mv: &Move| !{ *self }.apply(mv).any;
        let edges = self.controlled_edges(us).into_iter().map(|edge| edge & !self.occupied());
        let mut entries = Vec::new();
        if held.warriors >= WARRIORS_TO_ENTER && self.free_slot(us).is_some() {
            for edge in edges.clone() {
                for thorax in edge {
                    for facing in Direction::ALL {
                        if thorax.neighbor(facing).is_some_and(|head| edge.contains(head)) {
                            entries.push(Move::EnterWarrior { thorax, facing });
                        }
                    }
                }
            }
        }
        if held.drones >= DRONES_TO_ENTER {
            let free = edges.fold(HexSet::EMPTY, |all, edge| all | edge);
            entries.extend(free.iter().map(|hex| Move::EnterDrone { hex }));
        }
        moves.extend(entries.into_iter().filter(kills_nobody));
    }
}
