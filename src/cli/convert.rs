//! Arguments of `waggle convert`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use waggle::games::Format;

use super::FilterArgs;
use super::values::ordinal;

/// Arguments of `convert`.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files of games (PGN, SGF, `GameStrings`, JSON of hivegame.com, zips), folders, patterns such as
    /// `games/*.pgn`; `-` is the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Output file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write each game to its own file in this folder, named by players, date and round
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub(crate) split: Option<PathBuf>,

    /// Replace files that already exist
    #[arg(long)]
    pub(crate) force: bool,

    /// Number of the game to convert, among those that pass the filters in all files [default: all games]
    #[arg(long, value_name = "N", value_parser = ordinal)]
    pub(crate) game: Option<NonZeroUsize>,

    /// Output format [default: by the extension of the output; PGN for --split]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) to: Option<&'static Format>,

    /// Skip games and files that cannot be read; the exit code is 1 if there are any
    #[arg(long)]
    pub(crate) keep_going: bool,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// The formats, by their names on the command line.
fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let values = Format::ALL.map(|format| PossibleValue::new(format.id()).help(format.about()));
    PossibleValuesParser::new(values).try_map(|id| {
        let found = Format::ALL.into_iter().find(|format| format.id() == id);
        found.ok_or_else(|| "no such format".to_owned())
    })
}
