//! Why a move has its mark: sentences, each with a line of play that shows it.
//!
//! A sentence states a [`Fact`]. What the rules or the solver prove is called proven; what only
//! the search says is worded as the engine's opinion. Facts are found by comparing the position
//! before the move with those after it and after the better move (`comparison`, `by_rules`), and by
//! proving wins (`by_proof`); the most important ones are kept. If there are none, the engine's
//! lines are followed until one appears (`by_line`). `tests/study/reasons.rs` parses every kind of
//! sentence and checks its claim with rules that share no code with these.

mod by_line;
mod by_proof;
mod by_rules;
mod comparison;
mod drawn;
mod fact;
mod json;
mod opinion;
mod sentence;

pub use fact::Fact;
pub use json::{Facts, ReasonObject};

use super::ReviewedMove;
use super::prover::Prover;
use comparison::Comparison;
use waggle_hive_core::rules::{Game, Move};

/// The maximum number of facts from the rules per move, besides proven wins.
const MAX_BY_RULES: usize = 2;

/// A sentence about a move, and the line that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// What it says.
    pub fact: Fact,
    /// The sentence.
    pub text: String,
    /// Where its line begins.
    pub origin: Origin,
    /// Moves that show it on the board; may be empty.
    pub line: Vec<Move>,
}

/// Where the line of a reason begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the position before the move.
    Before,
    /// In the position after the move.
    After,
}

impl Origin {
    /// The word for it in documents.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

/// A reason before its sentence is written.
struct Finding {
    fact: Fact,
    origin: Origin,
    line: Vec<Move>,
}

impl Finding {
    fn before(fact: Fact, line: Vec<Move>) -> Self {
        Self { fact, origin: Origin::Before, line }
    }

    fn after(fact: Fact, line: Vec<Move>) -> Self {
        Self { fact, origin: Origin::After, line }
    }

    fn told(self, comparison: &Comparison) -> Reason {
        let Self { fact, origin, line } = self;
        Reason { text: sentence::of(&fact, comparison), fact, origin, line }
    }
}

/// The reasons for the judgment on a move played in the last position of this game, the most
/// important first: at least one.
pub(super) fn find(before: &Game, reviewed: &ReviewedMove, prover: &mut Prover<'_>) -> Vec<Reason> {
    prover.set_past(before);
    let comparison = Comparison::new(before.position(), reviewed);
    let mut findings = by_proof::find(&comparison, reviewed, prover);
    if reviewed.judgment.mark.is_error() {
        let mut by_rules = by_rules::find(&comparison);
        by_rules.truncate(MAX_BY_RULES);
        findings.append(&mut by_rules);
        if findings.is_empty() {
            findings.extend(by_line::find(before, &comparison, reviewed));
        }
    }
    findings.extend(opinion::find(reviewed, &findings));
    findings.into_iter().map(|finding| finding.told(&comparison)).collect()
}

/// A further reason for the last move of a drawn game, from all its moves.
pub(super) fn of_draw(before: &Game, moves: &[ReviewedMove]) -> Option<Reason> {
    let last = moves.last()?;
    let finding = Finding::before(drawn::find(moves)?, vec![last.mv]);
    Some(finding.told(&Comparison::new(before.position(), last)))
}
