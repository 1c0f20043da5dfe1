//! Static evaluation.
//!
//! The unit is that of the search, a hundredth of a liberty: of a free hex beside a Queen with few
//! of them left. The weights are guesses, tried only against random moves and in a few games,
//! except where a match is quoted.

use super::entry::{DRONES_TO_ENTER, WARRIORS_TO_ENTER};
use super::push::Ahead;
use super::{Color, Hex, HexSet, Position, Queen};

const DRONE: i32 = 90;
const WARRIOR: i32 = 240;
/// A dead Drone, which the opponent may reenter.
const DRONE_TO_PLAY: i32 = 60;
/// A dead Warrior, which the opponent may reenter.
const WARRIOR_TO_PLAY: i32 = 150;
/// The danger to a Queen by her Soft Spots that no enemy holds. With none she is dead.
const SOFT_SPOTS_LEFT: [i32; 4] = [600, 260, 70, 0];
/// The danger to a Queen by the number of free hexes around her.
const LIBERTIES: [i32; 10] = [400, 180, 90, 45, 20, 8, 0, 0, 0, 0];
/// An enemy's Drone or head on or next to a Soft Spot.
const ATTACKER_NEAR_QUEEN: i32 = 12;
/// A step of a Drone or a head towards the enemy's Queen. Without it the sides hardly approach each
/// other: 38 games won, 6 drawn and 16 lost with 8 against 0 at 600 positions
/// a move, and 36, 4 and 20 with 12 against 8.
const APPROACH: i32 = 10;
/// The longest distance on the hive.
const FARTHEST: u8 = 10;
/// A free hex ahead of a Warrior, up to [`FAR`] of them.
const REACH: i32 = 4;
/// The most free hexes ahead of a Warrior that count.
const FAR: usize = 5;
/// A Warrior with a bee ahead that it can push.
const PUSH: i32 = 10;
/// A Warrior's thorax or a Drone that can be pushed off the rim.
const ON_THE_RIM: i32 = -8;
/// The right to move.
const TEMPO: i32 = 10;

impl Position {
    /// The value for the player to move. It is symmetric: swapping the colors of all bees and
    /// rotating the hive by 180° does not change it.
    pub fn evaluate(&self) -> i32 {
        let us = self.side_to_move();
        self.strength(us) - self.strength(us.other()) + TEMPO
    }

    /// The material and threats of one player.
    fn strength(&self, color: Color) -> i32 {
        self.material(color) + self.queen_danger(color) + self.warriors_at_work(color)
    }

    fn material(&self, color: Color) -> i32 {
        let held = self.dead(color.other());
        let drones = i32::from((held.drones + 1).saturating_sub(DRONES_TO_ENTER));
        let warriors = i32::from((held.warriors + 1).saturating_sub(WARRIORS_TO_ENTER));
        DRONE * self.drones(color).len() as i32
            + WARRIOR * self.thoraxes(color).len() as i32
            + DRONE_TO_PLAY * drones
            + WARRIOR_TO_PLAY * warriors
    }

    /// The danger to the opponent's Queen.
    fn queen_danger(&self, color: Color) -> i32 {
        let Some(queen) = self.queen(color.other()) else { return 0 };
        let attackers = self.attackers(color);
        let soft_spots = queen.soft_spots();
        let left = (soft_spots & !attackers).len() as usize;
        let near = soft_spots | soft_spots.neighbors();
        let steps = attackers.iter().map(|hex| FARTHEST - hex.distance(queen.tip()));
        SOFT_SPOTS_LEFT[left.min(SOFT_SPOTS_LEFT.len() - 1)]
            + LIBERTIES[self.liberties(queen).min(LIBERTIES.len() - 1)]
            + ATTACKER_NEAR_QUEEN * (attackers & near).len() as i32
            + APPROACH * steps.map(i32::from).sum::<i32>()
    }

    /// Free hexes around a Queen.
    fn liberties(&self, queen: Queen) -> usize {
        (queen.surroundings() & !self.occupied()).len() as usize
    }

    /// The reach of the Warriors, and pushes off the hive.
    fn warriors_at_work(&self, color: Color) -> i32 {
        let exposed = ((self.drones(color) | self.thoraxes(color)) & HexSet::RIM).len() as i32;
        let reach: i32 = self
            .warriors(color)
            .map(|(_, warrior)| {
                let free = |hex: &Hex| !self.occupied().contains(*hex);
                let ahead = warrior.head().ray(warrior.facing()).take_while(free);
                let pushes =
                    matches!(self.ahead(warrior.head(), warrior.facing()), Ahead::Single(_));
                REACH * ahead.take(FAR).count() as i32 + PUSH * i32::from(pushes)
            })
            .sum();
        reach + ON_THE_RIM * exposed
    }

    /// Whether one more bee of the opponent could kill the Queen of the side to move.
    pub fn is_queen_in_danger(&self) -> bool {
        let us = self.side_to_move();
        self.queen(us).is_some_and(|queen| {
            (queen.soft_spots() & !self.attackers(us.other())).len() < 2
                || self.liberties(queen) < 2
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hive rotated by 180°, with the colors swapped.
    fn swapped(position: &Position) -> Position {
        let text = position.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let other_case = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        let reversed = |row: &str| {
            let dots = (1..=11)
                .rev()
                .fold(row.to_owned(), |row, run| row.replace(&run.to_string(), &".".repeat(run)));
            dots.chars().rev().map(other_case).collect::<String>()
        };
        let rows: Vec<String> = fields[0].split('/').rev().map(reversed).collect();
        let board = rows.into_iter().map(|row| {
            (1..=11).rev().fold(row, |row, run| row.replace(&".".repeat(run), &run.to_string()))
        });
        let board: Vec<String> = board.collect();
        let side = if fields[1] == "b" { "w" } else { "b" };
        let dead: String = fields[2].chars().map(other_case).collect();
        format!("{} {side} {dead} -", board.join("/")).parse().unwrap()
    }

    #[test]
    fn evaluation_is_symmetric() {
        let mut position = Position::start();
        for step in 0..200_usize {
            assert_eq!(position.evaluate(), swapped(&position).evaluate(), "{position}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[step * 7919 % moves.len()]);
        }
    }

    #[test]
    fn at_the_start_only_the_move_counts() {
        assert_eq!(Position::start().evaluate(), TEMPO);
    }

    #[test]
    fn a_queen_besieged_is_in_danger() {
        let calm: Position = "2OO2/3O3/8/9/10/11/10/9/8/3o3/2oo2 b - -".parse().unwrap();
        assert!(!calm.is_queen_in_danger());
        let besieged: Position = "2OO2/2xO3/8/9/10/11/10/9/8/3o3/2oo2 b - -".parse().unwrap();
        assert!(besieged.is_queen_in_danger());
        assert!(besieged.evaluate() < calm.evaluate());
    }
}
