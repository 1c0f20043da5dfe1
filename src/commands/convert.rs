//! `waggle convert`: games from one format into another.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueEnum};
use waggle::games::{Format, GameRecord, lines, pgn};

use super::game_files;
use crate::exit_code::ExitCode;

/// Arguments of `convert`.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files of games: PGN, boardspace's SGF, or `GameStrings`; `-` is the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    inputs: Vec<PathBuf>,

    /// Where to write; the standard output if missing
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Which format to write; if missing, the output's ending tells
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,

    /// Leave out games that cannot be read; the exit code is 1 if there are any
    #[arg(long)]
    keep_going: bool,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    /// PGN as `MzingaViewer` writes it.
    Pgn,
    /// A `GameString` on each line, without names and comments.
    Gamestrings,
}

/// Reads everything, and then writes everything.
pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let target = target(args)?;
    let mut text = String::new();
    let mut left_out = 0_usize;
    let mut games = 0_usize;
    for path in &args.inputs {
        let name = game_files::name(path);
        let found = game_files::read(path)?;
        ensure!(!found.is_empty(), "{name} holds no game");
        for game in found {
            match game {
                Ok(record) => {
                    text.push_str(&written(&record, target).with_context(|| name.clone())?);
                    games += 1;
                }
                Err(error) if args.keep_going => {
                    left_out += 1;
                    writeln!(io::stderr(), "warning: {name}: {error}; game left out")?;
                }
                Err(error) => bail!("{name}: {error}"),
            }
        }
    }
    ensure!(games > 0, "none of the {left_out} games can be read");
    game_files::write(args.output.as_deref().unwrap_or(Path::new("-")), text.as_bytes())?;
    Ok(if left_out == 0 { ExitCode::Done } else { ExitCode::Negative })
}

/// The format to write: the one asked for, that of the output's ending, or
/// GameStrings on the standard output.
fn target(args: &ConvertArgs) -> anyhow::Result<Target> {
    let path: Option<&Path> = args.output.as_deref();
    match (args.to, path, path.and_then(Format::of_name)) {
        (Some(target), _, _) => Ok(target),
        (None, None, _) | (None, Some(_), Some(Format::GameStrings)) => Ok(Target::Gamestrings),
        (None, Some(path), None) if path == Path::new("-") => Ok(Target::Gamestrings),
        (None, Some(_), Some(Format::Pgn)) => Ok(Target::Pgn),
        (None, Some(path), Some(Format::Sgf)) => {
            bail!("`{}`: SGF can be read, but not written", path.display())
        }
        (None, Some(path), None) => {
            bail!("`{}`: expected an ending such as .pgn or .txt, or --to", path.display())
        }
    }
}

fn written(record: &GameRecord, target: Target) -> anyhow::Result<String> {
    Ok(match target {
        Target::Pgn => pgn::write(record),
        Target::Gamestrings => lines::write(record)?,
    })
}
