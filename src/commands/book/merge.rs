//! `waggle book merge`.

use std::io::{self, Write as _};

use waggle::book::Book;

use super::super::game_files;
use crate::cli::BookMergeArgs;
use crate::exit_code::ExitCode;

pub(super) fn run(args: &BookMergeArgs) -> anyhow::Result<ExitCode> {
    game_files::ensure_apart(&args.books, [&args.output])?;
    game_files::ensure_writable(&args.output, args.force)?;
    let mut merged = Book::default();
    for path in &args.books {
        merged.merge(super::read(path)?);
    }
    let bytes = merged.to_bytes();
    game_files::write(&args.output, &bytes)?;
    writeln!(io::stderr().lock(), "{} positions, {} bytes", merged.len(), bytes.len())?;
    Ok(ExitCode::Done)
}
