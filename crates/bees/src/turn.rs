//! Make and unmake.

use super::kills::{Deaths, Fallen};
use super::push::{Ahead, QueenPushers, Target};
use super::{
    Caste, Color, Direction, Hex, HexSet, Move, Outcome, Part, Position, Push, Queen, Warrior,
};

/// Undoes a move. This is a copy of the position before it: positions are small, and a turn can
/// change many parts of one, with five bees pushed and a dozen killed.
#[derive(Clone, Debug)]
#[must_use = "a move can only be taken back with this"]
pub struct Undo(Position);

impl Undo {
    /// The key of the position before the move.
    pub(super) const fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Position {
    /// Makes a move, which must be legal; this is not checked.
    ///
    /// # Panics
    ///
    /// Possibly, if the move is illegal.
    pub fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo(*self);
        let mover = self.side_to_move();
        let deaths = self.apply(mv);
        self.set_outcome(self.outcome_after(mover, deaths));
        undo
    }

    /// Unmakes the move that returned this.
    #[expect(clippy::needless_pass_by_value, reason = "a token serves once")]
    pub fn unmake(&mut self, undo: Undo) {
        *self = undo.0;
    }

    /// The position after this legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = *self;
        let _ = after.make(mv);
        after
    }

    /// The outcome after these deaths in `mover`'s turn.
    fn outcome_after(&self, mover: Color, deaths: Deaths) -> Option<Outcome> {
        let enemy = mover.other();
        match (deaths.queens[enemy], deaths.queens[mover]) {
            (false, false) => None,
            (false, true) => Some(Outcome::Win(enemy)),
            (true, true) => Some(Outcome::Draw),
            (true, false) if self.can_kill_queen(mover) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::Win(mover)),
        }
    }

    /// Whether the side to move could kill the Queen of `victim` in one turn.
    fn can_kill_queen(&self, victim: Color) -> bool {
        let mut replies = Vec::new();
        self.turns_into(&mut replies);
        replies.into_iter().any(|reply| { *self }.apply(reply).queens[victim])
    }

    /// Makes a move without updating the outcome.
    pub(super) fn apply(&mut self, mv: Move) -> Deaths {
        let us = self.side_to_move();
        let shoved = match mv {
            Move::Drones { tail, direction } => self.apply_drones(tail, direction),
            Move::Warrior { thorax, distance, facing } => {
                self.apply_warrior(thorax, distance, facing)
            }
            Move::Queen { direction } => {
                let queen = self.take_queen(us);
                self.put_queen(queen.shifted(direction).expect("room for the Queen"));
                Shoved::default()
            }
            Move::PushQueen { queen, direction, facings } => {
                self.apply_queen_push(queen, direction, facings)
            }
            Move::EnterDrone { hex } => {
                self.release(Caste::Drone);
                self.put_drone(us, hex);
                Shoved::default()
            }
            Move::EnterWarrior { thorax, facing } => {
                self.release(Caste::Warrior);
                let slot = self.free_slot(us).expect("a number for the Warrior");
                let warrior = Warrior::new(thorax, facing).expect("room for the Warrior");
                self.put_warrior(us, slot, warrior);
                Shoved::default()
            }
            Move::Pass => Shoved::default(),
        };
        let deaths = self.kill(us, shoved.fallen);
        let push = shoved.push.map(|push| Push { hexes: push.hexes & self.occupied(), ..push });
        self.set_last_push(push.filter(|push| !push.hexes.is_empty()));
        self.flip_side();
        deaths
    }

    fn apply_drones(&mut self, tail: Hex, direction: Direction) -> Shoved {
        let us = self.side_to_move();
        let line = self.line(us, tail, direction);
        let mut shoved = self.shove_ahead(line.front, direction);
        self.take_drone(us, tail);
        let front = line.front.neighbor(direction).expect("a hex before the line");
        self.put_drone(us, front);
        shoved.took_part(HexSet::of(front));
        shoved.took_part(tail.ray(direction).take(line.count.into()).collect());
        shoved
    }

    fn apply_warrior(&mut self, thorax: Hex, distance: u8, facing: Direction) -> Shoved {
        let us = self.side_to_move();
        let (slot, warrior) = self.take_warrior_at(thorax);
        let way = warrior.facing();
        let mut path = std::iter::once(thorax).chain(thorax.ray(way));
        let thorax = path.nth(distance.into()).expect("a hex for the thorax");
        // With the Warrior off the hive, anything where its head goes is in its way.
        let mut shoved = self.shove_ahead(thorax, way);
        let warrior = Warrior::new(thorax, facing).expect("room for the head");
        self.put_warrior(us, slot, warrior);
        shoved.took_part(warrior.hexes());
        shoved
    }

    /// Pushes a Queen with the bees behind her.
    pub(super) fn apply_queen_push(
        &mut self,
        queen: Color,
        direction: Direction,
        facings: [Direction; 2],
    ) -> Shoved {
        let us = self.side_to_move();
        let queen = self.take_queen(queen);
        let handles = queen.handles(direction).expect("two hexes behind the Queen");
        let QueenPushers { warriors: pushers, count } =
            self.queen_pushers(us, handles, direction).expect("bees behind the Queen");
        let mut shoved = Shoved::of(direction, count);
        match queen.shifted(direction) {
            Some(moved) => {
                self.put_queen(moved);
                shoved.took_part(moved.hexes());
            }
            None => shoved.fallen = Some(fallen_queen(queen, direction)),
        }
        // All step at once: each leaves its hexes before any head turns.
        for (slot, _) in pushers.into_iter().flatten() {
            self.take_warrior(us, slot);
        }
        let files = drone_files(pushers.map(|pusher| pusher.is_some()));
        for (handle, length) in handles.into_iter().zip(files) {
            let file = std::iter::once(handle).chain(handle.ray(direction.opposite()));
            let file: HexSet = file.take(length).collect();
            for hex in file {
                self.take_drone(us, hex);
            }
            for hex in file.shifted(direction) {
                self.put_drone(us, hex);
            }
            shoved.took_part(file.shifted(direction));
        }
        for ((pusher, handle), facing) in pushers.into_iter().zip(handles).zip(facings) {
            if let Some((slot, _)) = pusher {
                let turned = Warrior::new(handle, facing).expect("room for the head");
                self.put_warrior(us, slot, turned);
                shoved.took_part(turned.hexes());
            }
        }
        shoved
    }

    /// Pushes what is ahead of `hex` one step.
    pub(super) fn shove_ahead(&mut self, hex: Hex, direction: Direction) -> Shoved {
        match self.ahead(hex, direction) {
            Ahead::Free(_) | Ahead::Edge | Ahead::Fast => Shoved::default(),
            Ahead::Single(Target::Drone(..)) => self.shove_row(hex, 1, direction),
            Ahead::Row(row) => self.shove_row(hex, row, direction),
            Ahead::Single(Target::Warrior(color, slot, warrior)) => {
                let mut shoved = Shoved::of(direction, 1);
                self.take_warrior(color, slot);
                if let Some(moved) = warrior.shifted(direction) {
                    self.put_warrior(color, slot, moved);
                    shoved.took_part(moved.hexes());
                } else {
                    shoved.fallen = Some(Fallen {
                        color,
                        caste: Some(Caste::Warrior),
                        hexes: warrior.hexes().shifted(direction),
                        head: HexSet::of(warrior.head()).shifted(direction),
                        soft_spots: HexSet::EMPTY,
                    });
                }
                shoved
            }
        }
    }

    /// Pushes a row of Drones, the furthest first.
    fn shove_row(&mut self, hex: Hex, row: u8, direction: Direction) -> Shoved {
        let mut shoved = Shoved::of(direction, row);
        let from: Vec<Hex> = hex.ray(direction).take(row.into()).collect();
        for hex in from.into_iter().rev() {
            let Some(Part::Drone(color)) = self.at(hex) else { continue };
            self.take_drone(color, hex);
            if let Some(to) = hex.neighbor(direction) {
                self.put_drone(color, to);
                shoved.took_part(HexSet::of(to));
            } else {
                shoved.fallen = Some(Fallen {
                    color,
                    caste: Some(Caste::Drone),
                    hexes: HexSet::EMPTY,
                    head: HexSet::EMPTY,
                    soft_spots: HexSet::EMPTY,
                });
            }
        }
        shoved
    }

    /// Removes the Warrior of the side to move with this thorax.
    pub(super) fn take_warrior_at(&mut self, thorax: Hex) -> (usize, Warrior) {
        let us = self.side_to_move();
        let (slot, warrior) = self.warrior_with_thorax(us, thorax).expect("a Warrior there");
        self.take_warrior(us, slot);
        (slot, warrior)
    }

    /// Takes one of the dead bees that the side to move holds.
    fn release(&mut self, caste: Caste) {
        let owner = self.side_to_move().other();
        let mut dead = self.dead(owner);
        match caste {
            Caste::Drone => dead.drones -= 1,
            Caste::Warrior => dead.warriors -= 1,
        }
        self.set_dead(owner, dead);
    }
}

/// The Drones on each handle of a Queen, where there is no Warrior.
const fn drone_files(is_warrior: [bool; 2]) -> [usize; 2] {
    match is_warrior {
        [true, true] => [0, 0],
        [true, false] => [0, 2],
        [false, true] => [2, 0],
        [false, false] => [2, 1],
    }
}

fn fallen_queen(queen: Queen, direction: Direction) -> Fallen {
    Fallen {
        color: queen.color(),
        caste: None,
        hexes: queen.hexes().shifted(direction),
        head: HexSet::EMPTY,
        soft_spots: queen.soft_spots().shifted(direction),
    }
}

/// The effect of a push so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shoved {
    push: Option<Push>,
    fallen: Option<Fallen>,
}

impl Shoved {
    /// A push of this many bees.
    fn of(direction: Direction, moved: u8) -> Self {
        Self { push: Some(Push { direction, moved, hexes: HexSet::EMPTY }), fallen: None }
    }

    /// Records the hexes of a bee that took part, if there was a push.
    fn took_part(&mut self, hexes: HexSet) {
        if let Some(push) = &mut self.push {
            push.hexes |= hexes;
        }
    }
}
