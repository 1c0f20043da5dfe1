//! The engine against the recorded positions: the state and every legal move.

use std::collections::BTreeSet;

use crate::common::{engine, plain_rules::Ply, recorded};

#[test]
fn engine_finds_every_recorded_move_and_state() {
    let mut moves = 0;
    for recorded in recorded::positions() {
        let (plain, game) = engine::replay(&recorded.game_string);
        let position = game.position();

        // The plain rules find what is recorded (see `plain_rules.rs`), and can compare cells.
        let written: BTreeSet<String> = plain.legal().iter().map(Ply::to_string).collect();
        assert_eq!(written, recorded.moves, "{}", recorded.game_string);
        let state = format!("{:?}", engine::state(position));
        assert_eq!(state, recorded.state, "{}", recorded.game_string);
        let complaints = engine::disagreements(&plain, position);
        assert!(complaints.is_empty(), "{}: {complaints:#?}", recorded.game_string);
        moves += recorded.moves.len();
    }
    assert_eq!(moves, 83_335);
}
