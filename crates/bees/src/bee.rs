//! The bees that fill more than one hex: Warriors and Queens.

use super::{Color, Direction, Hex, HexSet};

/// A Warrior on the hive: a thorax, and a head next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Warrior {
    thorax: Hex,
    facing: Direction,
    head: Hex,
}

impl Warrior {
    /// The Warrior with this thorax and facing; `None` if its head would be off the hive.
    #[inline]
    pub fn new(thorax: Hex, facing: Direction) -> Option<Self> {
        Some(Self { thorax, facing, head: thorax.neighbor(facing)? })
    }

    /// The hex of its body, the part that can be surrounded.
    #[inline]
    pub const fn thorax(self) -> Hex {
        self.thorax
    }

    /// The hex of its head, the part that kills.
    #[inline]
    pub const fn head(self) -> Hex {
        self.head
    }

    /// The direction from the thorax to the head, in which it moves.
    #[inline]
    pub const fn facing(self) -> Direction {
        self.facing
    }

    /// Both hexes.
    #[inline]
    pub fn hexes(self) -> HexSet {
        HexSet::of(self.thorax) | HexSet::of(self.head)
    }

    /// The Warrior one step away, as after a push; `None` if a part of it would be off the hive.
    #[must_use]
    pub(crate) fn shifted(self, direction: Direction) -> Option<Self> {
        Self::new(self.thorax.neighbor(direction)?, self.facing)
    }
}

/// A Queen on the hive: a triangle of three hexes that never turns.
///
/// She is identified by her tip, the hex nearest to the opponent's side at the start:
///
/// ```text
///   O O          soft O O soft
///    O            soft' O soft'     ' beside the tip
/// ```
///
/// Black's points down the page, White's up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Queen {
    color: Color,
    tip: Hex,
}

impl Queen {
    /// The Queen of this player with this tip; `None` if she would be partly off the hive.
    pub fn new(color: Color, tip: Hex) -> Option<Self> {
        let queen = Self { color, tip };
        (queen.hexes().len() == 3).then_some(queen)
    }

    /// Her color.
    #[inline]
    pub const fn color(self) -> Color {
        self.color
    }

    /// Her tip.
    #[inline]
    pub const fn tip(self) -> Hex {
        self.tip
    }

    /// The two directions from the tip to the rest of her.
    #[inline]
    const fn back(color: Color) -> [Direction; 2] {
        match color {
            Color::Black => [Direction::NorthWest, Direction::NorthEast],
            Color::White => [Direction::SouthWest, Direction::SouthEast],
        }
    }

    /// Her three hexes.
    #[inline]
    pub fn hexes(self) -> HexSet {
        let tip = HexSet::of(self.tip);
        let [left, right] = Self::back(self.color);
        tip | tip.shifted(left) | tip.shifted(right)
    }

    /// Her Soft Spots: the hexes next to two parts of her. There are three, or
    /// two when her back lies along an edge of the hive.
    #[inline]
    pub fn soft_spots(self) -> HexSet {
        let tip = HexSet::of(self.tip);
        let [left, right] = Self::back(self.color);
        tip.shifted(Direction::West)
            | tip.shifted(Direction::East)
            | tip.shifted(left).shifted(right)
    }

    /// All hexes around her, Soft Spots and the others: nine, or fewer at an edge.
    #[inline]
    pub fn surroundings(self) -> HexSet {
        let hexes = self.hexes();
        hexes.neighbors() & !hexes
    }

    /// The Queen one step away; `None` if a part of her would be off the hive.
    #[must_use]
    pub(crate) fn shifted(self, direction: Direction) -> Option<Self> {
        Self::new(self.color, self.tip.neighbor(direction)?)
    }

    /// The two hexes from which she is pushed this way: first the one that is a
    /// Soft Spot of hers, then the other. `None` if either is off the hive.
    ///
    /// In each direction her hexes form two lines, one of two hexes and one of one, so there are
    /// always two hexes behind her, side by side.
    ///
    /// ```text
    ///    s O .          pushed to the east from
    ///   c O O           s, a Soft Spot, and c
    /// ```
    pub(crate) fn handles(self, direction: Direction) -> Option<[Hex; 2]> {
        let behind = self.hexes().shifted(direction.opposite()) & !self.hexes();
        let soft = (behind & self.soft_spots()).iter().next()?;
        let other = (behind & !self.soft_spots()).iter().next()?;
        Some([soft, other])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PLAYERS;

    fn queens() -> impl Iterator<Item = Queen> {
        let tips =
            PLAYERS.into_iter().flat_map(|color| HexSet::BOARD.iter().map(move |hex| (color, hex)));
        tips.filter_map(|(color, tip)| Queen::new(color, tip))
    }

    /// The page: "those hexes that are adjacent to two parts of the Queen".
    #[test]
    fn soft_spots_are_the_hexes_next_to_two_parts_of_the_queen() {
        for queen in queens() {
            let by_definition: HexSet = queen
                .surroundings()
                .iter()
                .filter(|hex| {
                    hex.neighbors().filter(|&part| queen.hexes().contains(part)).count() == 2
                })
                .collect();
            assert_eq!(queen.soft_spots(), by_definition, "{queen:?}");
        }
    }

    #[test]
    fn a_queen_never_has_fewer_than_two_soft_spots() {
        assert!(queens().all(|queen| (2..=3).contains(&queen.soft_spots().len())));
    }

    #[test]
    fn a_queen_in_the_open_has_nine_hexes_around_her() {
        let queen = Queen::new(Color::White, Hex::new(5, 5).unwrap()).unwrap();
        assert_eq!(queen.surroundings().len(), 9);
        assert_eq!(queen.soft_spots().len(), 3);
    }

    #[test]
    fn a_queen_is_pushed_from_two_hexes_side_by_side() {
        for queen in queens() {
            for direction in Direction::ALL {
                let Some([soft, other]) = queen.handles(direction) else { continue };
                assert!(soft.direction_to(other).is_some());
                for handle in [soft, other] {
                    assert!(queen.hexes().contains(handle.neighbor(direction).unwrap()));
                }
            }
        }
    }

    #[test]
    fn a_warrior_has_its_head_in_the_direction_it_faces() {
        let thorax: Hex = "i10".parse().unwrap();
        let warrior = Warrior::new(thorax, Direction::SouthWest).unwrap();
        assert_eq!(warrior.head().to_string(), "h9");
        assert_eq!(Warrior::new("k6".parse().unwrap(), Direction::NorthEast), None);
    }
}
