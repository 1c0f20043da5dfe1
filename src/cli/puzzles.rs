//! Arguments of `waggle puzzles`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use waggle::analysis::Solver;
use waggle::puzzles::{Finder, Theme};

use super::values::number;
use super::{EngineArgs, FilterArgs};

const PUZZLE: &str =
    "A puzzle is a position where only one move forces a win; see docs/archives.md.";

/// Arguments of `puzzles`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
#[command(after_help = PUZZLE, after_long_help = format!("{PUZZLE}\n\n{}", themes()))]
pub(crate) struct PuzzlesArgs {
    /// Files of games or of positions, folders, and patterns such as `games/*.pgn`; `-` is the
    /// standard input.
    #[arg(value_name = "ARCHIVE", required_unless_present_any = ["make", "play"])]
    pub(crate) sources: Vec<PathBuf>,
    /// Make a set of puzzles in a folder, from games of the levels against each other, and from the
    /// puzzles of earlier sets if some are given.
    #[arg(long, value_name = "FOLDER", group = "task")]
    pub(crate) make: Option<PathBuf>,
    /// Number of games to make a set of.
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) games: u32,
    /// Random seed of these games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Measure how hard the puzzles of sets are, by how likely people find their moves; prints the lines with
    /// the new ratings.
    #[arg(long, group = "task")]
    pub(crate) rate: bool,
    /// Solve puzzles in the terminal: those of sets, or the built-in ones.
    #[arg(long, group = "task")]
    pub(crate) play: bool,
    /// Only puzzles with this theme, such as `unpinning`.
    #[arg(long, value_name = "THEME", value_parser = PossibleValuesParser::new(Theme::ALL.iter().map(|theme| theme.name())), hide_possible_values = true)]
    pub(crate) theme: Option<String>,
    /// Write the puzzles to a file, one JSON document a line, instead of the standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Continue a run with --output or --make; the page of one that was finished needs --force.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Write a web page to solve the puzzles on.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Maximum length of a win in plies; a win in 3 moves takes 5.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u8>(3..=Solver::MAX_PLIES.into()))]
    pub(crate) within: u8,
    /// Keep puzzles in which some of the best replies leave more than one way to win.
    #[arg(long)]
    pub(crate) duals: bool,
    /// Nodes to search before a position is given up.
    #[arg(long, value_name = "N", default_value_t = Finder::DEFAULT_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// A line for each theme.
fn themes() -> String {
    let line = |theme: &Theme| format!("{}: {}", theme.name(), theme.meaning());
    let lines: Vec<String> = Theme::ALL.iter().map(line).collect();
    format!("Themes, by the main line and the rules alone:\n{}", lines.join("\n"))
}
