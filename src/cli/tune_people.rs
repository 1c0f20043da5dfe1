//! Arguments of `waggle tune-people`.

use std::path::PathBuf;

use clap::Args;
use waggle::tune::PeopleSettings;

use super::FilterArgs;
use super::values::number;

/// Arguments of `tune-people`.
#[derive(Args, Debug)]
pub(crate) struct TunePeopleArgs {
    /// Files with games of people (PGN, SGF, `GameStrings`, JSON of hivegame.com, zips), folders, patterns;
    /// `-` is the standard input.
    #[arg(value_name = "ARCHIVE", required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// Train on nine games of ten, measure on the tenth, and write the model here; without it the
    /// program's own model is measured on all games.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The files are reviews of games of people, by `review --all --nodes N --output`, instead: print what a score was
    /// worth to them, and write the table of their accuracies to --out.
    #[arg(long)]
    pub(crate) reviews: bool,
    /// Fit how likely people find a move that alone wins within three, which rates puzzles, and print how many did.
    #[arg(long)]
    pub(crate) puzzles: bool,
    /// Measure this model instead of the program's own.
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,
    /// Train on so many games at most.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) games: Option<u32>,
    /// Passes over all positions.
    #[arg(long, value_name = "N", default_value_t = PeopleSettings::default().epochs, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) epochs: u32,
    /// Networks that learn from the games alone, and whose mean opinion the last one learns with the games.
    #[arg(long, value_name = "N", default_value_t = PeopleSettings::default().teachers, value_parser = number::<u32>(0..=100))]
    pub(crate) teachers: u32,
    /// Random seed of the first weights and the order of positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}
