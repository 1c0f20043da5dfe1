//! Finds positions where only one move wins in the games of an archive.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use waggle::archive::{Archive, ArchivedGame};
use waggle::arena::write_settings;
use waggle::document::Json;
use waggle::puzzles::{Finder, PuzzleDocument, PuzzleLine, Theme, difficulty, html};
use waggle::review::Heading;
use waggle::rules::Game;
use waggle::text::counted;

use super::super::archive::{GameId, LineFile, Plan, Work, work_through};
use super::super::growing_file::Existing;
use super::super::outputs::{Outputs, paths};
use super::super::terminal::warn;
use super::super::{game_files, interrupt};
use crate::cli::PuzzlesArgs;
use crate::exit_code::ExitCode;

pub(super) fn run(args: &PuzzlesArgs) -> anyhow::Result<ExitCode> {
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let archive = Archive::of(&args.sources)?.only(args.filter.filter()).except(&args.output);
    ensure!(
        args.theme.as_deref() != Some(Theme::Defend.name()),
        "games are searched for wins: expected another theme than `defend`, or --play"
    );
    let outputs = Outputs::default().whole(&args.html).growing([path]).ending("jsonl", [path]);
    outputs.ending("html", &args.html).check(paths(&archive), args.force)?;
    let stop = interrupt::stop_flag()?;
    let mut known = Known { ids: HashSet::new(), puzzles: args.html.as_ref().map(|_| vec![]) };
    let (settings, theme) = (words(args), args.theme.as_deref());
    let (output, done) =
        LineFile::open(path, Existing::of(args.resume, args.force), &settings, &mut |line| {
            known.note(PuzzleLine::read(line)?);
            Ok(())
        })?;
    let threads = args.engine.settings().threads;
    let is_kept = output.can_be_resumed();
    let plan = Plan {
        archive,
        threads,
        output,
        done,
        stop: &stop,
        revise: &mut |line| {
            Json(match line {
                PuzzleLine::Puzzle(document) => known.or_repeat(document),
                other => other,
            })
        },
    };
    let summary = work_through(
        plan,
        || {
            let finder = Finder::new(args.within, args.nodes, args.engine.table)?;
            Ok(if args.duals { finder.allowing_duals() } else { finder })
        },
        |finder, id, archived, game| {
            let mut work = puzzles(finder, id, &settings, theme, archived, game, &stop)?;
            if let Work::Done(lines) = &mut work
                && is_kept
            {
                lines.push(PuzzleLine::searched(id.origin(&settings)));
            }
            Ok(work)
        },
    )?;
    if summary.stopped_at.is_some() {
        return Ok(ExitCode::Interrupted);
    }
    if let (Some(path), Some(puzzles)) = (&args.html, &known.puzzles) {
        game_files::write(path, html(puzzles)?.as_bytes())?;
    }
    if known.ids.is_empty() {
        let games = summary.games + summary.earlier;
        warn(&format!("no puzzle in {}", counted(games, "game", "games")));
        return Ok(ExitCode::Negative);
    }
    Ok(summary.exit_code())
}

fn puzzles(
    finder: &mut Finder,
    id: &GameId,
    settings: &str,
    theme: Option<&str>,
    archived: &ArchivedGame,
    game: &Game,
    stop: &AtomicBool,
) -> anyhow::Result<Work<PuzzleLine>> {
    let Ok(puzzles) = finder.of_game(game, stop) else { return Ok(Work::Stopped) };
    let heading = Heading::of(&archived.record);
    let mut documents = vec![];
    for puzzle in puzzles {
        let Some(level) = difficulty(&puzzle, stop)? else { return Ok(Work::Stopped) };
        let document = puzzle.document(id.origin(settings), &heading, level);
        if theme.is_none_or(|theme| document.themes.iter().any(|it| it.name() == theme)) {
            documents.push(PuzzleLine::Puzzle(document));
        }
    }
    Ok(Work::Done(documents))
}

/// The puzzles found so far.
struct Known {
    /// Their identifiers, the same for symmetric puzzles.
    ids: HashSet<String>,
    /// Their documents, if a page is wanted.
    puzzles: Option<Vec<PuzzleDocument>>,
}

impl Known {
    /// Adds a line of an earlier run.
    fn note(&mut self, line: PuzzleLine) {
        match line {
            PuzzleLine::Puzzle(puzzle) => drop(self.or_repeat(puzzle)),
            PuzzleLine::Repeat(repeat) => drop(self.ids.insert(repeat.id)),
            PuzzleLine::Searched(_) => {}
        }
    }

    /// The line of a puzzle, which may repeat an earlier one.
    fn or_repeat(&mut self, document: PuzzleDocument) -> PuzzleLine {
        if !self.ids.insert(document.id.clone()) {
            return PuzzleLine::Repeat(document.into_repeat());
        }
        if let Some(puzzles) = &mut self.puzzles {
            puzzles.push(document.clone());
        }
        PuzzleLine::Puzzle(document)
    }
}

/// The settings on which the puzzles depend.
fn words(args: &PuzzlesArgs) -> String {
    let mut words = vec![
        ("within", args.within.to_string()),
        ("duals", args.duals.to_string()),
        ("nodes", args.nodes.to_string()),
        ("table", args.engine.table.to_string()),
    ];
    words.extend(args.theme.iter().map(|theme| ("theme", theme.clone())));
    write_settings(&words)
}
