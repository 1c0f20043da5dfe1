//! Which bees die at the end of a turn.

use waggle_hive_core::rules::ByColor;

use super::{Caste, Color, Direction, HexSet, PLAYERS, Position, Queen};

/// A bee that was pushed off the hive, or partly off. It dies at the end of the turn; until then
/// the rest of it fills its hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fallen {
    pub(super) color: Color,
    /// `None` for a Queen.
    pub(super) caste: Option<Caste>,
    pub(super) hexes: HexSet,
    /// Its head, if it has one and that is on the hive.
    pub(super) head: HexSet,
    pub(super) soft_spots: HexSet,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Deaths {
    /// Whether any bee died.
    pub(super) any: bool,
    pub(super) queens: ByColor<bool>,
}

/// One player's bees that die together.
struct Victims {
    drones: HexSet,
    thoraxes: HexSet,
    queen: bool,
}

impl Position {
    /// Kills the bees that die at the end of `mover`'s turn: first the enemies, all at once, then
    /// the friends that are still attacked.
    pub(super) fn kill(&mut self, mover: Color, fallen: Option<Fallen>) -> Deaths {
        let mut deaths = Deaths::default();
        let enemy = mover.other();
        self.kill_side(enemy, fallen, &mut deaths);
        let fallen = fallen.filter(|bee| bee.color == mover);
        self.kill_side(mover, fallen, &mut deaths);
        deaths
    }

    /// Kills the bees of one player that must die.
    fn kill_side(&mut self, color: Color, fallen: Option<Fallen>, deaths: &mut Deaths) {
        let victims = self.victims(color, fallen);
        let mut dead = self.dead(color);
        for hex in victims.drones {
            self.take_drone(color, hex);
            dead.drones += 1;
        }
        for hex in victims.thoraxes {
            let (slot, _) = self.warrior_with_thorax(color, hex).expect("a Warrior there");
            self.take_warrior(color, slot);
            dead.warriors += 1;
        }
        let mut queen_died = victims.queen;
        if victims.queen {
            self.take_queen(color);
        }
        if let Some(bee) = fallen.filter(|bee| bee.color == color) {
            match bee.caste {
                Some(Caste::Drone) => dead.drones += 1,
                Some(Caste::Warrior) => dead.warriors += 1,
                None => queen_died = true,
            }
        }
        deaths.any |= queen_died || dead != self.dead(color);
        deaths.queens[color] = queen_died;
        self.set_dead(color, dead);
    }

    /// This player's bees that must die.
    fn victims(&self, color: Color, fallen: Option<Fallen>) -> Victims {
        let mut occupied = self.occupied();
        let mut attackers = self.attackers(color.other());
        let mut soft_spots = self.soft_spots();
        if let Some(bee) = fallen {
            occupied |= bee.hexes;
            soft_spots |= bee.soft_spots;
            if bee.color != color {
                attackers |= bee.head;
            }
        }
        let surrounded = surrounded(occupied) & !soft_spots;
        let drones = self.drones(color);
        Victims {
            drones: drones & (surrounded | between_two(attackers)),
            thoraxes: self.thoraxes(color) & surrounded,
            queen: self.queen(color).is_some_and(|queen| {
                occupied.covers(queen.surroundings()) || attackers.covers(queen.soft_spots())
            }),
        }
    }

    /// The hexes from which this player's bees kill: those of Drones and Warriors' heads.
    pub fn attackers(&self, color: Color) -> HexSet {
        self.drones(color) | self.heads(color)
    }

    /// The Soft Spots of both Queens, where no bee is killed by surrounding.
    pub fn soft_spots(&self) -> HexSet {
        PLAYERS.into_iter().fold(HexSet::EMPTY, |all, color| {
            all | self.queen(color).map_or(HexSet::EMPTY, Queen::soft_spots)
        })
    }
}

/// The hexes without a free neighbor. Beyond the edge nothing is free.
fn surrounded(occupied: HexSet) -> HexSet {
    !(!occupied).neighbors()
}

/// The hexes with an attacker on two opposite sides.
fn between_two(attackers: HexSet) -> HexSet {
    [Direction::East, Direction::SouthEast, Direction::SouthWest]
        .into_iter()
        .fold(HexSet::EMPTY, |all, way| {
            all | attackers.shifted(way) & attackers.shifted(way.opposite())
        })
}
