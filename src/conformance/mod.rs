//! Whether an engine keeps to the Universal Hive Protocol and to the rules.
//!
//! Each [`Check`] asks one thing of an engine. The first difference is told with
//! a game that can be pasted, and a check that fails, or kills the engine, keeps
//! no other from being made. Whatever an engine says, it cannot bring us down.

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

use crate::uhp::ClientConfig;

use examiner::Examiner;
pub use examiner::Failure;
pub use expectation::Expectation;
pub use runner::Deviation;
pub use transcript::Transcript;

/// What is looked at, and for how long.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Random games of each game type that the engine knows.
    pub games: u32,
    /// Plies of each random game.
    pub plies: u32,
    /// Depth of the perft counts from the start.
    pub perft_depth: u32,
    /// What the random games are made from.
    pub seed: u64,
    /// How long an answer may take.
    pub patience: Duration,
    /// Part of the names of the checks to be made; all if it is empty.
    pub only: String,
}

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The engine does as it should.
    Passed,
    /// The check does not apply, for this reason.
    Skipped(String),
    /// The engine does something else.
    Failed(Failure),
}

/// One thing that was asked of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was asked, as a sentence about engines that pass.
    pub name: String,
    /// What it came to.
    pub finding: Finding,
}

/// Makes the checks, and hands each one over as soon as it is made, until `on_check`
/// breaks off.
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
                // Whatever it has done, the next check shall not suffer from it.
                examiner.dismiss();
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
