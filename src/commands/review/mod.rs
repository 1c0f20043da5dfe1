//! `waggle review`: judges games, move by move.

mod many;
mod one;

use anyhow::bail;

use crate::cli::ReviewArgs;
use crate::exit_code::ExitCode;

pub(super) use many::for_each_line;
pub(super) use one::{TIME_FOR_A_POSITION, progress, show};

pub(crate) fn run(args: &ReviewArgs) -> anyhow::Result<ExitCode> {
    if args.all {
        return many::run(args);
    }
    let [source] = &args.sources[..] else {
        bail!(
            "expected one game, found {}; --all reviews all games of many files",
            args.sources.len()
        );
    };
    one::run(source, args)
}
