//! What can be typed after `waggle solve`.

use clap::Args;
use waggle::analysis::Solver;

use super::{EngineArgs, PositionArgs};

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The most plies that the win may take; a win in 3 moves takes 5.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=i64::from(Solver::MOST_PLIES)), allow_negative_numbers = true)]
    pub(crate) within: u8,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Print a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
