//! `waggle convert`: converts games, a few at a time in memory.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, bail, ensure};
use waggle::archive::{Archive, ArchivedGame, ReadFault, Unreadable, read_through};
use waggle::games::{Format, GameRecord, WriteError, Writer, file_stem, lines, pgn};
use waggle::notation::Contradiction;
use waggle::text::counted;

use super::archive::{LeftOut, Progress, none_of};
use super::outputs::{Outputs, paths};
use super::terminal::warn;
use super::{game_files, interrupt};
use crate::cli::ConvertArgs;
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let (format, write) = format(args)?;
    let stop = interrupt::stop_flag()?;
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    let is_printed = args.split.is_none() && output == Path::new("-");
    let all = Archive::of(&args.inputs)?.only(args.filter.filter());
    let archive = all.clone().except(&args.output);
    if archive.sources().count() < all.sources().count() {
        warn(&format!("`{}` is written, so its games are not read", output.display()));
    }
    let outputs = Outputs::default().whole(args.split.is_none().then_some(output));
    outputs.ending(format.ending(), &args.output).check(paths(&archive), args.force)?;
    let bytes = if is_printed { None } else { archive.bytes() };
    let mut conversion =
        Conversion { args, write, stop: &stop, bytes, left_out: LeftOut::default() };
    let written = if let Some(folder) = &args.split {
        split(folder, args.force, format, &archive, |take| conversion.run(&archive, take))
    } else {
        game_files::write_by(output, |out| {
            conversion.run(&archive, &mut |text, _| Ok(out.write_all(text.as_bytes())?))
        })
    };
    if stop.load(Ordering::Relaxed) {
        return Ok(ExitCode::Interrupted);
    }
    conversion.left_out.report_of(&archive);
    // An unreadable game is not a problem of the output file.
    written.map_err(|error| match error.downcast::<Refused>() {
        Ok(refused) => refused.into(),
        Err(error) => error,
    })?;
    Ok(conversion.left_out.exit_code())
}

/// The format to write: the one asked for, PGN for files of single games, that of the output's
/// extension, or GameStrings on the standard output.
fn format(args: &ConvertArgs) -> anyhow::Result<(&'static Format, Writer)> {
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (args.to, path) {
        (Some(format), _) => format,
        (None, None) if args.split.is_some() => &pgn::FORMAT,
        (None, None) => &lines::FORMAT,
        (None, Some(path)) => Format::of_name(path).with_context(|| {
            let endings = Format::ALL.map(Format::ending).join(" or .");
            format!("`{}`: expected an ending such as .{endings}, or --to", path.display())
        })?,
    };
    Ok((format, format.writer()))
}

/// A game to be written.
struct Converted {
    text: Result<String, WriteError>,
    /// The name for a file of its own.
    stem: String,
    contradictions: Vec<Contradiction>,
}

/// Why the input cannot be converted.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

/// Takes a game as text, and the name for a file of its own.
type Take<'a> = &'a mut dyn FnMut(String, String) -> anyhow::Result<()>;

/// A run through all games.
struct Conversion<'a> {
    args: &'a ConvertArgs,
    write: Writer,
    stop: &'a AtomicBool,
    /// The size of the input, if progress is shown.
    bytes: Option<u64>,
    left_out: LeftOut,
}

