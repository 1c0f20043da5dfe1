//! Bees that can come back into the game.

/// A kind of bee that can come back into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caste {
    /// Fills one hex.
    Drone,
    /// Fills two hexes.
    Warrior,
}

/// Dead bees of one player, which the opponent holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dead {
    /// Drones.
    pub drones: u8,
    /// Warriors.
    pub warriors: u8,
}
