//! `waggle puzzles`: finds positions of games in which one move alone wins.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde_json::Value;
use waggle::archive::{Archive, ArchivedGame};
use waggle::arena::write_settings;
use waggle::puzzles::{Finder, Puzzle, difficulty};
use waggle::review::Heading;
use waggle::rules::Game;

use super::archive::{LineFile, PerGame, Plan, Work, work_through};
use super::interrupt;
use crate::cli::PuzzlesArgs;
use crate::exit_code::ExitCode;

/// Looks for puzzles in all games, one thread each, and writes a line for each.
pub(crate) fn run(args: &PuzzlesArgs) -> anyhow::Result<ExitCode> {
    let archive = Archive::of(&args.sources)?;
    let stop = interrupt::stop_flag()?;
    let mut known = Known::default();
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let (output, done) =
        LineFile::open(path, args.resume, &words(args), PerGame::Any, &mut |line| known.add(line))?;
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
        || Ok(Finder::new(args.within, args.nodes, args.engine.table as usize)?),
        |finder, archived, game| puzzles(finder, archived, game, &stop),
    )?;
    Ok(if summary.is_interrupted { ExitCode::Interrupted } else { ExitCode::Done })
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
        documents.push(puzzle.json(&heading, level));
    }
    Ok(Work::Done(documents))
}

/// The puzzles that have been found so far, by what they share up to symmetry.
#[derive(Default)]
struct Known(HashSet<String>);

impl Known {
    /// Takes note of a line of an earlier run.
    fn add(&mut self, line: &Value) {
        if let Some(id) = line.get("id").and_then(Value::as_str) {
            self.0.insert(id.to_owned());
        }
    }

    /// The document of a puzzle, or that it repeats an earlier one.
    fn or_repeat(&mut self, document: Value) -> Value {
        let id = document.get("id").and_then(Value::as_str).unwrap_or_default();
        if self.0.insert(id.to_owned()) { document } else { Puzzle::repeat_json(&document) }
    }
}

/// The settings on which the puzzles depend.
fn words(args: &PuzzlesArgs) -> String {
    write_settings(&vec![
        ("waggle", env!("CARGO_PKG_VERSION").to_owned()),
        ("within", args.within.to_string()),
        ("nodes", args.nodes.to_string()),
        ("table", args.engine.table.to_string()),
    ])
}
