//! Arguments of `waggle convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Arguments of `convert`.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files of games: PGN, boardspace's SGF, or `GameStrings`; `-` is the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Where to write; the standard output if missing
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Which format to write; if missing, the output's ending tells
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<ConvertFormat>,

    /// Leave out games that cannot be read; the exit code is 1 if there are any
    #[arg(long)]
    pub(crate) keep_going: bool,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ConvertFormat {
    /// PGN as `MzingaViewer` writes it.
    Pgn,
    /// A `GameString` on each line, without names and comments.
    Gamestrings,
}
