//! `waggle openings`: how the games of an archive begin.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use waggle::archive::Archive;
use waggle::document::Json;
use waggle::games::{GameRecord, GameResult};
use waggle::opening_names::NamedOpening;
use waggle::openings::{
    CountMinSketch, Counts, Description, Explorer, FIRST_PLIES, GameFacts, OF_PEOPLE, Opening,
    OpeningsDocument, SOURCE, html, text,
};
use waggle::render;

use super::archive::{LeftOut, read_all, read_games};
use super::game_files::is_standard;
use super::outputs::{Outputs, paths};
use super::terminal::{print, warn};
use super::{game_files, interrupt};
use crate::cli::OpeningsArgs;
use crate::exit_code::ExitCode;

/// An archive at least this large is read twice: first only to learn which positions are too rare
/// to keep in memory.
const LARGE: u64 = 64 << 20;

pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<ExitCode> {
    if let Some(wanted) = &args.names {
        return show_names(wanted.as_deref().unwrap_or_default());
    }
    let archive = Archive::of(&args.sources)?.only(args.filter.filter());
    outputs(args).check(paths(&archive), args.force)?;
    let stop = interrupt::stop_flag()?;
    let plies = usize::from(args.plies);
    let reading = Reading {
        plies: plies.max(if args.report.is_some() { FIRST_PLIES } else { 0 }),
        describes: args.report.is_some(),
        threads: args.threads.map_or(waggle::uhp::Options::default().threads, usize::from),
        stop: &stop,
    };
    let of_people = args.sources.is_empty();
    let counted = if of_people {
        // The openings of people that are part of the program.
        let (least, most) = OF_PEOPLE;
        if args.min_games < least || plies > most {
            warn(&format!(
                "the openings of people that are part of the program go to ply {most}, with positions of {least} games or more"
            ));
        }
        let explorer = Explorer::new(&Counts::of_people(args.min_games, plies));
        Some(Counted { explorer, files: vec![], code: ExitCode::Done })
    } else {
        reading.count(args, &archive)?
    };
    let Some(Counted { mut explorer, files, code }) = counted else {
        return Ok(ExitCode::Interrupted);
    };
    if args.nodes > 0 && !search(&mut explorer, args.nodes, &reading)? {
        return Ok(ExitCode::Interrupted);
    }
    for (path, text) in files {
        game_files::write(&path, text.as_bytes())?;
    }
    if of_people && !args.json && !args.html.as_deref().is_some_and(is_standard) {
        print(&format!("{} {SOURCE}\n\n", explorer.games))?;
    }
    write(args, &explorer)?;
    let shown = explorer.positions.iter().any(|position| !position.moves.is_empty());
    if !shown {
        warn(&format!(
            "no move was played in {} or more, of {} in all; --min-games takes fewer",
            waggle::text::counted(args.min_games, "game", "games"),
            explorer.games
        ));
    }
    Ok(if shown { code } else { ExitCode::Negative })
}

/// The openings and formations that are called so, each with a drawing of its example.
fn show_names(wanted: &str) -> anyhow::Result<ExitCode> {
    let is_called_so = |name: &str| name.to_lowercase().contains(&wanted.to_lowercase());
    let found = NamedOpening::all().iter().filter(|entry| {
        let mut names = entry.fields("name").chain(entry.fields("also"));
        names.any(is_called_so)
    });
    let shown = found.map(|entry| {
        let fields = ["about", "also", "by", "example"].iter().flat_map(|&field| {
            let heading = match field {
                "about" => String::new(),
                "by" => "so named by: ".to_owned(),
                _ => format!("{field}: "),
            };
            entry.fields(field).map(move |value| format!("  {heading}{value}\n"))
        });
        let sources = entry.fields("source").map(|source| format!("  source: {source}\n"));
        let text: String = fields.chain(sources).collect();
        let drawing = entry.example().map(|game| render::text(&game, false)).unwrap_or_default();
        let board = drawing.split("\n\n").next().unwrap_or_default();
        let board: String = board.lines().map(|line| ["    ", line, "\n"].concat()).collect();
        let gap = if board.is_empty() { "" } else { "\n" };
        format!("{}\n{text}{gap}{board}", entry.field("name"))
    });
    let shown: Vec<String> = shown.collect();
    let hint = "`waggle openings --names` lists all names";
    ensure!(!shown.is_empty(), "no opening or formation is called `{wanted}`: {hint}");
    print(&shown.join("\n"))?;
    Ok(ExitCode::Done)
}

