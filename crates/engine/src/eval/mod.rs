//! Static evaluation.
//!
//! A small network over features of both players from the view of the side to move: independent of
//! colors and of the orientation of the hive. A second output says how likely a draw is.

mod columns;
mod exact_mobility;
mod explanation;
mod feature_counts;
mod feature_sink;
mod features;
mod info;
mod network;
mod network_error;
mod parts;
mod piece_state;
mod player_info;
mod tally;
mod value;
mod weights;

pub use exact_mobility::ExactMobility;
pub use explanation::{Explained, explain, values_without};
pub use feature_counts::FeatureCounts;
pub use features::Feature;
pub use info::{EvalInfo, FillMethod, Mobility};
pub use network::{CLIP, DRAW_SCALE, Network, SCALE};
pub use network_error::NetworkError;
pub use tally::Tally;
pub use weights::{PackedColumn, Weights};

use feature_sink::count_features;
use info::Consumer;
use parts::Parts;
use waggle_hive_core::rules::Position;

/// The scale of the logistic curve from values to winning chances: the value, in hundredths of a
/// liberty, at which the odds are e to 1. Fitted by
/// `waggle tune --chance --games 1200 --nodes 4000 --seed 1` to 55,433 positions of finished
/// games; `docs/review.md` says how well it fits.
pub const CHANCE_SCALE: f64 = 75.5;

/// Evaluates a position, in hundredths of a liberty.
struct Evaluate<'a> {
    network: &'a Network,
    position: &'a Position,
    contempt: i32,
}

impl Consumer for Evaluate<'_> {
    type Answer = i32;

    #[inline(always)]
    fn consume(self, info: &EvalInfo) -> i32 {
        let mut parts = Parts::NONE;
        count_features(self.position, info, &mut parts);
        self.network.value(&parts, self.position.side_to_move(), self.contempt)
    }
}

/// The value that a network gives a position for the side to move, if a draw costs it `contempt`, and
/// its opponent as much less: all in hundredths of a liberty.
pub fn evaluate(network: &Network, position: &Position, contempt: i32) -> i32 {
    EvalInfo::feed(position, Evaluate { network, position, contempt })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    /// Black shuts White out there.
    const SHUT_OUT: &str = include_str!("../../../../tests/data/repetition-game.txt");

    #[test]
    fn contempt_costs_more_where_a_draw_is_more_likely() {
        let mut game = parse_game(SHUT_OUT.trim()).unwrap();
        let network = Network::default();
        let cost = |position: &Position| {
            let [ours, theirs] = [100, -100].map(|it| evaluate(&network, position, it));
            let even = evaluate(&network, position, 0);
            assert_eq!(ours - even, even - theirs, "what one player loses the other gains");
            even - ours
        };
        let in_a_blockade = cost(game.position());
        while game.position().ply() > 10 {
            game.undo();
        }
        let early = cost(game.position());
        assert!((60..=100).contains(&in_a_blockade), "{in_a_blockade}");
        assert!((0..40).contains(&early), "{early}");
    }
}
