//! Arguments of `waggle bench`.

use clap::Args;
use waggle::analysis::BENCH_DEPTH;

use super::values::number;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Depth of the searches, in plies. The signature that commits quote is that of the
    /// default.
    #[arg(long, value_name = "PLIES", default_value_t = BENCH_DEPTH, value_parser = number::<u8>(0..=125))]
    pub(crate) depth: u8,
    /// Threads that search. With more than one, the nodes differ from run to run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub(crate) threads: usize,
    /// Print one line of JSON; docs/json.md describes it.
    #[arg(long)]
    pub(crate) json: bool,
}