fn outputs(args: &OpeningsArgs) -> Outputs {
    let outputs =
        Outputs::default().whole(&args.html).whole(&args.tree).growing(args.json.then_some("-"));
    let outputs = outputs.ending("html", &args.html);
    match &args.report {
        Some(folder) => outputs.folder(folder, Description::FILES),
        None => outputs,
    }
}

/// Writes the page, and prints the document or the text.
fn write(args: &OpeningsArgs, explorer: &Explorer) -> anyhow::Result<()> {
    if let Some(path) = &args.html {
        game_files::write(path, html(explorer).as_bytes())?;
    }
    if let Some(path) = &args.tree {
        game_files::write(path, explorer.tree().as_bytes())?;
    }
    if args.json {
        print(&format!("{}\n", Json(OpeningsDocument::of(explorer))))
    } else if args.html.as_deref().is_some_and(is_standard) {
        Ok(())
    } else {
        print(&text(explorer))
    }
}

struct Reading<'a> {
    plies: usize,
    /// Whether to describe the games as well.
    describes: bool,
    threads: usize,
    stop: &'a AtomicBool,
}

/// What the games of an archive come to.
struct Counted {
    explorer: Explorer,
    /// Those of --report.
    files: Vec<(PathBuf, String)>,
    code: ExitCode,
}

impl Reading<'_> {
    /// Counts the games of an archive; `None` if that was stopped.
    fn count(&self, args: &OpeningsArgs, archive: &Archive) -> anyhow::Result<Option<Counted>> {
        let plies = usize::from(args.plies);
        let is_large = args.min_games > 1 && archive.bytes().is_some_and(|bytes| bytes >= LARGE);
        let sketch = is_large.then(|| self.sketch(archive, plies));
        let mut counts = Counts::new(args.min_games, sketch);
        let mut first_moves = Counts::new(1, None);
        let mut description = Description::default();
        let read = read_all(archive, self.threads, self.stop, self.work(), |(opening, facts)| {
            let counted = opening
                .as_ref()
                .filter(|opening| args.tree.is_none() || opening.result != GameResult::Unfinished);
            if let Some(opening) = counted {
                counts.add(&opening.cut_to(plies));
            }
            if let Some(facts) = facts {
                description.add(&facts);
                if let Some(opening) = &opening {
                    first_moves.add(&opening.cut_to(FIRST_PLIES));
                }
            }
        })?;
        let Some(code) = read else { return Ok(None) };
        let with_result = if args.tree.is_some() { "has a result and " } else { "" };
        ensure!(counts.games() > 0, "none of the games {with_result}begins at the usual start");
        let explorer = Explorer::new(&counts);
        drop(counts);
        let files = args.report.iter().flat_map(|folder| {
            let files = description.files(&Explorer::new(&first_moves));
            files.into_iter().map(|(name, text)| (folder.join(name), text))
        });
        Ok(Some(Counted { explorer, files: files.collect(), code }))
    }

    /// What is made of a game.
    fn work(&self) -> impl Fn(GameRecord) -> (Option<Opening>, Option<GameFacts>) + Sync {
        let (plies, describes) = (self.plies, self.describes);
        move |record| (Opening::of(&record, plies), describes.then(|| GameFacts::of(&record)))
    }

    /// Reads the archive once only to learn which positions are frequent.
    fn sketch(&self, archive: &Archive, plies: usize) -> CountMinSketch {
        let mut sketch = CountMinSketch::default();
        let left_out = &mut LeftOut::default();
        read_games(archive, self.threads, self.stop, left_out, self.work(), |(opening, _)| {
            let keys = opening.iter().flat_map(|opening| opening.keys.iter().take(plies + 1));
            keys.for_each(|&key| sketch.add(key));
        });
        archive.take_passed_over();
        archive.take_repeated();
        sketch
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
