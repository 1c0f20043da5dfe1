//! Arguments of `waggle tune`.

use std::path::PathBuf;

use clap::Args;
use waggle::eval::Network;
use waggle::tune::TrainSettings;

use super::values::{number, real};

/// What stands for the built-in network where a file may be named.
pub(crate) const BUILT_IN: &str = "BuiltIn";

/// Arguments of `tune`.
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line")]
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Number of games to play, all game types in turn.
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) games: u32,
    /// Nodes to search for a move; in turn half, once and twice as many.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    /// Random seed of openings and moves.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Weight of the rest of a game against the score of the search.
    #[arg(long, value_name = "SHARE", default_value_t = 0.75, value_parser = real(0.0..=1.0))]
    pub(crate) later: f64,
    /// Passes over all positions.
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().epochs, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) epochs: u32,
    /// Hidden units of the network: 15, 31, 63 or 127.
    #[arg(long, value_name = "N", default_value_t = Network::default().weights().hidden(), value_parser = units)]
    pub(crate) units: usize,
    /// Step of the optimizer.
    #[arg(long, value_name = "X", default_value_t = TrainSettings::default().step, value_parser = real(0.0..=1.0))]
    pub(crate) step: f64,
    /// Start from the built-in network, or from that of a file, instead of random weights.
    ///
    /// Units beyond those that it has start at random, and count for nothing at first.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = BUILT_IN
    )]
    pub(crate) warm: Option<PathBuf>,
    /// Where to write the weights.
    #[arg(long, value_name = "FILE", default_value = "crates/engine/src/eval/learned.bin")]
    pub(crate) out: PathBuf,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Only fit the winning chances of scores, for reviews, and print them.
    #[arg(long)]
    pub(crate) chance: bool,
    /// Only print what each feature of the evaluation is good for: how often it occurs, what it
    /// goes with, and the error without it.
    #[arg(long)]
    pub(crate) features: bool,
    /// File that keeps the games, so that a later run need not play them again.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// File of games kept by another run, to train on as well.
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
