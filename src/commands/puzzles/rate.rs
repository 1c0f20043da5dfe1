//! `waggle puzzles --rate`: measures how hard the puzzles of sets are.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use super::super::outputs::Outputs;
use super::super::{game_files, interrupt};
use super::measured::measured;
use super::sets;
use crate::cli::PuzzlesArgs;
use crate::exit_code::ExitCode;

pub(super) fn run(args: &PuzzlesArgs) -> anyhow::Result<ExitCode> {
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    Outputs::default().whole([path]).ending("jsonl", [path]).check(&args.sources, args.force)?;
    let entries = sets(args)?;
    let stop = interrupt::stop_flag()?;
    let Some(measured) = measured(entries, args.engine.settings().threads, &stop)? else {
        return Ok(ExitCode::Interrupted);
    };
    let _ = write!(io::stderr(), "{}", measured.table());
    let mut text = String::new();
    for entry in measured.into_sorted() {
        let _ = writeln!(text, "{entry}");
    }
    game_files::write(path, text.as_bytes())?;
    Ok(ExitCode::Done)
}
