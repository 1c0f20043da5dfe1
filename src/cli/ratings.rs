//! Arguments of `waggle ratings`.

use std::path::PathBuf;

use clap::Args;

use super::FilterArgs;
use super::values::number;

/// Arguments of `ratings`.
#[derive(Args, Debug)]
pub(crate) struct RatingsArgs {
    /// Files with games (PGN, SGF, JSON of hivegame.com, zips), folders, patterns such as
    /// `games/*.pgn`; `-` is the standard input.
    #[arg(value_name = "ARCHIVE", required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// Leave out players with fewer games, and all games against them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) min_games: u32,
    /// The player whose rating is 0 [default: the mean of all].
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,
    /// Threads that read games [default: all cores].
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Print a JSON document instead of a table; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}
