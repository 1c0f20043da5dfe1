//! Arguments of `waggle solve`.

use clap::Args;
use waggle::analysis::Solver;

use super::values::number;
use super::{EngineArgs, PositionArgs};

/// Arguments of `solve`.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Maximum length of the win in plies; a win in 3 moves takes 5.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u8>(1..=Solver::MAX_PLIES.into()))]
    pub(crate) within: u8,
    /// Also show whether the key is unique, and what refutes each other move.
    ///
    /// A key is a move that wins soonest. Every other move is shown with the length of its win, or
    /// with the reply that refutes it: one after which there is no forced win within PLIES of the
    /// start. The exit code is 0 if only one move wins soonest.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Solve the last position of every game of a file, a folder or a pattern such as
    /// `problems/*.txt`, and print a line for each.
    #[arg(long, requires = "position")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Print a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
    /// With --all, print a JSON document a line, one for each position.
    #[arg(long)]
    pub(crate) json_lines: bool,
}
