//! The drawings of `tests/rules`: the corner cases of the rules as checkable pictures.
//!
//! A drawing is checked in all twelve rotations and reflections, for both colors, by the plain rules
//! and by the engine; `common/drawing.rs` describes the format.

use std::path::Path;

use crate::common::drawing::{Drawing, parse_all};
use crate::common::engine;
use crate::common::plain_rules::{Cell, Ply};
use waggle::notation::parse_move;

/// All drawings, in the order of their files.
fn drawings() -> Vec<Drawing> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let entries = folder.read_dir().expect("the drawings are there").flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "hive"));
    files.sort();
    files
        .iter()
        .flat_map(|file| parse_all(&std::fs::read_to_string(file).expect("it is text")))
        .collect()
}

/// The drawing with its rotations and reflections, in both colors.
fn views(drawing: &Drawing) -> Vec<Drawing> {
    // On the first turns White and Black may not do the same.
    let swaps: &[bool] = if drawing.game.own_turn() == 1 { &[false] } else { &[false, true] };
    swaps
        .iter()
        .flat_map(|&swap| {
            (0..12).map(move |index| drawing.transformed(|cell| cell.symmetric()[index], swap))
        })
        .collect()
}

#[test]
fn plain_rules_see_what_is_drawn() {
    let drawings = drawings();
    assert!(drawings.len() >= 100, "{}", drawings.len());
    let mut complaints = Vec::new();
    for view in drawings.iter().flat_map(views) {
        let legal = view.game.legal();
        let goals = view.goals_among(&legal);
        let only_pass = legal.iter().eq(&[Ply::Pass]);
        let state = format!("{:?}", view.game.state());
        if goals != view.goals || only_pass != view.only_pass || state != view.state {
            let (drawn, found) = (view.with_goals(&view.goals), view.with_goals(&goals));
            complaints.push(format!(
                "{}\n{drawn}\nfound ({state}, only a pass: {only_pass}):\n{found}\n",
                view.title
            ));
        }
    }
    assert!(complaints.is_empty(), "{} wrong views:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn engine_sees_what_the_plain_rules_see() {
    for drawing in drawings() {
        for (index, view) in (0..).zip(views(&drawing)) {
            // Each view lies somewhere else on the torus, many of them across its edges. The first
            // piece of a game has its fixed place.
            let shift = if view.game.ply == 0 { 0 } else { index };
            let elsewhere = |cell: Cell| Cell::new(cell.q + 11 * shift, cell.r - 7 * shift);
            let view = view.transformed(elsewhere, false);
            let position = engine::set_up(&view.game);

            position.assert_valid();
            assert_eq!(engine::state(&position), view.game.state(), "{}", view.title);
            let complaints = engine::disagreements(&view.game, &position);
            let picture = view.with_goals(&view.goals);
            assert!(complaints.is_empty(), "{}\n{picture}\n{complaints:#?}", view.title);
            assert_eq!(position.count_moves(), position.legal_moves().len(), "{}", view.title);
        }
    }
}

#[test]
fn a_refused_move_says_which_rule_it_breaks() {
    let mut refused = 0;
    let mut complaints = Vec::new();
    for drawing in drawings() {
        let position = engine::set_up(&drawing.game);
        for (text, reason) in &drawing.refused {
            let found = match parse_move(&position, text) {
                Ok(mv) => {
                    position.objection_to(mv).map_or("it is legal".into(), |it| it.to_string())
                }
                Err(error) => error.to_string(),
            };
            if found != *reason {
                complaints.push(format!(
                    "{}: {text}\n  drawn: {reason}\n  found: {found}",
                    drawing.title
                ));
            }
            refused += 1;
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(refused >= 40, "{refused}");
}
