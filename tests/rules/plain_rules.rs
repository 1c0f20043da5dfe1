//! The plain rules, the reference for the engine, against positions and counts of other programs.

use crate::common::perft_table::counts_up_to;
use crate::common::plain_rules::{parse_ply, perft, replay, write_ply};
use crate::common::recorded;

/// The maximum leaves of the counts checked.
const MAX_NODES: u64 = if cfg!(debug_assertions) { 200_000 } else { 2_000_000 };

#[test]
fn plain_rules_find_every_recorded_move_and_state() {
    let positions = recorded::positions();
    assert_eq!(positions.len(), 1600);
    for recorded in positions {
        let game = replay(&recorded.game_string).expect("recorded games are well-formed");
        let moves = game.legal().iter().map(ToString::to_string).collect();

        assert_eq!(format!("{:?}", game.state()), recorded.state, "{}", recorded.game_string);
        assert_eq!(recorded.moves, moves, "{}: {}", recorded.name, recorded.game_string);
    }
}

#[test]
fn plain_rules_count_like_the_perft_table() {
    for count in counts_up_to(MAX_NODES) {
        let game = replay(&count.game_string).expect("the table's games are well-formed");

        let nodes = perft(&game, count.depth as usize);

        assert_eq!(nodes, count.nodes, "{} at depth {}", count.game_string, count.depth);
    }
}

#[test]
fn plain_rules_read_the_plies_they_write() {
    for recorded in recorded::positions().into_iter().step_by(8) {
        let game = replay(&recorded.game_string).expect("recorded games are well-formed");
        for ply in game.legal() {
            assert_eq!(
                parse_ply(&game, &write_ply(&game, ply)),
                Ok(ply),
                "{}",
                recorded.game_string
            );
        }
    }
}
