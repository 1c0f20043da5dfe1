//! What people would play, in the opinion of the model of their moves.

use super::Draft;
use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::ReviewedMove;
use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::people::Model;

/// A better move that fewer people would play is hard to find.
const FEW: f64 = 0.05;
/// A move that so many people would play is one that most play.
const MOST: f64 = 0.5;

/// What the model says of an error: that few would play the better move, and that most would err, too.
/// Nothing in a build without the model.
pub(super) fn find(before: &Game, reviewed: &ReviewedMove) -> Vec<Draft> {
    let Some(model) = Model::own() else { return vec![] };
    let extrapolated = !Model::knows(before.game_type());
    let probabilities = model.probabilities(before);
    let key = |mv: Move| before.position().after(mv).symmetric_key();
    // Moves that lead to the same position, turned or reflected, are one.
    let share = |wanted: Move| -> f64 {
        let wanted = key(wanted);
        let same = probabilities.iter().filter(|(mv, _)| key(*mv) == wanted);
        same.map(|(_, probability)| probability).sum()
    };
    let better = reviewed.better.as_ref().and_then(|line| line.moves.first());
    let hard = better.map(|&mv| (mv, share(mv))).filter(|(_, share)| *share < FEW);
    let hard = hard.map(|(mv, share)| {
        let percent = (100.0 * share).ceil() as u32;
        Draft::before(Fact::HardToFind { percent, extrapolated }, vec![mv])
    });
    let usual = Some(share(reviewed.mv)).filter(|share| *share >= MOST).map(|share| {
        let percent = (100.0 * share).floor() as u32;
        Draft::before(Fact::MostPlayIt { percent, extrapolated }, vec![])
    });
    hard.into_iter().chain(usual).collect()
}
