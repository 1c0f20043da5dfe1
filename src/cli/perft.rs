//! Arguments of `waggle perft`.

use clap::Args;

use super::values::number;

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Where to start: a game type such as `Base+MLP`, or a whole `GameString`.
    #[arg(default_value = "Base")]
    pub(crate) game: String,
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
