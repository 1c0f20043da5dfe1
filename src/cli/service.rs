//! Arguments of `waggle service`.

use clap::Args;
use waggle::uhp::Options;

use super::search::NetworkArgs;
use super::values::number;

/// Arguments of `service`.
#[derive(Args, Debug)]
pub(crate) struct ServiceArgs {
    /// Positions to search at a time, each on one thread [default: all cores].
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Size of the largest table of a search in MiB; a search of few nodes has a smaller one.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = number::<usize>(1..=Options::MAX_TABLE_MIB as u64))]
    pub(crate) table: usize,
    /// Maximum number of unanswered queries; more are refused.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number::<usize>(1..=1_000_000))]
    pub(crate) queue: usize,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
}
