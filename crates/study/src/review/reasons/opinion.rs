//! The engine's opinion.

use super::Draft;
use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::ReviewedMove;
use crate::review::judging::mark::Mark;
use crate::review::judging::percent::percent;

/// The engine's opinion of a move about which these facts are proven.
pub(super) fn find(reviewed: &ReviewedMove, proven: &[Draft]) -> Vec<Draft> {
    let is_known = |kinds: &[&str]| proven.iter().any(|found| kinds.contains(&found.fact.kind()));
    let better = reviewed.better.as_ref().map_or(vec![], |line| line.moves.clone());
    let judgment = &reviewed.judgment;
    let mut found = vec![];
    let [is_certain_before, is_certain_after] = reviewed.proven;
    if let Some(plies) = judgment.missed_win
        && !is_certain_before
        && !is_known(&["could_win", "could_surround"])
    {
        found.push(Draft::before(Fact::MissesUnproven { plies }, better.clone()));
    }
    if let Some(plies) = judgment.allowed_win
        && !is_certain_after
        && !is_known(&["allows_win", "allows_surround", "ends"])
    {
        let line = reviewed.expected.clone();
        found.push(Draft::after(Fact::AllowsUnproven { plies }, line));
    }
    match judgment.mark {
        Mark::Forced => {}
        // A move that ends the game needs no opinion.
        Mark::Best | Mark::Good if is_known(&["ends"]) => {}
        // The sentence would contradict the proof.
        Mark::Good if is_known(&["could_win", "allows_win"]) => {}
        Mark::Best => {
            let other = reviewed.choice.filter(|choice| *choice != reviewed.mv);
            let fact = other.map_or(Fact::EnginesMove, |choice| Fact::AsGood { choice });
            found.push(Draft::after(fact, reviewed.expected.clone()));
        }
        Mark::Good => found.push(Draft::before(Fact::NothingMuchBetter, better)),
        Mark::Inaccuracy | Mark::Mistake | Mark::Blunder => {
            let before = percent(judgment.chance, is_certain_before);
            let after = percent(judgment.chance - judgment.loss, is_certain_after);
            if before > after {
                let line = reviewed.expected.clone();
                found.push(Draft::after(Fact::ChancesFall { before, after }, line));
            }
        }
    }
    found
}
