//! `waggle puzzles`: finds positions where only one move wins, and makes, rates and plays sets of them.

mod find;
mod make;
mod measured;
mod rate;

use anyhow::Context as _;
use waggle::puzzles::{Entry, built_in_sets, read_set};

use super::play;
use crate::cli::PuzzlesArgs;
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &PuzzlesArgs) -> anyhow::Result<ExitCode> {
    match &args.make {
        Some(folder) => make::run(args, folder),
        None if args.rate => rate::run(args),
        None if args.play => play::solve_puzzles(sets(args)?),
        None => find::run(args),
    }
}

/// The puzzles of the files, with the theme if one is asked for; without files, those that come with the program.
fn sets(args: &PuzzlesArgs) -> anyhow::Result<Vec<Entry>> {
    let (files, mut entries) = (&args.sources, vec![]);
    for text in built_in_sets().filter(|_| files.is_empty()) {
        entries.extend(read_set(text)?);
    }
    for file in files {
        let name = super::game_files::name(file);
        let text = std::fs::read_to_string(file).with_context(|| format!("reading {name}"))?;
        entries.extend(read_set(&text).with_context(|| name)?);
    }
    if let Some(theme) = &args.theme {
        entries.retain(|entry| entry.themes.iter().any(|it| it.name() == theme));
    }
    anyhow::ensure!(!entries.is_empty(), "expected a set of puzzles, found no puzzle");
    Ok(entries)
}
