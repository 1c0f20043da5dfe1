//! `waggle convert`: games from one format into another.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use waggle::games::{Format, GameRecord, Writer, file_stem, lines, pgn};

use super::game_files;
use crate::cli::ConvertArgs;
use crate::exit_code::ExitCode;

/// Reads everything, and then writes everything.
pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let (format, write) = format(args)?;
    let games = read(args)?;
    if let Some(folder) = &args.split {
        split(&games.records, folder, format, write)?;
    } else {
        let text = games.records.iter().map(write).collect::<Result<String, _>>()?;
        game_files::write(args.output.as_deref().unwrap_or(Path::new("-")), text.as_bytes())?;
    }
    Ok(if games.left_out == 0 { ExitCode::Done } else { ExitCode::Negative })
}

/// The format to write, and how: the one asked for, PGN for files of single games, that of
/// the output's ending, or GameStrings on the standard output.
fn format(args: &ConvertArgs) -> anyhow::Result<(&'static Format, Writer)> {
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (args.to, path) {
        (Some(format), _) => format,
        (None, None) if args.split.is_some() => &pgn::FORMAT,
        (None, None) => &lines::FORMAT,
        (None, Some(path)) => Format::of_name(path).with_context(|| {
            let endings = endings().join(" or .");
            format!("`{}`: expected an ending such as .{endings}, or --to", path.display())
        })?,
    };
    Ok((format, format.writer()))
}

/// The usual endings of the formats.
fn endings() -> Vec<&'static str> {
    Format::ALL.into_iter().map(Format::ending).collect()
}

/// The games to be written.
struct Games {
    records: Vec<GameRecord>,
    /// How many games could not be read.
    left_out: usize,
}

/// Reads the games of all files, or the one asked for.
fn read(args: &ConvertArgs) -> anyhow::Result<Games> {
    let mut games = Games { records: vec![], left_out: 0 };
    let mut number = 0;
    for path in &args.inputs {
        let name = game_files::name(path);
        let found = game_files::read(path)?;
        ensure!(!found.is_empty(), "{name} holds no game");
        for (index, game) in found.into_iter().enumerate() {
            number += 1;
            if args.game.is_some_and(|wanted| wanted.get() != number) {
                continue;
            }
            match game {
                Ok(record) => {
                    for found in &record.contradictions {
                        let game = index + 1;
                        writeln!(io::stderr(), "warning: {name}: game {game}: {found}")?;
                    }
                    games.records.push(record);
                }
                Err(error) if args.keep_going => {
                    games.left_out += 1;
                    writeln!(io::stderr(), "warning: {name}: {error}; game left out")?;
                }
                Err(error) => bail!("{name}: {error}"),
            }
        }
    }
    if let Some(wanted) = args.game.filter(|wanted| wanted.get() > number) {
        let games =
            if number == 1 { "is 1 game".to_owned() } else { format!("are {number} games") };
        bail!("there {games}, expected no more in --game, found {wanted}");
    }
    ensure!(!games.records.is_empty(), "none of the {} games can be read", games.left_out);
    Ok(games)
}

/// Writes each game into a file of its own, whose name no other game of this run has.
fn split(
    records: &[GameRecord],
    folder: &Path,
    format: &Format,
    write: Writer,
) -> anyhow::Result<()> {
    let mut files = vec![];
    // Some systems do not tell upper from lower case.
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for record in records {
        let mut stem = file_stem(record);
        loop {
            let count = used.entry(stem.to_lowercase()).or_default();
            *count += 1;
            if *count == 1 {
                break;
            }
            stem = format!("{stem}-{count}");
        }
        files.push((format!("{stem}.{}", format.ending()), write(record)?));
    }
    fs::create_dir_all(folder).with_context(|| format!("making `{}`", folder.display()))?;
    for (name, text) in files {
        game_files::write(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}
