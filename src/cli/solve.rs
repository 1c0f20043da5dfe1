//! Arguments of `waggle solve`.

use clap::Args;
use waggle::analysis::Solver;

use super::values::number;
use super::{EngineArgs, PositionArgs};

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The most plies that the win may take; a win in 3 moves takes 5.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u8>(1..=Solver::MOST_PLIES.into()))]
    pub(crate) within: u8,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Print a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
