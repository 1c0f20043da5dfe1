//! `waggle review`: judges games, move by move.

mod many;
mod one;

use anyhow::bail;

use crate::cli::{FilterArgs, ReviewArgs};
use crate::exit_code::ExitCode;

pub(super) use many::for_each_line;
pub(super) use one::{TIME_FOR_A_POSITION, progress, show};

pub(crate) fn run(args: &ReviewArgs) -> anyhow::Result<ExitCode> {
    if args.all {
        return many::run(args);
    }
    let filter = FilterArgs { up_to_error: false, ..args.filter.clone() };
    filter.ensure_none("the review of one game")?;
    let [source] = &args.sources[..] else {
        bail!(
            "expected one game, found {}; --all reviews all games of many files",
            args.sources.len()
        );
    };
    one::run(source, args)
}
