//! Arguments of `waggle bench`.

use clap::Args;

use super::values::number;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Depth of the searches, in plies. The signature that commits quote is that of the
    /// default.
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = number::<u8>(0..=125))]
    pub(crate) depth: u8,
}
