//! The engine against the plain rules on random positions: anywhere on the torus, and longer, higher and
//! with more holes than in games.

use crate::common::engine;
use crate::common::plain_rules::{Game, Ply, Way, all_types};
use crate::common::random_positions::{Shape, random_position};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;

/// Positions of each shape for each game type.
const TABLES: usize = if cfg!(debug_assertions) { 20 } else { 250 };

/// Calls `visit` with this many random positions of each game type. Deterministic.
fn visit_tables(tables: usize, shapes: &[Shape], climbs: bool, mut visit: impl FnMut(&Game)) {
    let mut rng = StdRng::seed_from_u64(7);
    for bugs in all_types() {
        for shape in shapes.iter().cycle().take(tables) {
            visit(&random_position(&bugs, *shape, climbs, &mut rng));
        }
    }
}

/// Compares both rules on a position and after some of its legal moves, which it
/// unmakes.
fn compare(slow: &Game, rng: &mut StdRng) {
    let start = engine::set_up(slow);
    start.assert_valid();
    assert_eq!(engine::state(&start), slow.state(), "{slow:?}");
    let complaints = engine::disagreements(slow, &start);
    assert!(complaints.is_empty(), "{slow:?}: {complaints:#?}");

    let mut position = start.clone();
    for ply in slow.legal().into_iter().choose_multiple(rng, 3) {
        let undo = position.make(engine::to_move(ply));
        position.assert_valid();
        let complaints = engine::disagreements(&slow.after(ply), &position);
        assert!(complaints.is_empty(), "{slow:?} after {ply}: {complaints:#?}");
        position.unmake(undo);
        assert!(position == start, "{slow:?}: {ply} leaves a trace");
    }
}

fn compare_all(shapes: &[Shape], climbs: bool) {
    let mut rng = StdRng::seed_from_u64(1);
    visit_tables(TABLES, shapes, climbs, |slow| compare(slow, &mut rng));
}

#[test]
fn both_rules_agree_on_blobs() {
    compare_all(&[Shape::Blob], false);
    compare_all(&[Shape::Blob], true);
}

#[test]
fn both_rules_agree_on_snakes() {
    compare_all(&[Shape::Snake], false);
    compare_all(&[Shape::Snake], true);
}

#[test]
fn both_rules_agree_on_rings() {
    let rings = [1, 2, 3, 4].map(Shape::Ring);
    compare_all(&rings, false);
    compare_all(&rings, true);
}

#[test]
fn both_rules_agree_on_lines() {
    let lines = Way::ALL.map(Shape::Line);
    compare_all(&lines, false);
    compare_all(&lines, true);
}

#[test]
fn random_positions_reach_the_extremes() {
    let mut longest = 0;
    visit_tables(250, &Way::ALL.map(Shape::Line), false, |slow| {
        longest = longest.max(slow.table.stacks().len());
    });
    assert_eq!(longest, 28, "all pieces in one line");

    let mut tallest = 0;
    visit_tables(250, &[Shape::Blob], true, |slow| {
        let stacks = slow.table.stacks().values();
        tallest = tallest.max(stacks.map(Vec::len).max().unwrap_or_default());
    });
    assert_eq!(tallest, 7, "all beetles and mosquitoes on one piece");

    let (mut passes, mut throws) = (0, 0);
    visit_tables(50, &[Shape::Snake], true, |slow| {
        let is_throw = |ply: &Ply| match ply {
            Ply::To { piece, .. } => piece.color != slow.side_to_move(),
            Ply::Pass => false,
        };
        let legal = slow.legal();
        passes += usize::from(legal.contains(&Ply::Pass));
        throws += legal.iter().filter(|ply| is_throw(ply)).count();
    });
    assert!(passes >= 1 && throws >= 200, "{passes} {throws}");
}
