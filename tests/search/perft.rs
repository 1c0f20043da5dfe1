//! The engine against perft counts of other programs.

use crate::common::{engine, perft_table};
use waggle::rules::{Position, perft};

/// The maximum leaves of the counts checked.
const MAX_NODES: u64 = if cfg!(debug_assertions) { 6_000_000 } else { 200_000_000 };
/// Up to this many leaves, each is also played with the search's `make`.
const MAX_PLAYED: u64 = MAX_NODES / 20;

#[test]
fn engine_counts_like_the_perft_table() {
    let counts = perft_table::counts_up_to(MAX_NODES);
    assert!(counts.iter().filter(|count| count.nodes >= 1_000_000).count() >= 8);
    for count in counts {
        let (_, game) = engine::replay(&count.game_string);
        let mut position: Position = game.position().clone();

        let nodes = perft(&mut position, count.depth);

        assert_eq!(nodes, count.nodes, "{} at depth {}", count.game_string, count.depth);
        if count.nodes <= MAX_PLAYED {
            assert_eq!(played(&mut position, count.depth), count.nodes, "{}", count.game_string);
        }
        assert_eq!(&position, game.position(), "perft leaves the position as it was");
    }
}

/// Perft that plays the last ply instead of counting its moves.
fn played(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        leaves += played(position, depth - 1);
        position.unmake(undo);
    }
    leaves
}
