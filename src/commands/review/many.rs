//! The reviews of all games of an archive.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use waggle::archive::{Archive, ArchivedGame};
use waggle::arena::write_settings;
use waggle::review::{self, Heading};
use waggle::search::{Limits, Searcher, Settings};

use super::super::archive::{LineFile, PerGame, Plan, Work, work_through};
use super::super::interrupt;
use crate::cli::ReviewArgs;
use crate::exit_code::ExitCode;

/// How far a position is searched without limits: a game of 60 plies then takes some three
/// seconds on one thread, and its review is the same every time.
const NODES_FOR_A_POSITION: u64 = 50_000;

/// Reviews the games, one thread each, and writes a line for each.
pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<ExitCode> {
    let sources: Vec<PathBuf> = args.sources.iter().map(PathBuf::from).collect();
    let archive = Archive::of(&sources)?;
    let limits = match args.limits.limits() {
        limits if limits == Limits::default() => Limits::nodes(NODES_FOR_A_POSITION),
        limits => limits,
    };
    let settings = args.engine.settings();
    let stop = interrupt::stop_flag()?;
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let words = words(&limits, &settings);
    let (output, done) = LineFile::open(path, args.resume, &words, PerGame::One, &mut |_| ())?;
    let threads = settings.threads;
    let alone = Settings { threads: 1, ..settings };
    let revise = &mut |document| document;
    let plan = Plan { archive, threads, output, done, stop: &stop, revise };
    let summary = work_through(
        plan,
        || Ok(Searcher::new(&alone)?),
        |searcher, archived, game| {
            if game.moves().len() == 0 {
                return Ok(Work::LeftOut("there are no moves".to_owned()));
            }
            let reviewed = review::review(game, searcher, &limits, &stop, &mut || ())?;
            Ok(reviewed.map_or(Work::Stopped, |reviewed| {
                let mut document = json!({ "tags": tags(archived) });
                if let (Value::Object(line), Value::Object(review)) =
                    (&mut document, review::json(&reviewed, &Heading::of(&archived.record)))
                {
                    line.extend(review);
                }
                Work::Done(vec![document])
            }))
        },
    )?;
    Ok(if summary.is_interrupted { ExitCode::Interrupted } else { ExitCode::Done })
}

/// The tags of a game, as its file gives them.
fn tags(archived: &ArchivedGame) -> Map<String, Value> {
    let tags = archived.record.tags.iter();
    tags.map(|(name, value)| (name.clone(), json!(value))).collect()
}

/// The settings on which the reviews depend.
fn words(limits: &Limits, settings: &Settings) -> String {
    let mut words = vec![("waggle", env!("CARGO_PKG_VERSION").to_owned())];
    words.extend(limits.depth.map(|depth| ("depth", depth.to_string())));
    words.extend(limits.nodes.map(|nodes| ("nodes", nodes.to_string())));
    words.extend(limits.time.map(|time| ("time", time.as_secs_f64().to_string())));
    words.push(("table", settings.table_mib.to_string()));
    write_settings(&words)
}
