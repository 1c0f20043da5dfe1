//! The command line: what can be asked, and nothing that acts.

use clap::{Args, Parser, Subcommand};

use crate::commands::{
    AnalyzeArgs, ConvertArgs, MatchArgs, ReviewArgs, ShowArgs, SolveArgs, TuneArgs, TuneSearchArgs,
    VerifyArgs,
};

/// A Hive engine that speaks the Universal Hive Protocol.
///
/// Without a command it serves the protocol on its standard input and output,
/// as viewers and bot hosts expect.
#[derive(Debug, Parser)]
#[command(version, term_width = 100)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

/// Everything that the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Serve the Universal Hive Protocol (the default).
    Uhp,
    /// Count the lines of play from a position.
    Perft(PerftArgs),
    /// Search fixed positions to a fixed depth; print the nodes and the speed.
    Bench(BenchArgs),
    /// Tell what a position is worth, and how to go on.
    Analyze(AnalyzeArgs),
    /// Find a forced win, or prove that there is none.
    Solve(SolveArgs),
    /// Look through a whole game: what each move has cost, and what was better.
    Review(ReviewArgs),
    /// Draw a position: as text, SVG or PNG.
    Show(ShowArgs),
    /// Play Bees!, the second game of the rule books.
    ///
    /// Without a command of its own it serves a session in the frame of the
    /// Universal Hive Protocol: `newgame`, `play`, `validmoves`, `bestmove`,
    /// `board` and so on.
    Bees(BeesArgs),
    /// Fit the evaluation's weights to games of the engine against itself.
    #[command(hide = true)]
    Tune(TuneArgs),
    /// Tune the search's parameters by playing.
    #[command(hide = true)]
    TuneSearch(TuneSearchArgs),
    /// Turn files of games into another format.
    Convert(ConvertArgs),
    /// Play engines against each other and tell which is stronger.
    Match(Box<MatchArgs>),
    /// Check whether an engine keeps to the protocol and the rules.
    Verify(VerifyArgs),
}

/// Arguments of `bees`.
#[derive(Debug, Args)]
pub(crate) struct BeesArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Option<BeesVerb>,
}

/// What can be done with Bees!.
#[derive(Debug, Subcommand)]
pub(crate) enum BeesVerb {
    /// Play against the engine, here in the terminal.
    Play(BeesPlayArgs),
}

/// Arguments of `bees play`.
#[derive(Debug, Args)]
pub(crate) struct BeesPlayArgs {
    /// Play White; Black moves first.
    #[arg(long)]
    pub(crate) white: bool,
    /// How long the engine thinks about a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How many plies the engine looks ahead, however long that takes.
    #[arg(long, value_name = "PLIES", conflicts_with = "seconds")]
    pub(crate) depth: Option<u8>,
}

/// Reads a time that is neither negative nor endless.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Where to start: a game type such as `Base+MLP`, or a whole `GameString`.
    #[arg(default_value = "Base")]
    pub(crate) game: String,
    /// Length of the lines of play.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=255))]
    pub(crate) depth: u32,
    /// Show the count behind each first move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads that count.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: u16,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Depth of the searches, in plies. The signature that commits quote is that of the
    /// default.
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub(crate) depth: u8,
}
