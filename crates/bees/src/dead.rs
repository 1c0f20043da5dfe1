//! Dead bees, which can reenter the game.

/// A kind of bee that can reenter the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caste {
    /// Fills one hex.
    Drone,
    /// Fills two hexes.
    Warrior,
}

/// The dead bees of one player, held by the opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dead {
    /// Drones.
    pub drones: u8,
    /// Warriors.
    pub warriors: u8,
}
