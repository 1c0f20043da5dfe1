//! Arguments of `waggle tune`.

use std::path::PathBuf;

use clap::Args;
use waggle::eval::HIDDEN;
use waggle::tune::TrainSettings;

use super::values::{number, real};

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Games to play, all game types in turns.
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) games: u32,
    /// Positions to search for a move; in turns half, once and twice as many.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    /// What openings and random moves are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// How much the rest of a game counts against the score of a search.
    #[arg(long, value_name = "SHARE", default_value_t = 0.75, value_parser = real(0.0..=1.0))]
    pub(crate) later: f64,
    /// Passes over all positions.
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().epochs, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) epochs: u32,
    /// Hidden units of the network: 15, 31, 63 or 127.
    #[arg(long, value_name = "N", default_value_t = HIDDEN, value_parser = units)]
    pub(crate) units: usize,
    /// The first step of the optimizer.
    #[arg(long, value_name = "X", default_value_t = TrainSettings::default().step, value_parser = real(0.0..=1.0))]
    pub(crate) step: f64,
    /// Where to write the weights.
    #[arg(long, value_name = "FILE", default_value = "crates/engine/src/eval/learned.bin")]
    pub(crate) out: PathBuf,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Fit only how likely a score wins, for reviews, and print that.
    #[arg(long)]
    pub(crate) chance: bool,
    /// A file that keeps the games, so that they are not played again.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// A file that another run has kept, such as one with another seed, whose games count, too.
    #[arg(long, value_name = "FILE")]
    pub(crate) also: Vec<PathBuf>,
}

/// The sizes of a network that fill whole vector registers with its linear part.
fn units(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(units @ (15 | 31 | 63 | 127)) => Ok(units),
        _ => Err(format!("expected 15, 31, 63 or 127, found `{text}`")),
    }
}
