//! Arguments of `waggle review`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::values::ordinal;
use super::{EngineArgs, LimitArgs};

/// Arguments of `review`.
#[derive(Args, Debug)]
#[command(after_help = "Limits are for each position; without any, it is 0.4 seconds.")]
pub(crate) struct ReviewArgs {
    /// A file with games: PGN, SGF, `GameStrings`; `-` is the standard input. Or a `GameString`.
    #[arg(value_name = "GAME")]
    pub(crate) source: String,
    /// Which game of the file.
    #[arg(long, value_name = "N", default_value = "1", value_parser = ordinal)]
    pub(crate) game: NonZeroUsize,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Write a page to step through the game with, for any browser.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print a JSON document instead of a table; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}
