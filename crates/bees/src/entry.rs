//! Where dead bees reenter, and how many must be held.

use super::{Color, HexSet, Position};

/// Holding this many dead Drones of the opponent allows one to enter.
pub const DRONES_TO_ENTER: u8 = 5;
/// Holding this many dead Warriors of the opponent allows one to enter.
pub const WARRIORS_TO_ENTER: u8 = 2;

impl Position {
    /// The edges on which this player's bees fill more hexes than the opponent's.
    pub fn controlled_edges(&self, color: Color) -> Vec<HexSet> {
        let ours = self.occupied_by(color);
        let theirs = self.occupied_by(color.other());
        let mut edges = HexSet::EDGES.to_vec();
        edges.retain(|&edge| (edge & ours).len() > (edge & theirs).len());
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_start_each_player_controls_the_three_edges_at_home() {
        let start = Position::start();
        let [bottom, bottom_left, top_left, top, top_right, bottom_right] = HexSet::EDGES;
        assert_eq!(start.controlled_edges(Color::Black), [top_left, top, top_right]);
        assert_eq!(start.controlled_edges(Color::White), [bottom, bottom_left, bottom_right]);
    }
}
