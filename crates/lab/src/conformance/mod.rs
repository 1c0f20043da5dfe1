//! Checks that an engine follows the Universal Hive Protocol and the rules.
//!
//! Each [`Check`] tests one thing and reports the first difference with a game that can be pasted.
//! A check that fails or crashes the engine does not affect the others, and no output of an engine
//! can cause a panic.
//!
//! - `checks` are short dialogs in Rust.
//! - [`Transcript`]s are sessions as text, played by `runner`; those of `uhp-transcripts/` that
//!   hold for every engine are `bundled`.
//! - `perft_counts` and `random_games` compare the engine with our rules.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod checks;
mod examiner;
mod expectation;
mod perft_counts;
mod random_games;
mod runner;
pub mod transcript;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use waggle_hive_core::notation::{Contradiction, contradictions};
use waggle_hive_core::rules::{Game, GameType};
use waggle_hive_session::appearances;
use waggle_hive_uhp::{ClientConfig, ClientError};

use examiner::Examiner;
pub use examiner::Failure;
pub use expectation::Expectation;
pub use runner::Deviation;
pub use transcript::Transcript;

/// What to check, and how long to wait.
#[derive(Clone, Debug)]
pub struct VerifySettings {
    /// Random games of each game type that the engine knows.
    pub games: u32,
    /// Plies of each random game.
    pub plies: u32,
    /// Perft depth from the start.
    pub perft_depth: u32,
    /// The random seed.
    pub seed: u64,
    /// The timeout of an answer.
    pub patience: Duration,
    /// Set to end the checks at once.
    pub stop: Arc<AtomicBool>,
    /// Sessions that every engine should pass.
    pub transcripts: Vec<Transcript>,
    /// Run only checks whose names contain this; all if empty.
    pub only: String,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckFinding {
    /// The engine passes.
    Passed,
    /// The check does not apply, for this reason.
    Skipped(String),
    /// The engine fails.
    Failed(Failure),
}

/// A check with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// A sentence about engines that pass.
    pub name: String,
    /// The result.
    pub finding: CheckFinding,
}

/// A contradiction between an engine's GameString and its moves, except for a draw by repetition:
/// engines differ in which positions are the same.
fn contradiction(text: &str, game: &Game) -> Option<Contradiction> {
    let is_repetition =
        |found: &Contradiction| found.said.eq_ignore_ascii_case("Draw") && appearances(game) >= 3;
    contradictions(text, game).into_iter().find(|found| !is_repetition(found))
}

/// Why an engine cannot be examined at all.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum VerifyError {
    #[error("no check has `{only}` in its name; there are:{}", indented(names))]
    NoSuchCheck { only: String, names: Vec<String> },
    /// The engine does not start, does not introduce itself, or answers nothing.
    #[error("the engine cannot be examined: {cause}{}", indented(complaints))]
    Start {
        cause: ClientError,
        /// The last lines of the engine's error output.
        complaints: Vec<String>,
    },
}

fn indented(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["\n  ", line]).collect()
}

type Make = Box<dyn FnMut(&mut Examiner<'_>) -> Result<(), Failure>>;

/// All checks, in order.
fn all(transcripts: &[Transcript]) -> Vec<(String, Make)> {
    let mut all: Vec<(String, Make)> = Vec::new();
    for (name, check) in checks::ALL {
        all.push((name.to_owned(), Box::new(check)));
    }
    for transcript in transcripts {
        let name = format!("transcript: {}", transcript.title);
        let transcript = transcript.clone();
        all.push((name, Box::new(move |examiner| play(examiner, &transcript))));
    }
    let starts = "perft counts the same lines of play";
    all.push((starts.to_owned(), Box::new(perft_counts::starts)));
    let middles = "perft counts the same lines of play in the middle of games";
    all.push((middles.to_owned(), Box::new(perft_counts::middles)));
    for game_type in GameType::ALL {
        let name = format!("random games of {game_type} have the same moves, states and undo");
        all.push((name, Box::new(move |examiner| random_games::games(examiner, game_type))));
    }
    all
}

/// Runs the checks and passes each result to `on_check`, until that breaks.
///
/// # Errors
///
/// If there are no checks, or the engine does not start or answer. Nothing has then been checked.
pub fn verify(
    config: &ClientConfig,
    settings: &VerifySettings,
    on_check: &mut dyn FnMut(&Check) -> ControlFlow<()>,
) -> Result<(), VerifyError> {
    let (wanted, others): (Vec<_>, Vec<_>) =
        all(&settings.transcripts).into_iter().partition(|(name, _)| name.contains(&settings.only));
    if wanted.is_empty() {
        let names = others.into_iter().map(|(name, _)| name).collect();
        return Err(VerifyError::NoSuchCheck { only: settings.only.clone(), names });
    }
    let mut examiner = Examiner::new(config, settings);
    examiner.start()?;
    for (name, mut check) in wanted {
        let finding = match check(&mut examiner) {
            Ok(()) => CheckFinding::Passed,
            Err(Failure::Inapplicable(reason)) => CheckFinding::Skipped(reason),
            Err(failure) => {
                // The next check begins with a new engine.
                examiner.stop();
                CheckFinding::Failed(failure)
            }
        };
        // An interrupted check has not failed.
        if settings.stop.load(Ordering::Relaxed) {
            break;
        }
        if on_check(&Check { name, finding }).is_break() {
            break;
        }
    }
    Ok(())
}

/// Plays a transcript against a newly started engine.
fn play(examiner: &mut Examiner<'_>, transcript: &Transcript) -> Result<(), Failure> {
    examiner.stop();
    let patience = examiner.settings.patience;
    let played = transcript.run(examiner.client()?, patience);
    examiner.stop();
    played.map_err(|deviation| Failure::Deviation(deviation.to_string()))
}
