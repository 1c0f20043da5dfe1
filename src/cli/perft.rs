//! Arguments of `waggle perft`.

use clap::Args;

use super::PositionArgs;
use super::values::number;

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Depth in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u32>(0..=255))]
    pub(crate) depth: u32,
    /// Show the count of each first move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub(crate) threads: u16,
}
