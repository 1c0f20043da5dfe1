//! Arguments of `waggle tune-search`.

use clap::Args;
use waggle::tune::Candidate;

use super::values::{number, real};

/// Arguments of `tune-search`.
#[derive(Debug, Args)]
pub(crate) struct TuneSearchArgs {
    /// Number of pairs of games to play, all game types in turn.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u32>(1..=1_000_000_000))]
    pub(crate) pairs: u32,
    /// Nodes to search for a move.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    /// Random seed of openings and changes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Initial learning rate, in steps of each parameter.
    #[arg(long, value_name = "STEPS", default_value_t = 0.02, value_parser = real(0.0..=1000.0), conflicts_with = "candidate")]
    pub(crate) rate: f64,
    /// Measure this value of a parameter against the default instead of tuning; many candidates
    /// together take no more games than one.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) candidate: Vec<Candidate>,
}
