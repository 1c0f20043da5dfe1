//! Arguments of `waggle tune-search`.

use clap::Args;
use waggle::tune::Candidate;

use super::values::number;

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
    /// A value of a parameter to measure against the default; many candidates together take no more
    /// games than one.
    #[arg(long, value_name = "NAME=VALUE", required = true)]
    pub(crate) candidate: Vec<Candidate>,
}
