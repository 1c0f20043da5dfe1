//! Reviews of all games of an archive.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use waggle::archive::Archive;
use waggle::arena::write_settings;
use waggle::document::{self, Json};
use waggle::games::pgn;
use waggle::review::{self, PageFile, ReviewLine, ReviewPages, Tally, annotated};
use waggle::search::{Limits, Settings};

use super::super::archive::{Done, GameId, LineFile, Plan, Work, work_through};
use super::super::game_files::is_standard;
use super::super::growing_file::Existing;
use super::super::outputs::{Outputs, ensure_writable as ensure_file_writable, paths};
use super::super::terminal::print;
use super::super::{game_files, interrupt, network};
use crate::cli::ReviewArgs;
use crate::exit_code::ExitCode;

/// The default nodes for a position: a game of 60 plies takes some ten seconds on one thread, and
/// its review is reproducible.
const NODES_FOR_A_POSITION: u64 = 20_000;

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<ExitCode> {
    let sources: Vec<PathBuf> = args.sources.iter().map(PathBuf::from).collect();
    let kept = kept(args);
    let outputs = kept.iter().chain(&args.pgn);
    let archive = Archive::of(&sources)?.only(args.filter.filter()).except(outputs);
    let limits = match args.limits.limits() {
        limits if limits == Limits::default() => Limits::nodes(NODES_FOR_A_POSITION),
        limits => limits,
    };
    ensure_writable(args, kept.as_deref(), &archive)?;
    let settings = network::settings(&args.engine, &args.network)?;
    let stop = interrupt::stop_flag()?;
    let mut tally = Tally::default();
    let words = words(&limits, &settings);
    let (output, done) = match &kept {
        Some(path) => {
            // Those of the games that count are tallied at the end.
            let earlier = &mut |line: &[u8]| Ok(document::read::<ReviewLine>(line).map(drop)?);
            LineFile::open(path, Existing::of(args.resume, args.force), &words, earlier)?
        }
        None => (LineFile::Nowhere, Done::default()),
    };
    let alone = Settings { threads: 1, ..settings };
    let is_kept = output.can_be_resumed();
    let revise = &mut |line: ReviewLine| {
        if !is_kept {
            tally.add(&line);
        }
        Json(line)
    };
    let plan = Plan { archive, threads: settings.threads, output, done, stop: &stop, revise };
    let summary = work_through(
        plan,
        || Ok(()),
        |(), id, archived, game| {
            if game.moves().len() == 0 {
                return Ok(Work::LeftOut("there are no moves".to_owned()));
            }
            let result = archived.record.result;
            let reviewed = review::review(&[], game, result, &alone, &limits, &stop, &mut |_| ())?;
            let Some(reviewed) = reviewed else { return Ok(Work::Stopped) };
            let reviewed = reviewed.as_told(&archived.record);
            Ok(Work::Done(vec![ReviewLine::of(id.origin(&words), &archived.record, &reviewed)]))
        },
    )?;
    if summary.stopped_at.is_some() {
        return Ok(ExitCode::Interrupted);
    }
    let kept = kept.filter(|path| !is_standard(path));
    let kept = kept.map(|path| Kept { path, done: &summary.done });
    if let Some(kept) = &kept {
        if is_kept {
            kept.for_each_line(|line| {
                tally.add(line);
                Ok(())
            })?;
        }
        args.html.as_ref().map_or(Ok(()), |folder| kept.write_report(folder))?;
        args.pgn.as_ref().map_or(Ok(()), |pgn| kept.write_pgn(pgn))?;
    }
    match &kept {
        Some(kept) if args.json_lines => {
            kept.for_each_line(|line| print(&format!("{}\n", Json(line))))?;
        }
        None if args.json_lines || args.output.is_some() => {}
        _ => print(&tally.text())?,
    }
    Ok(summary.exit_code())
}

