//! `waggle puzzles`: finds positions of games in which one move alone wins.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use waggle::archive::{Archive, ArchivedGame};
use waggle::arena::write_settings;
use waggle::puzzles::{Finder, Puzzle, difficulty, html};
use waggle::review::Heading;
use waggle::rules::Game;

use super::archive::{LineFile, PerGame, Plan, Work, work_through};
use super::{game_files, interrupt};
use crate::cli::PuzzlesArgs;
use crate::exit_code::ExitCode;

/// Looks for puzzles in all games, one thread each, and writes a line for each.
pub(crate) fn run(args: &PuzzlesArgs) -> anyhow::Result<ExitCode> {
    let archive = Archive::of(&args.sources)?;
    if let Some(path) = &args.html {
        game_files::ensure_folder(path)?;
    }
    let stop = interrupt::stop_flag()?;
    let mut known = Known { ids: HashSet::new(), puzzles: args.html.as_ref().map(|_| vec![]) };
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let (output, done) =
        LineFile::open(path, args.resume, &words(args), PerGame::Any, &mut |line| {
            known.add(line);
        })?;
    let threads = args.engine.settings().threads;
    let plan = Plan {
        archive,
        threads,
        output,
        done,
        stop: &stop,
        revise: &mut |document| known.or_repeat(document),
    };
    let summary = work_through(
        plan,
        || {
            let finder = Finder::new(args.within, args.nodes, args.engine.table)?;
            Ok(if args.duals { finder.allowing_duals() } else { finder })
        },
        |finder, archived, game| puzzles(finder, archived, game, &stop),
    )?;
    if summary.is_interrupted {
        return Ok(ExitCode::Interrupted);
    }
    if let (Some(path), Some(puzzles)) = (&args.html, &known.puzzles) {
        game_files::write(path, html(puzzles)?.as_bytes())?;
    }
    Ok(ExitCode::Done)
}

/// The documents of the puzzles of a game.
fn puzzles(
    finder: &mut Finder,
    archived: &ArchivedGame,
    game: &Game,
    stop: &AtomicBool,
) -> anyhow::Result<Work> {
    let Ok(puzzles) = finder.of_game(game, stop) else { return Ok(Work::Stopped) };
    let heading = Heading::of(&archived.record);
    let mut documents = vec![];
    for puzzle in puzzles {
        let Some(level) = difficulty(&puzzle, stop)? else { return Ok(Work::Stopped) };
        let mut document = puzzle.json(&heading, level);
        // The page shows them, too.
        document["file"] = json!(*archived.file);
        document["number"] = json!(archived.number);
        documents.push(document);
    }
    Ok(Work::Done(documents))
}

/// The puzzles that have been found so far.
struct Known {
    /// What they share with those that are the same up to symmetry.
    ids: HashSet<String>,
    /// Their documents, if there is to be a page.
    puzzles: Option<Vec<Value>>,
}

impl Known {
    /// Takes note of a document; whether its puzzle is a new one.
    fn add(&mut self, document: &Value) -> bool {
        let id = document.get("id").and_then(Value::as_str).unwrap_or_default();
        let is_new = self.ids.insert(id.to_owned());
        if let (true, Some(puzzles)) = (is_new, &mut self.puzzles) {
            puzzles.push(document.clone());
        }
        is_new
    }

    /// The document of a puzzle, or that it repeats an earlier one.
    fn or_repeat(&mut self, document: Value) -> Value {
        if self.add(&document) { document } else { Puzzle::repeat_json(&document) }
    }
}

/// The settings on which the puzzles depend.
fn words(args: &PuzzlesArgs) -> String {
    write_settings(&vec![
        ("waggle", env!("CARGO_PKG_VERSION").to_owned()),
        ("within", args.within.to_string()),
        ("duals", args.duals.to_string()),
        ("nodes", args.nodes.to_string()),
        ("table", args.engine.table.to_string()),
    ])
}
