//! The command line: what can be asked, and nothing that acts.

use clap::{Args, Parser, Subcommand};

use crate::commands::{MatchArgs, VerifyArgs};

/// A Hive engine that speaks the Universal Hive Protocol.
///
/// Without a command it serves the protocol on its standard input and output,
/// as viewers and bot hosts expect.
#[derive(Debug, Parser)]
#[command(version)]
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
    /// Play engines against each other and tell which is stronger.
    Match(Box<MatchArgs>),
    /// Check whether an engine keeps to the protocol and the rules.
    Verify(VerifyArgs),
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Where to start: a game type such as `Base+MLP`, or a whole `GameString`.
    #[arg(default_value = "Base")]
    pub(crate) game: String,
    /// Length of the lines of play.
    #[arg(long, value_name = "PLIES", default_value_t = 5)]
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
