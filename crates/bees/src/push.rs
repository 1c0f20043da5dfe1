//! Pushes: what is ahead of a bee, and who may push it.

use super::{Color, Direction, Hex, HexSet, Part, Position, Warrior};

/// A single Drone or Warrior in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Drone(Color, Hex),
    Warrior(Color, usize, Warrior),
}

impl Target {
    pub(super) fn color(self) -> Color {
        match self {
            Self::Drone(color, _) | Self::Warrior(color, _, _) => color,
        }
    }

    /// Whether a push in this direction takes it off the hive, at least partly.
    pub(super) fn falls(self, direction: Direction) -> bool {
        self.hexes().shifted(direction).len() < self.hexes().len()
    }

    fn hexes(self) -> HexSet {
        match self {
            Self::Drone(_, hex) => HexSet::of(hex),
            Self::Warrior(_, _, warrior) => warrior.hexes(),
        }
    }
}

/// What is ahead of a moving bee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// A hex without a bee.
    Free(Hex),
    Edge,
    /// A bee that one Warrior can push.
    Single(Target),
    /// This many Drones in a row, two or more, with room behind them.
    Row(u8),
    /// Something that cannot be pushed.
    Fast,
}

/// An unbroken line of Drones of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The number of Drones.
    pub(super) count: u8,
    pub(super) front: Hex,
    /// What is before the first.
    pub(super) ahead: Ahead,
}

/// The bees that push a Queen together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueenPushers {
    /// On each handle, the Warrior; `None` if it is one Drone or a file of two.
    pub(super) warriors: [Option<(usize, Warrior)>; 2],
    /// The number of bees.
    pub(super) count: u8,
}

impl Position {
    pub(super) fn ahead(&self, hex: Hex, direction: Direction) -> Ahead {
        let Some(next) = hex.neighbor(direction) else { return Ahead::Edge };
        match self.at(next) {
            None => Ahead::Free(next),
            Some(Part::Queen(_)) => Ahead::Fast,
            Some(Part::Head(color, slot) | Part::Thorax(color, slot)) => {
                let warrior = self.warrior_at(color, next).expect("a Warrior there").1;
                let room = self.has_room_behind(warrior.hexes(), direction);
                if room {
                    Ahead::Single(Target::Warrior(color, slot, warrior))
                } else {
                    Ahead::Fast
                }
            }
            Some(Part::Drone(color)) => {
                let drones = self.drones(Color::Black) | self.drones(Color::White);
                let row = 1 + next.ray(direction).take_while(|&hex| drones.contains(hex)).count();
                let end = next.ray(direction).nth(row - 1);
                if end.is_some_and(|hex| self.occupied().contains(hex)) {
                    Ahead::Fast
                } else if row == 1 {
                    Ahead::Single(Target::Drone(color, next))
                } else {
                    Ahead::Row(row as u8)
                }
            }
        }
    }

    /// The line of Drones of `color` that begins at `tail`.
    pub(super) fn line(&self, color: Color, tail: Hex, direction: Direction) -> Line {
        let ours = self.drones(color);
        let mut line = Line { count: 1, front: tail, ahead: Ahead::Edge };
        for hex in tail.ray(direction).take_while(|&hex| ours.contains(hex)) {
            line.count += 1;
            line.front = hex;
        }
        line.ahead = self.ahead(line.front, direction);
        line
    }

    /// Whether a bee on these hexes can be moved one step: the hexes behind it
    /// are free or off the hive.
    pub(super) fn has_room_behind(&self, hexes: HexSet, direction: Direction) -> bool {
        !(hexes.shifted(direction) & !hexes).meets(self.occupied())
    }

    /// Whether a push would return the last one without outnumbering it.
    pub(super) fn is_return(&self, direction: Direction, pushed: HexSet, pushing: u8) -> bool {
        self.last_push().is_some_and(|last| {
            direction == last.direction.opposite()
                && pushed.meets(last.hexes)
                && pushing <= last.moved
        })
    }

    pub(super) fn warrior_may_push(&self, ahead: Ahead, direction: Direction) -> bool {
        matches!(ahead, Ahead::Single(target) if !self.is_return(direction, target.hexes(), 1))
    }

    /// Whether a line of Drones may move: into a free hex, or by a push that it is strong enough
    /// for.
    pub(super) fn drones_may_move(&self, line: Line, direction: Direction) -> bool {
        let pushed = match line.ahead {
            Ahead::Free(_) => return true,
            Ahead::Edge | Ahead::Fast => return false,
            Ahead::Single(target) => {
                if line.count < 2 {
                    return false;
                }
                target.hexes()
            }
            Ahead::Row(row) => {
                if line.count < row {
                    return false;
                }
                line.front.ray(direction).take(row.into()).collect()
            }
        };
        !self.is_return(direction, pushed, line.count)
    }

    /// The bees of `color` that could push a Queen from her two handles, the
    /// first of them a Soft Spot.
    ///
    /// ```text
    ///   two Warriors      Warrior and two Drones     three Drones
    ///     h>h>s O .           d d s O .                d s O .
    ///    h>h>c O O           h>h>c O O                  c O O       s, c: the handles
    /// ```
    ///
    /// Two Drones beside a Warrior may as well be on the other line. The third
    /// of three Drones is where all three touch: behind the Soft Spot.
    pub(super) fn queen_pushers(
        &self,
        color: Color,
        handles: [Hex; 2],
        direction: Direction,
    ) -> Option<QueenPushers> {
        let warrior_on = |hex: Hex| {
            self.warriors(color).find(|(_, bee)| bee.head() == hex && bee.facing() == direction)
        };
        let drones = self.drones(color);
        let drone_behind = |hex: Hex| {
            hex.neighbor(direction.opposite()).is_some_and(|behind| drones.contains(behind))
        };
        let [soft, other] = handles;
        let warriors = handles.map(warrior_on);
        let count = match warriors {
            [Some(_), Some(_)] => 2,
            [Some(_), None] if drones.contains(other) && drone_behind(other) => 3,
            [None, Some(_)] if drones.contains(soft) && drone_behind(soft) => 3,
            [None, None]
                if drones.contains(soft) && drones.contains(other) && drone_behind(soft) =>
            {
                3
            }
            _ => return None,
        };
        Some(QueenPushers { warriors, count })
    }
}
