//! `waggle openings`: how the games of an archive begin.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, ensure};
use waggle::archive::Archive;
use waggle::document::Json;
use waggle::games::GameRecord;
use waggle::openings::{
    CountMinSketch, Counts, Description, Explorer, FIRST_PLIES, GameFacts, Opening,
    OpeningsDocument, html, text,
};

use super::archive::{LeftOut, none_of, read_games};
use super::game_files::is_standard;
use super::terminal::print;
use super::{game_files, interrupt};
use crate::cli::OpeningsArgs;
use crate::exit_code::ExitCode;

/// An archive at least this large is read twice: first only to learn which positions are too rare
/// to keep in memory.
const LARGE: u64 = 64 << 20;

pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<ExitCode> {
    let archive = Archive::of(&args.sources)?.only(args.filter.filter());
    if let Some(path) = &args.html {
        game_files::ensure_writable(path, args.force)?;
        ensure!(
            !args.json || !is_standard(path),
            "--json needs the standard output: name a file for --html"
        );
    }
    if let Some(folder) = &args.report {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("making the folder `{}`", folder.display()))?;
        for name in Description::FILES {
            game_files::ensure_writable(&folder.join(name), args.force)?;
        }
    }
    let stop = interrupt::stop_flag()?;
    let options = waggle::uhp::Options::default();
    let plies = usize::from(args.plies);
    let reading = Reading {
        plies: plies.max(if args.report.is_some() { FIRST_PLIES } else { 0 }),
        describes: args.report.is_some(),
        threads: args.threads.map_or(options.threads, usize::from),
        stop: &stop,
    };
    let is_large = args.min_games > 1 && archive.bytes().is_some_and(|bytes| bytes >= LARGE);
    let mut sketch = is_large.then(CountMinSketch::default);
    if let Some(sketch) = &mut sketch {
        reading.through(&archive, &mut LeftOut::default(), |(opening, _)| {
            opening
                .iter()
                .flat_map(|it| it.keys.iter().take(plies + 1))
                .for_each(|&key| sketch.add(key));
        });
    }
    archive.take_passed_over();
    archive.take_repeated();
    let mut counts = Counts::new(args.min_games, sketch);
    let mut first_moves = Counts::new(1, None);
    let mut description = Description::default();
    let mut left_out = LeftOut::default();
    let read = reading.through(&archive, &mut left_out, |(opening, facts)| {
        if let Some(opening) = &opening {
            counts.add(&opening.cut_to(plies));
        }
        if let Some(facts) = facts {
            description.add(&facts);
            if let Some(opening) = &opening {
                first_moves.add(&opening.cut_to(FIRST_PLIES));
            }
        }
    });
    let passed_over = archive.take_passed_over();
    left_out.report_of(&archive);
    if stop.load(Ordering::Relaxed) {
        return Ok(ExitCode::Interrupted);
    }
    ensure!(read > 0 || passed_over == 0, none_of(passed_over));
    ensure!(read > 0, "the archive holds no game that can be read");
    ensure!(counts.games() > 0, "none of the {read} games begins at the usual start");
    let games = counts.games();
    let mut explorer = Explorer::new(&counts);
    drop(counts);
    if args.nodes > 0 && !search(&mut explorer, args.nodes, &reading)? {
        return Ok(ExitCode::Interrupted);
    }
    if let Some(path) = &args.html {
        game_files::write(path, html(&explorer).as_bytes())?;
    }
    if let Some(folder) = &args.report {
        for (name, text) in description.files(&Explorer::new(&first_moves)) {
            game_files::write(&folder.join(name), text.as_bytes())?;
        }
    }
    if args.json {
        print(&format!("{}\n", Json(OpeningsDocument::of(&explorer))))?;
    } else if !args.html.as_deref().is_some_and(is_standard) {
        print(&text(&explorer))?;
    }
    let shown = explorer.positions.iter().any(|position| !position.moves.is_empty());
    if !shown {
        let _ = writeln!(
            io::stderr(),
            "warning: no move was played in {} games or more, of {games} in all; --min-games takes fewer",
            args.min_games
        );
    }
    Ok(if shown { left_out.exit_code() } else { ExitCode::Negative })
}

struct Reading<'a> {
    plies: usize,
    /// Whether to describe the games as well.
    describes: bool,
    threads: usize,
    stop: &'a AtomicBool,
}

impl Reading<'_> {
    /// Reads the archive with all threads and passes on the openings in its order. Returns the
    /// number of games read.
    fn through(
        &self,
        archive: &Archive,
        left_out: &mut LeftOut,
        take: impl FnMut((Option<Opening>, Option<GameFacts>)),
    ) -> usize {
        let opening = |record: GameRecord| {
            (Opening::of(&record, self.plies), self.describes.then(|| GameFacts::of(&record)))
        };
        read_games(archive, self.threads, self.stop, left_out, opening, take)
    }
}

/// Searches every position. Returns false if it was stopped.
fn search(explorer: &mut Explorer, nodes: u64, reading: &Reading<'_>) -> anyhow::Result<bool> {
    let progress = super::review::progress(
        explorer.positions.len(),
        std::io::IsTerminal::is_terminal(&std::io::stderr()),
    );
    let finished = explorer.search(nodes, reading.threads, reading.stop, || progress.inc(1));
    progress.finish_and_clear();
    Ok(finished?)
}
