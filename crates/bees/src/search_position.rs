//! Bees! for the search.

use waggle_hive_engine::eval::Network;
use waggle_hive_engine::search::{GamePosition, HistoryIndex, HistorySizes, NOISY, Terminal};

use super::push::Ahead;
use super::{Color, Direction, Hex, HexSet, Move, Outcome, Part, Position, Queen, Undo};

/// Move ordering scores above [`NOISY`].
const TAKES_SOFT_SPOT: i32 = 3000;
const KILLS: i32 = 2000;
const PUSHES_OFF: i32 = 2500;
/// Move ordering scores below it.
const PUSHES: i32 = 300;
const COMES_NEAR: i32 = 200;

impl GamePosition for Position {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    fn is_white_to_move(&self) -> bool {
        self.side_to_move() == Color::White
    }

    fn terminal(&self) -> Option<Terminal> {
        Some(match self.outcome()? {
            Outcome::Draw => Terminal::Draw,
            Outcome::Win(color) if color == self.side_to_move() => Terminal::Win,
            Outcome::Win(_) => Terminal::Loss,
        })
    }

    fn moves_into(&self, moves: &mut Vec<Move>) {
        self.moves_into(moves);
    }

    fn noisy_moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.moves_into(moves);
        let mut kept = first;
        for index in first..moves.len() {
            if self.static_score(moves[index]) >= NOISY {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    fn make(&mut self, mv: Move) -> Undo {
        self.make(mv)
    }

    fn unmake(&mut self, undo: Undo) {
        self.unmake(undo);
    }

    /// Zugzwang is rare while there are other bees to move.
    fn null_move(&self) -> Option<Move> {
        let us = self.side_to_move();
        let has_others = self.drones(us).len() + self.thoraxes(us).len() > 2;
        has_others.then_some(Move::Pass)
    }

    fn evaluate(&self, _network: &Network, _contempt: i32) -> i32 {
        self.evaluate()
    }

    #[inline]
    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    const HISTORY_SIZES: HistorySizes =
        HistorySizes { main: 1 << 16, continuation: 1 << 15, context: 1 << 5 };

    /// Earlier moves by their upper bits: the kind of move, and for a Warrior roughly its hex. As
    /// answers, entries share their scores with moves of Warriors.
    #[inline]
    fn history_index(&self, mv: Move) -> HistoryIndex {
        let bits = usize::from(mv.bits());
        HistoryIndex { main: bits, continuation: bits & 0x7fff, context: bits >> 10 & 31 }
    }

    #[inline]
    fn static_scores(&self, moves: &[Move], mut each: impl FnMut(Move, i32)) {
        for &mv in moves {
            each(mv, self.static_score(mv));
        }
    }

    fn is_threatened(&self) -> bool {
        self.is_queen_in_danger()
    }
}

/// The effect of a push on the bee, or on the last of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pushed {
    /// It stays on the hive.
    On,
    /// This player's bee falls off.
    Off(Color),
}

impl Position {
    /// Moves that reach a Soft Spot, kill, or push a bee off the hive are noisy; then come other
    /// pushes and approaches to the Queen.
    fn static_score(&self, mv: Move) -> i32 {
        let us = self.side_to_move();
        let (arrival, push) = self.arrival(mv);
        let soft_spots = self.queen(us.other()).map_or(HexSet::EMPTY, Queen::soft_spots);
        let mut score = 0;
        if let Move::PushQueen { queen, .. } = mv {
            score += if queen == us { PUSHES } else { NOISY };
        }
        if let Some(hex) = arrival {
            if soft_spots.contains(hex) {
                score += NOISY + TAKES_SOFT_SPOT;
            } else if soft_spots.neighbors().contains(hex) {
                score += COMES_NEAR;
            }
            if self.killing_hexes(us).contains(hex) {
                score += NOISY + KILLS;
            }
        }
        match push {
            Some(Pushed::Off(victim)) if victim == us => score -= KILLS,
            Some(Pushed::Off(_)) => score += NOISY + PUSHES_OFF,
            Some(Pushed::On) => score += PUSHES,
            None => {}
        }
        score
    }

    /// The hex that a Drone or a Warrior's head reaches, and what is pushed.
    fn arrival(&self, mv: Move) -> (Option<Hex>, Option<Pushed>) {
        let us = self.side_to_move();
        match mv {
            Move::Drones { tail, direction } => {
                let line = self.line(us, tail, direction);
                (line.front.neighbor(direction), self.pushed(line.front, line.ahead, direction))
            }
            Move::Warrior { thorax, distance, facing } => {
                let Some((_, warrior)) = self.warrior_with_thorax(us, thorax) else {
                    return (None, None);
                };
                let way = warrior.facing();
                let Some(steps) = usize::from(distance).checked_sub(1) else {
                    return (thorax.neighbor(facing), None);
                };
                // Before the last step the head was where the thorax will be.
                let Some(end) = thorax.ray(way).nth(steps) else { return (None, None) };
                (end.neighbor(facing), self.pushed(end, self.ahead(end, way), way))
            }
            _ => (None, None),
        }
    }

    /// The effect of a push by a bee on `hex`.
    fn pushed(&self, hex: Hex, ahead: Ahead, direction: Direction) -> Option<Pushed> {
        match ahead {
            Ahead::Free(_) | Ahead::Edge | Ahead::Fast => None,
            Ahead::Single(target) if target.falls(direction) => Some(Pushed::Off(target.color())),
            Ahead::Single(_) => Some(Pushed::On),
            Ahead::Row(row) => {
                let last = hex.ray(direction).nth(usize::from(row) - 1)?;
                match self.at(last) {
                    Some(Part::Drone(color)) if last.neighbor(direction).is_none() => {
                        Some(Pushed::Off(color))
                    }
                    _ => Some(Pushed::On),
                }
            }
        }
    }

    /// The hexes where one more Drone or head would sandwich an enemy Drone.
    fn killing_hexes(&self, color: Color) -> HexSet {
        let (ours, theirs) = (self.attackers(color), self.drones(color.other()));
        Direction::ALL
            .into_iter()
            .fold(HexSet::EMPTY, |all, way| all | (theirs & ours.shifted(way)).shifted(way))
    }
}
