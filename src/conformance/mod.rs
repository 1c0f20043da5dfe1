//! Whether an engine keeps to the Universal Hive Protocol and to the rules.
//!
//! Each [`Check`] tests one thing. Its first difference is reported with a game that
//! can be pasted. A check that fails, or crashes the engine, does not affect the
//! others, and nothing an engine prints can crash us.
//!
//! - `checks` are short dialogs in Rust.
//! - [`Transcript`]s are sessions as text, for what can be said line by line; `runner`
//!   plays them against an engine. Those of `uhp-transcripts/` that hold for every
//!   engine are `bundled`.
//! - `perft_counts` and `random_games` compare the engine with our rules.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod bundled;
mod checks;
mod examiner;
mod expectation;
mod perft_counts;
mod random_games;
mod runner;
pub mod transcript;

use std::ops::ControlFlow;
use std::time::Duration;

use crate::notation::{Contradiction, contradictions};
use crate::rules::Game;
use crate::uhp::{ClientConfig, appearances};

use examiner::Examiner;
pub use examiner::Failure;
pub use expectation::Expectation;
pub use runner::Deviation;
pub use transcript::Transcript;

/// What is checked, and how long it may take.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Random games of each game type that the engine knows.
    pub games: u32,
    /// Plies of each random game.
    pub plies: u32,
    /// Depth of the perft counts from the start.
    pub perft_depth: u32,
    /// The seed of the random games.
    pub seed: u64,
    /// How long an answer may take.
    pub patience: Duration,
    /// Only checks whose names contain this are made; all if it is empty.
    pub only: String,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The engine does as it should.
    Passed,
    /// The check does not apply, for this reason.
    Skipped(String),
    /// The engine does something else.
    Failed(Failure),
}

/// One thing that was tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was tested, as a sentence about engines that pass.
    pub name: String,
    /// The result.
    pub finding: Finding,
}

/// What in an engine's GameString contradicts its moves, but for a draw by repetition:
/// engines differ in when a position is the same.
fn contradiction(text: &str, game: &Game) -> Option<Contradiction> {
    let is_repetition =
        |found: &Contradiction| found.said.eq_ignore_ascii_case("Draw") && appearances(game) >= 3;
    contradictions(text, game).into_iter().find(|found| !is_repetition(found))
}

/// Makes the checks one by one and passes each to `on_check`, until that breaks off.
pub fn verify(
    config: &ClientConfig,
    settings: &Settings,
    on_check: &mut dyn FnMut(&Check) -> ControlFlow<()>,
) {
    let mut examiner = Examiner::new(config, settings);
    let mut flow = ControlFlow::Continue(());
    let mut make = |name: &str, check: &mut dyn FnMut(&mut Examiner<'_>) -> Result<(), Failure>| {
        if flow.is_break() || !name.contains(&settings.only) {
            return;
        }
        let finding = match check(&mut examiner) {
            Ok(()) => Finding::Passed,
            Err(Failure::Inapplicable(reason)) => Finding::Skipped(reason),
            Err(failure) => {
                // The next check begins with a fresh engine.
                examiner.stop();
                Finding::Failed(failure)
            }
        };
        flow = on_check(&Check { name: name.to_owned(), finding });
    };
    for (name, check) in checks::ALL {
        make(name, &mut |examiner| check(examiner));
    }
    for transcript in bundled::for_every_engine() {
        let name = format!("transcript: {}", transcript.title);
        make(&name, &mut |examiner| bundled::play(examiner, &transcript));
    }
    make("perft counts the same lines of play", &mut perft_counts::starts);
    make("perft counts the same lines of play in the middle of games", &mut perft_counts::middles);
    for game_type in crate::rules::GameType::ALL {
        let name = format!("random games of {game_type} have the same moves, states and undo");
        make(&name, &mut |examiner| random_games::games(examiner, game_type));
    }
}
