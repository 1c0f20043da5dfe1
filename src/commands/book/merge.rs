//! `waggle book merge`.

use std::io::{self, Write as _};

use waggle::book::Book;
use waggle::text::counted;

use super::super::game_files;
use super::super::outputs::Outputs;
use crate::cli::BookMergeArgs;
use crate::exit_code::ExitCode;

pub(super) fn run(args: &BookMergeArgs) -> anyhow::Result<ExitCode> {
    Outputs::default().whole([&args.output]).check(&args.books, args.force)?;
    let mut merged = Book::default();
    for path in &args.books {
        merged.merge(super::read(path)?);
    }
    let bytes = merged.to_bytes();
    game_files::write(&args.output, &bytes)?;
    let positions = counted(merged.len(), "position", "positions");
    writeln!(io::stderr().lock(), "{positions}, {} bytes", bytes.len())?;
    Ok(ExitCode::Done)
}
