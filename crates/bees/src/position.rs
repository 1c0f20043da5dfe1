//! Positions: the bees on the hive, the side to move and the last push.

use waggle_hive_core::rules::ByColor;

use super::{Color, Dead, Hex, HexSet, Outcome, Push, Queen, Warrior, key};

/// The most Warriors a player can have: four, and four of the opponent's.
pub const WARRIORS: usize = 8;

/// Both players, in the order of play.
pub const PLAYERS: [Color; 2] = [Color::Black, Color::White];

/// The part of a bee on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A Drone of this player.
    Drone(Color),
    /// The head of this player's Warrior with this number.
    Head(Color, usize),
    /// The thorax of this player's Warrior with this number.
    Thorax(Color, usize),
    /// A third of this player's Queen.
    Queen(Color),
}

/// A position of Bees!, without the moves that led to it.
///
/// Bees are put and taken by a few functions at the end of this file only, which keep the sets and
/// the key consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    drones: ByColor<HexSet>,
    warriors: ByColor<[Option<Warrior>; WARRIORS]>,
    queens: ByColor<Option<Queen>>,
    heads: ByColor<HexSet>,
    thoraxes: ByColor<HexSet>,
    occupied: HexSet,
    dead: ByColor<Dead>,
    side_to_move: Color,
    last_push: Option<Push>,
    outcome: Option<Outcome>,
    key: u64,
}

impl Position {
    /// The starting position of the rules, Black to play.
    #[expect(clippy::missing_panics_doc, reason = "the starting position fits on the hive")]
    pub fn start() -> Self {
        let mut position = Self::empty(Color::Black);
        for color in PLAYERS {
            // White's side is Black's rotated by 180°.
            let hex = |row: u8, diagonal: u8| match color {
                Color::White => Hex::new(row, diagonal).expect("a hex of the page"),
                Color::Black => Hex::new(10 - row, 10 - diagonal).expect("a hex of the page"),
            };
            for (row, diagonal) in
                [(1, 1), (1, 2), (1, 4), (1, 5), (2, 2), (2, 3), (2, 4), (2, 5), (3, 4)]
            {
                position.put_drone(color, hex(row, diagonal));
            }
            // ab, cd, ef and gh: the thorax, then the head.
            let pairs = [((2, 1), (3, 2)), ((0, 0), (1, 0)), ((2, 6), (3, 6)), ((0, 5), (1, 6))];
            for (slot, (thorax, head)) in pairs.into_iter().enumerate() {
                let (thorax, head) = (hex(thorax.0, thorax.1), hex(head.0, head.1));
                let facing = thorax.direction_to(head).expect("a head next to its thorax");
                let warrior = Warrior::new(thorax, facing).expect("a head on the hive");
                position.put_warrior(color, slot, warrior);
            }
            let queen = Queen::new(color, hex(1, 3)).expect("a Queen on the hive");
            position.put_queen(queen);
        }
        position
    }

    /// A hive without bees, for texts to fill.
    pub(crate) fn empty(side_to_move: Color) -> Self {
        let none = ByColor::new_with(|_| HexSet::EMPTY);
        let mut position = Self {
            drones: none,
            warriors: ByColor::default(),
            queens: ByColor::default(),
            heads: none,
            thoraxes: none,
            occupied: HexSet::EMPTY,
            dead: ByColor::default(),
            side_to_move: Color::Black,
            last_push: None,
            outcome: None,
            key: 0,
        };
        if side_to_move == Color::White {
            position.flip_side();
        }
        position
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The outcome, if the game is over.
    #[inline]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The Zobrist key. It does not depend on the numbers of Warriors.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// This player's Drones.
    #[inline]
    pub fn drones(&self, color: Color) -> HexSet {
        self.drones[color]
    }

    /// This player's Warriors with their numbers.
    pub fn warriors(&self, color: Color) -> impl Iterator<Item = (usize, Warrior)> + '_ {
        let slots = self.warriors[color].iter().enumerate();
        slots.filter_map(|(slot, warrior)| warrior.map(|warrior| (slot, warrior)))
    }

    /// This player's Queen, unless she is dead.
    #[inline]
    pub fn queen(&self, color: Color) -> Option<Queen> {
        self.queens[color]
    }

    /// The heads of this player's Warriors.
    #[inline]
    pub fn heads(&self, color: Color) -> HexSet {
        self.heads[color]
    }

    /// The thoraxes of this player's Warriors.
    #[inline]
    pub fn thoraxes(&self, color: Color) -> HexSet {
        self.thoraxes[color]
    }

    /// The occupied hexes.
    #[inline]
    pub const fn occupied(&self) -> HexSet {
        self.occupied
    }

    /// The hexes occupied by this player's bees.
    #[inline]
    pub fn occupied_by(&self, color: Color) -> HexSet {
        let queen = self.queens[color].map_or(HexSet::EMPTY, Queen::hexes);
        self.drones[color] | self.heads[color] | self.thoraxes[color] | queen
    }

