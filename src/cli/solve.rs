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
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u8>(1..=Solver::MAX_PLIES.into()))]
    pub(crate) within: u8,
    /// Tell also whether the key is unique, and what refutes each other move.
    ///
    /// A key is a move that wins soonest. Of every other move it is told in how many plies it
    /// wins, or which reply refutes it: after that there is no forced win within PLIES of the
    /// start. The exit code is 0 if one move alone wins soonest.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Solve the last position of every game of a file, of all files of a folder, or of those
    /// that a pattern such as `problems/*.txt` names; one thread each, a line for each.
    #[arg(long, requires = "position", conflicts_with_all = ["game", "ply"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Print a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
