//! The engines of a match, from their options.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use waggle::arena::{EngineSpec, ExternalSpec, Limit, Source, Template};
use waggle::eval::Network;
use waggle::search::Settings;
use waggle::uhp::{ClientConfig, Options};

use super::super::network;
use super::names::{BUILT_IN, label, names};
use crate::cli::{MatchEngineArgs, MatchEngines};

pub(crate) fn specs(
    list: &MatchEngines,
    patience: Duration,
    log: Option<&Path>,
) -> anyhow::Result<Vec<EngineSpec>> {
    let engines = &list.0;
    ensure!(
        engines.len() >= 2,
        "a match needs two engines, found {}\n\nhint: --engine self --engine CMD --time 0.1",
        engines.len()
    );
    let mut specs: Vec<EngineSpec> = Vec::new();
    for (place, (engine, name)) in engines.iter().zip(names(list)?).enumerate() {
        let mut spec = spec(name, engine, patience).with_context(|| label(list, place))?;
        if let (Some(folder), Source::External(external)) = (log, &mut spec.source) {
            external.log = Some(folder.join(free_log_name(&spec.name, &specs)));
        }
        specs.push(spec);
    }
    ensure!(
        log.is_none() || logs(&specs).next().is_some(),
        "--log records what is said to other programs, and `{BUILT_IN}` plays alone"
    );
    Ok(specs)
}

/// Makes the folder of the logs. Only a resumed match appends to logs that are already there.
pub(crate) fn prepare_logs(
    folder: &Path,
    engines: &[EngineSpec],
    resume: bool,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("making the folder `{}`", folder.display()))?;
    let is_taken = |log: &&Path| fs::metadata(log).is_ok_and(|it| it.is_file() && it.len() > 0);
    if let Some(log) = logs(engines).find(is_taken)
        && !resume
    {
        bail!(
            "`{}` already exists\n\nhint: name another folder with --log; --resume appends to it",
            log.display()
        );
    }
    Ok(())
}

/// Fails if a log could not be written.
pub(super) fn check_logs(engines: &[EngineSpec]) -> anyhow::Result<()> {
    for engine in engines {
        if let Source::External(ExternalSpec { log: Some(log), log_fault, .. }) = &engine.source
            && let Some(fault) = log_fault.get()
        {
            bail!("writing the log `{}`: {fault}", log.display());
        }
    }
    Ok(())
}

pub(super) fn logs(engines: &[EngineSpec]) -> impl Iterator<Item = &Path> {
    engines.iter().filter_map(|engine| match &engine.source {
        Source::External(external) => external.log.as_deref(),
        Source::BuiltIn { .. } => None,
    })
}

/// A file name for an engine's log that no other engine has; some systems ignore case.
fn free_log_name(name: &str, others: &[EngineSpec]) -> String {
    let logs: Vec<String> = logs(others)
        .filter_map(Path::file_name)
        .map(|log| log.to_string_lossy().to_lowercase())
        .collect();
    let stem = file_name(name);
    let numbered = (2_usize..).map(|number| format!("{stem}-{number}.log"));
    let mut names = std::iter::once(format!("{stem}.log")).chain(numbered);
    names.find(|name| !logs.contains(&name.to_lowercase())).unwrap_or_default()
}

/// An engine's name as a file name.
fn file_name(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_. ".contains(letter);
    name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect()
}

fn spec(name: String, engine: &MatchEngineArgs, patience: Duration) -> anyhow::Result<EngineSpec> {
    let limit = engine.limit.context("expected a limit such as --time 0.1")?;
    let source = if engine.command == BUILT_IN {
        built_in(engine, limit)?
    } else {
        Source::External(external(engine, limit, patience)?)
    };
    Ok(EngineSpec { name, source, limit })
}

/// The built-in engine with its UHP options; by default it searches with one thread, so that a
/// match is fair and repeatable.
fn built_in(engine: &MatchEngineArgs, limit: Limit) -> anyhow::Result<Source> {
    ensure!(
        engine.args.is_empty()
            && engine.cwd.is_none()
            && engine.env.is_empty()
            && engine.init.is_empty(),
        "`{BUILT_IN}` takes --option, --random-moves, a limit and --name, no words of a command line"
    );
    let template = engine.bestmove.as_ref();
    let is_on_clock = matches!(limit, Limit::Clock { .. });
    ensure!(
        template.is_none() || is_on_clock,
        "`{BUILT_IN}` is asked by no command: --bestmove only says whether it gets its clock of --tc or a share of it"
    );
    let mut options = Options { threads: 1, ..Options::default() };
    for (name, value) in engine.options.iter().filter_map(|pair| split(pair)) {
        options.set(&name, &value)?;
        ensure!(
            !options.own_book,
            "`{BUILT_IN}` has no book, so that matches repeat: name the program instead, with --option OwnBook=true"
        );
        let Options { level, threads, table_mib, .. } = options;
        ensure!(
            options == Options { level, threads, table_mib, ..Options::default() },
            "`{BUILT_IN}` takes the options Level, NumThreads and TableSizeMiB, but not `{name}`"
        );
    }
    let Options { level, threads, table_mib, .. } = options;
    let path = engine.network.as_deref().map(Path::new);
    let network = path.map_or_else(|| Ok(Network::default()), network::read)?;
    let settings = Settings { threads, table_mib, network, ..Settings::default() };
    // Asked as an engine that does not know clocks, it gets a share of its clock.
    let gets_share =
        is_on_clock && template.is_some_and(|template| template.fits(Limit::Time(Duration::ZERO)));
    let random_moves = engine.random_moves.unwrap_or(0);
    Ok(Source::BuiltIn { settings, level, gets_share, random_moves })
}

fn external(
    engine: &MatchEngineArgs,
    limit: Limit,
    patience: Duration,
) -> anyhow::Result<ExternalSpec> {
    ensure!(
        engine.network.is_none(),
        "--network is for `{BUILT_IN}`: the command line of a program names its network itself"
    );
    ensure!(engine.random_moves.is_none(), "--random-moves is for `{BUILT_IN}`");
    let template = engine.bestmove.clone();
    let asks = template.clone().unwrap_or_else(|| Template::standard(limit));
    ensure!(asks.fits(limit), "`{asks}` has no field for the limit of {limit}");
    let mut config: ClientConfig = engine.command.parse()?;
    config.args.extend(engine.args.iter().cloned());
    config.cwd = engine.cwd.as_ref().map(Into::into);
    config.env.extend(engine.env.iter().filter_map(|pair| split(pair)));
    let options = engine.options.iter().filter_map(|pair| split(pair));
    let mut init: Vec<String> =
        options.map(|(name, value)| format!("options set {name} {value}")).collect();
    init.extend(engine.init.iter().cloned());
    Ok(ExternalSpec { config, init, template, patience, log: None, log_fault: Arc::default() })
}

fn split(pair: &str) -> Option<(String, String)> {
    pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
}
