//! Arguments of `waggle tune-levels`.

use std::path::PathBuf;

use clap::Args;
use waggle::levels::HIGHEST;

use super::values::number;

/// Arguments of `tune-levels`.
#[derive(Debug, Args)]
pub(crate) struct TuneLevelsArgs {
    /// Measure what the levels miss in these games of people, and what the players missed; no games are played.
    #[arg(value_name = "ARCHIVE")]
    pub(crate) sources: Vec<PathBuf>,
    /// The lowest level to measure.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=HIGHEST as u64 - 1))]
    pub(crate) from: u64,
    /// The highest level to measure.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<u64>(1..=HIGHEST as u64 - 1))]
    pub(crate) to: u64,
    /// Games of each level in each game type against random moves, and as many against the level
    /// below.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) games: u32,
    /// Positions of each kind that show what a level misses.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u64>(1..=10_000))]
    pub(crate) positions: u64,
}
