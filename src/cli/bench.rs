//! Arguments of `waggle bench`.

use clap::Args;
use waggle::analysis::BENCH_DEPTH;

use super::NetworkArgs;
use super::values::number;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Search depth in plies. Commits quote the signature of the default depth.
    #[arg(long, value_name = "PLIES", default_value_t = BENCH_DEPTH, value_parser = number::<u8>(0..=125))]
    pub(crate) depth: u8,
    /// Search threads. With more than one, the node count varies from run to run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub(crate) threads: usize,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Print a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
