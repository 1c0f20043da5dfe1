//! Arguments of `waggle puzzles`.

use std::path::PathBuf;

use clap::Args;
use waggle::analysis::Solver;
use waggle::puzzles::Finder;

use super::EngineArgs;
use super::values::number;

/// Arguments of `puzzles`.
#[derive(Args, Debug)]
#[command(
    after_help = "A puzzle is a position in which one move alone forces a win; docs/archives.md says more."
)]
pub(crate) struct PuzzlesArgs {
    /// Files of games or of positions, folders, and patterns such as `games/*.pgn`; `-` is the
    /// standard input.
    #[arg(value_name = "ARCHIVE", required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// Write the puzzles to a file, one JSON document a line, instead of the standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Go on where an earlier run with --output was interrupted.
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
    /// Write a page to solve the puzzles on, for any browser.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// The most plies that a win may take; a win in 3 moves takes 5.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u8>(3..=Solver::MAX_PLIES.into()))]
    pub(crate) within: u8,
    /// Keep puzzles in which some of the best replies leave more than one way to win.
    #[arg(long)]
    pub(crate) duals: bool,
    /// How many positions to search before one of a game is given up.
    #[arg(long, value_name = "N", default_value_t = Finder::USUAL_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}