/// Makes the folders of the outputs, and refuses to replace files unasked.
fn ensure_writable(
    args: &ReviewArgs,
    kept: Option<&Path>,
    archive: &Archive,
) -> anyhow::Result<()> {
    ensure!(
        kept.is_some_and(|path| !is_standard(path)) || args.html.is_none() && args.pgn.is_none(),
        "--html and --pgn are made of the reviews: name a file for --output"
    );
    let mut outputs = Outputs::default().whole(&args.pgn).growing(kept);
    outputs = outputs.ending("pgn", &args.pgn).ending("jsonl", &args.output);
    let pages = args.html.as_ref().map(|folder| folder.join("games"));
    if let Some((folder, pages)) = args.html.as_ref().zip(pages.as_ref()) {
        outputs = outputs.folder(folder, ["index.html"]).folder(pages, [""; 0]).growing([pages]);
    }
    outputs.check(paths(archive).chain(&args.network.network), args.force)?;
    if let Some(pages) = pages {
        let making = || format!("making the folder `{}`", pages.display());
        for page in fs::read_dir(&pages).with_context(making)?.filter(|_| !args.resume) {
            ensure_file_writable(&page.with_context(making)?.path(), args.force)?;
        }
    }
    ensure!(kept.is_some() || !args.resume, "--resume continues a file: name it with --output");
    Ok(())
}

/// Where the reviews are stored: the file asked for, the standard output, or beside the page or
/// PGN.
fn kept(args: &ReviewArgs) -> Option<PathBuf> {
    let beside = || Some(game_files::beside(args.pgn.as_ref()?, ".jsonl"));
    let within = || Some(args.html.as_ref()?.join("reviews.jsonl"));
    args.output
        .clone()
        .or_else(within)
        .or_else(beside)
        .or_else(|| args.json_lines.then(|| PathBuf::from("-")))
}

/// The settings on which the reviews depend.
fn words(limits: &Limits, settings: &Settings) -> String {
    let mut words = vec![];
    words.extend(limits.depth.map(|depth| ("depth", depth.to_string())));
    words.extend(limits.nodes.map(|nodes| ("nodes", nodes.to_string())));
    words.extend(limits.time.map(|time| ("time", time.as_secs_f64().to_string())));
    words.push(("table", settings.table_mib.to_string()));
    // Another version of Waggle has another built-in network.
    words.push(("network", settings.network.hash()));
    write_settings(&words)
}

/// Visits the reviews that `--output` keeps.
pub(in super::super) fn for_each_line(
    path: &Path,
    mut each: impl FnMut(&ReviewLine) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let reading = || format!("reading `{}`", path.display());
    let lines = BufReader::new(File::open(path).with_context(reading)?).lines();
    for (number, line) in (1..).zip(lines) {
        let line = line.with_context(reading)?;
        let line = document::read(line.as_bytes())
            .with_context(|| format!("`{}`: line {number}", path.display()))?;
        each(&line)?;
    }
    Ok(())
}

/// The reviews in a file that are of this run's games; it may hold others, of an earlier run.
struct Kept<'a> {
    path: PathBuf,
    done: &'a Done,
}

impl Kept<'_> {
    fn for_each_line(
        &self,
        mut each: impl FnMut(&ReviewLine) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for_each_line(&self.path, |line| {
            let id = GameId::of(&line.file, line.number, &line.fingerprint);
            if self.done.holds(&id) { each(line) } else { Ok(()) }
        })
    }

    fn write_pgn(&self, path: &Path) -> anyhow::Result<()> {
        game_files::write_by(path, |out| {
            self.for_each_line(|line| Ok(out.write_all(pgn::write(&annotated(line)?).as_bytes())?))
        })
    }

    /// Writes a page for each game, and the index, and removes the pages of other games.
    fn write_report(&self, folder: &Path) -> anyhow::Result<()> {
        let write = |(name, text): PageFile| game_files::write(&folder.join(name), text.as_bytes());
        let mut report = ReviewPages::default();
        let mut count = 0;
        self.for_each_line(|line| {
            count += 1;
            write(report.add(line))
        })?;
        report.rest().into_iter().try_for_each(write)?;
        (count + 1..)
            .map(|number| folder.join(ReviewPages::page_of(number)))
            .take_while(|page| page.is_file())
            .try_for_each(|page| {
                fs::remove_file(&page).with_context(|| format!("removing `{}`", page.display()))
            })
    }
}