    /// This player's dead bees. The opponent holds them and may reenter some as their own.
    #[inline]
    pub fn dead(&self, color: Color) -> Dead {
        self.dead[color]
    }

    /// The push of the last turn, if any.
    #[inline]
    pub const fn last_push(&self) -> Option<Push> {
        self.last_push
    }

    /// What fills this hex.
    pub fn at(&self, hex: Hex) -> Option<Part> {
        if !self.occupied.contains(hex) {
            return None;
        }
        PLAYERS.into_iter().find_map(|color| {
            if self.drones[color].contains(hex) {
                return Some(Part::Drone(color));
            }
            if let Some((slot, warrior)) = self.warrior_at(color, hex) {
                let is_head = warrior.head() == hex;
                return Some(if is_head {
                    Part::Head(color, slot)
                } else {
                    Part::Thorax(color, slot)
                });
            }
            self.queens[color]
                .is_some_and(|queen| queen.hexes().contains(hex))
                .then_some(Part::Queen(color))
        })
    }

    /// This player's Warrior with a part on this hex.
    pub fn warrior_at(&self, color: Color, hex: Hex) -> Option<(usize, Warrior)> {
        self.warriors(color).find(|(_, warrior)| warrior.head() == hex || warrior.thorax() == hex)
    }

    /// This player's Warrior whose thorax is on this hex.
    pub fn warrior_with_thorax(&self, color: Color, hex: Hex) -> Option<(usize, Warrior)> {
        self.warriors(color).find(|(_, warrior)| warrior.thorax() == hex)
    }

    /// The lowest number free for a Warrior of this player.
    pub(crate) fn free_slot(&self, color: Color) -> Option<usize> {
        self.warriors[color].iter().position(Option::is_none)
    }

    pub(crate) fn put_drone(&mut self, color: Color, hex: Hex) {
        debug_assert!(!self.occupied.contains(hex), "{hex} is taken");
        self.drones[color].insert(hex);
        self.occupied.insert(hex);
        self.key ^= key::drone(color, hex);
    }

    pub(crate) fn take_drone(&mut self, color: Color, hex: Hex) {
        debug_assert!(self.drones[color].contains(hex), "no Drone on {hex}");
        self.drones[color].remove(hex);
        self.occupied.remove(hex);
        self.key ^= key::drone(color, hex);
    }

    /// Puts a Warrior on two empty hexes.
    pub(crate) fn put_warrior(&mut self, color: Color, slot: usize, warrior: Warrior) {
        debug_assert!(!self.occupied.meets(warrior.hexes()), "{warrior:?} has no room");
        debug_assert!(self.warriors[color][slot].is_none(), "number {slot} is in use");
        self.warriors[color][slot] = Some(warrior);
        self.heads[color].insert(warrior.head());
        self.thoraxes[color].insert(warrior.thorax());
        self.occupied |= warrior.hexes();
        self.key ^= key::warrior(color, warrior);
    }

    /// Removes a Warrior.
    ///
    /// # Panics
    ///
    /// If there is none with this number.
    pub(crate) fn take_warrior(&mut self, color: Color, slot: usize) -> Warrior {
        let warrior = self.warriors[color][slot].take().expect("a Warrior with this number");
        self.heads[color].remove(warrior.head());
        self.thoraxes[color].remove(warrior.thorax());
        self.occupied &= !warrior.hexes();
        self.key ^= key::warrior(color, warrior);
        warrior
    }

    /// Puts a Queen on three empty hexes.
    pub(crate) fn put_queen(&mut self, queen: Queen) {
        debug_assert!(!self.occupied.meets(queen.hexes()), "{queen:?} has no room");
        debug_assert!(self.queens[queen.color()].is_none(), "a second Queen");
        self.queens[queen.color()] = Some(queen);
        self.occupied |= queen.hexes();
        self.key ^= key::queen(queen);
    }

    /// Removes a Queen.
    ///
    /// # Panics
    ///
    /// If she is dead.
    pub(crate) fn take_queen(&mut self, color: Color) -> Queen {
        let queen = self.queens[color].take().expect("a living Queen");
        self.occupied &= !queen.hexes();
        self.key ^= key::queen(queen);
        queen
    }

    /// Sets the dead bees of this player.
    pub(crate) fn set_dead(&mut self, color: Color, dead: Dead) {
        self.key ^= key::dead(color, self.dead[color]) ^ key::dead(color, dead);
        self.dead[color] = dead;
    }

    pub(crate) fn set_last_push(&mut self, push: Option<Push>) {
        self.key ^= self.last_push.map_or(0, key::push) ^ push.map_or(0, key::push);
        self.last_push = push;
    }

    pub(crate) fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome;
    }

    /// Gives the turn to the other player.
    pub(crate) fn flip_side(&mut self) {
        self.side_to_move = self.side_to_move.other();
        self.key ^= key::WHITE_TO_MOVE;
    }
}
