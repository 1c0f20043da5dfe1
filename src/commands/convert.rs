//! `waggle convert`: games from one format into another.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use waggle::games::{Format, GameRecord, lines, pgn};

use super::game_files;
use crate::cli::{ConvertArgs, ConvertFormat};
use crate::exit_code::ExitCode;

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
        for (index, game) in found.into_iter().enumerate() {
            match game {
                Ok(record) => {
                    for found in &record.contradictions {
                        let game = index + 1;
                        writeln!(io::stderr(), "warning: {name}: game {game}: {found}")?;
                    }
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
fn target(args: &ConvertArgs) -> anyhow::Result<ConvertFormat> {
    let path: Option<&Path> = args.output.as_deref();
    match (args.to, path, path.and_then(Format::of_name)) {
        (Some(target), _, _) => Ok(target),
        (None, None, _) | (None, Some(_), Some(Format::GameStrings)) => {
            Ok(ConvertFormat::Gamestrings)
        }
        (None, Some(path), None) if path == Path::new("-") => Ok(ConvertFormat::Gamestrings),
        (None, Some(_), Some(Format::Pgn)) => Ok(ConvertFormat::Pgn),
        (None, Some(path), Some(Format::Sgf)) => {
            bail!("`{}`: SGF can be read, but not written", path.display())
        }
        (None, Some(path), None) => {
            bail!("`{}`: expected an ending such as .pgn or .txt, or --to", path.display())
        }
    }
}

fn written(record: &GameRecord, target: ConvertFormat) -> anyhow::Result<String> {
    Ok(match target {
        ConvertFormat::Pgn => pgn::write(record),
        ConvertFormat::Gamestrings => lines::write(record)?,
    })
}