impl Conversion<'_> {
    /// Passes on all games, or the one asked for. Fails if interrupted, so that no partial output
    /// stays.
    fn run(&mut self, archive: &Archive, take: Take<'_>) -> anyhow::Result<()> {
        let mut progress = self.bytes.map(|bytes| Progress::new(Some(bytes)));
        let (wanted, mut number, mut written) = (self.args.game, 0, 0);
        let write = self.write;
        let work = |record: GameRecord| Converted {
            text: write(&record),
            stem: file_stem(&record),
            contradictions: record.contradictions,
        };
        let threads = waggle::uhp::Options::default().threads;
        let mut failure = None;
        read_through(archive.clone(), threads, work, |game| {
            let is_game =
                game.is_ok() || matches!(&game, Err(Unreadable { fault: ReadFault::Game(_), .. }));
            number += usize::from(is_game);
            if let (Some(progress), Ok(game)) = (&mut progress, &game) {
                progress.game(game.bytes);
            }
            let is_wanted = wanted.is_none_or(|wanted| wanted.get() == number);
            if is_game && !is_wanted {
                return ControlFlow::Continue(());
            }
            match self.take(game, progress.as_ref(), take) {
                Ok(is_written) => written += usize::from(is_written),
                Err(error) => failure = Some(error),
            }
            let is_over = failure.is_some() || self.stop.load(Ordering::Relaxed);
            if is_over || is_game && wanted.is_some() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if let Some(progress) = progress {
            progress.close();
        }
        if let Some(error) = failure {
            return Err(error);
        }
        ensure!(!self.stop.load(Ordering::Relaxed), "interrupted");
        if let Some(wanted) = wanted.filter(|wanted| wanted.get() > number) {
            let verb = if number == 1 { "is" } else { "are" };
            let games = counted(number, "game", "games");
            bail!(Refused(format!("there {verb} {games}, and no game {wanted}")));
        }
        let name = match self.args.inputs.as_slice() {
            [input] => game_files::name(input),
            _ => "the archive".to_owned(),
        };
        let passed_over = archive.take_passed_over();
        ensure!(written > 0 || passed_over == 0, Refused(none_of(passed_over)));
        let has_any = number > 0 || self.left_out.count() > 0;
        ensure!(has_any, Refused(format!("{name} holds no game")));
        ensure!(written > 0, Refused(format!("{name} holds no game that can be read")));
        Ok(())
    }

    /// Passes on a game, or notes an unreadable one if tolerated. Returns whether it was passed on.
    fn take(
        &mut self,
        game: Result<ArchivedGame<Converted>, Unreadable>,
        progress: Option<&Progress>,
        take: Take<'_>,
    ) -> anyhow::Result<bool> {
        match game {
            Ok(ArchivedGame { file, number, record, error, .. }) => {
                if let Some(error) = error {
                    LeftOut::warn_of_error(progress, &file, &error);
                }
                self.left_out.warn_of(progress, &file, number, record.contradictions.iter());
                let text = record.text.with_context(|| format!("{file}: game {number}"))?;
                take(text, record.stem)?;
                Ok(true)
            }
            Err(unreadable) if self.args.keep_going => {
                self.left_out.add(&unreadable);
                Ok(false)
            }
            Err(unreadable) => bail!(Refused(unreadable.to_string())),
        }
    }
}

/// Writes each game into a file of its own, with a name unique in this run. The files are made in a
/// folder beside, so that a broken game leaves everything as it was.
fn split(
    folder: &Path,
    force: bool,
    format: &Format,
    archive: &Archive,
    convert: impl FnOnce(Take<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let making = || format!("making `{}`", folder.display());
    if folder.exists() && !folder.is_dir() {
        bail!("{}: expected a folder, found a file", making());
    }
    let part = game_files::part_of(&folder.components().collect::<PathBuf>());
    fs::create_dir_all(&part).with_context(making)?;
    // Some file systems ignore case.
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let converted = convert(&mut |text, mut stem| {
        loop {
            let count = used.entry(stem.to_lowercase()).or_default();
            *count += 1;
            if *count == 1 {
                break;
            }
            stem = format!("{stem}-{count}");
        }
        let path = part.join(format!("{stem}.{}", format.ending()));
        fs::write(&path, text).with_context(|| format!("writing `{}`", path.display()))
    });
    let moved = converted.and_then(|()| {
        let files = fs::read_dir(&part).with_context(making)?;
        let files = files.collect::<Result<Vec<_>, _>>().with_context(making)?;
        let names = files.iter().map(fs::DirEntry::file_name);
        Outputs::default().folder(folder, names).check(paths(archive), force)?;
        for file in files {
            let target = folder.join(file.file_name());
            fs::rename(file.path(), &target)
                .with_context(|| format!("writing `{}`", target.display()))?;
        }
        Ok(())
    });
    // The first error is the one to report.
    let _ = fs::remove_dir_all(&part);
    moved
}
