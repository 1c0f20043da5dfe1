//! Why a move has its mark: sentences, each with a line of play that shows it.
//!
//! A sentence states a [`Fact`]. What the rules or the solver prove is called proven; what only
//! the search says is worded as the engine's opinion. Facts are found by comparing the position
//! before the move with those after it and after the better move (`comparison`, `by_rules`), and by
//! proving wins (`by_proof`); the most important ones are kept. If there are none, the engine's
//! lines are followed until one appears (`by_line`). What people would play is the opinion of their model
//! (`by_people`). `tests/study/reasons.rs` parses every kind of
//! sentence and checks its claim with rules that share no code with these.

mod by_line;
mod by_people;
mod by_proof;
mod by_rules;
pub(crate) mod comparison;
mod drawn;
mod opinion;
pub(crate) mod prover;
pub(crate) mod sentence;

use std::sync::atomic::AtomicBool;

use super::judging::ending::{EndedBy, Ending};
use super::judging::fact::Fact;
use super::judging::game_review::{Review, ReviewedMove};
use super::judging::reason::{Origin, Reason};
use comparison::Comparison;
use prover::Prover;
use waggle_hive_core::games::GameRecord;
use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::search::MemoryError;

/// The maximum number of facts from the rules per move, besides proven wins.
const MAX_BY_RULES: usize = 2;

impl Review {
    /// The review after what the file of the game says of its end.
    #[must_use]
    pub fn as_told(mut self, record: &GameRecord) -> Self {
        self.ending = self.ending.map(|ending| ending.as_told(record));
        let is_agreed = self.ending.is_some_and(|ending| ending.by == EndedBy::Agreement);
        if let Some(last) = self.moves.last_mut().filter(|_| !is_agreed) {
            last.reasons.retain(|reason| reason.fact != Fact::Agreed);
        }
        self
    }

    /// Finds the reasons for all judgments. `stop` interrupts proofs.
    pub fn explain(&mut self, stop: &AtomicBool) -> Result<(), MemoryError> {
        let mut prover = Prover::new(stop)?;
        let mut replayed = self.game.restarted();
        for reviewed in &mut self.moves {
            reviewed.reasons = find(&replayed, reviewed, &mut prover);
            if replayed.play(reviewed.mv).is_err() {
                break; // The moves come from a game, so they are legal.
            }
        }
        let drawn = self.ending.filter(|ending| ending.winner.is_none());
        if let Some(ending) = drawn
            && replayed.undo().is_some()
        {
            let reasons = of_draw(&replayed, &self.moves, ending);
            if let Some(last) = self.moves.last_mut() {
                last.reasons.extend(reasons);
            }
        }
        Ok(())
    }
}

/// A reason before its sentence is written.
struct Draft {
    fact: Fact,
    origin: Origin,
    line: Vec<Move>,
}

impl Draft {
    fn before(fact: Fact, line: Vec<Move>) -> Self {
        Self { fact, origin: Origin::Before, line }
    }

    fn after(fact: Fact, line: Vec<Move>) -> Self {
        Self { fact, origin: Origin::After, line }
    }

    fn written(self, comparison: &Comparison) -> Reason {
        let Self { fact, origin, line } = self;
        Reason { text: sentence::of(&fact, comparison), fact, origin, line }
    }
}

/// The reasons for the judgment on a move played in the last position of this game, the most
/// important first: at least one.
fn find(before: &Game, reviewed: &ReviewedMove, prover: &mut Prover<'_>) -> Vec<Reason> {
    prover.set_past(before);
    let comparison = Comparison::new(before.position(), reviewed);
    let mut findings = by_proof::find(before, &comparison, reviewed, prover);
    if reviewed.judgment.mark.is_error() {
        let mut by_rules = by_rules::find(&comparison);
        by_rules.truncate(MAX_BY_RULES);
        findings.append(&mut by_rules);
        if findings.is_empty() {
            findings.extend(by_line::find(before, &comparison, reviewed));
        }
    }
    findings.extend(opinion::find(reviewed, &findings));
    if reviewed.judgment.mark.is_error() {
        findings.extend(by_people::find(before, reviewed));
    }
    findings.into_iter().map(|finding| finding.written(&comparison)).collect()
}

/// Further reasons for the last move of a game that has ended with this draw, from all its moves.
fn of_draw(before: &Game, moves: &[ReviewedMove], ending: Ending) -> Vec<Reason> {
    let Some(last) = moves.last() else { return vec![] };
    let agreed = (ending.by == EndedBy::Agreement).then_some(Fact::Agreed);
    let facts = agreed.into_iter().chain(drawn::find(moves));
    let comparison = Comparison::new(before.position(), last);
    facts.map(|fact| Draft::before(fact, vec![last.mv]).written(&comparison)).collect()
}
