//! Arguments of `waggle perft`.

use clap::Args;

use super::PositionArgs;
use super::values::number;

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Length of the lines of play.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u32>(0..=255))]
    pub(crate) depth: u32,
    /// Show the count behind each first move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads that count.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub(crate) threads: u16,
}
