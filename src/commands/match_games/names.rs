//! Names of engines: the given ones, or the program's with whatever distinguishes it.

use std::path::Path;

use anyhow::{Context as _, ensure};
use waggle::text::one_line;
use waggle::uhp::ClientConfig;

use crate::cli::{MatchEngineArgs, MatchEngines};

/// The command that means the built-in engine.
pub(super) const BUILT_IN: &str = "self";

const MAX_NAME: usize = 60;

/// How messages name an engine: by its number and its command.
pub(super) fn label(list: &MatchEngines, place: usize) -> String {
    let command = list.0.get(place).map_or("", |engine| engine.command.as_str());
    format!("engine {} (`{command}`)", place + 1)
}

pub(super) fn names(list: &MatchEngines) -> anyhow::Result<Vec<String>> {
    let engines = &list.0;
    let mut programs = Vec::new();
    for (place, engine) in engines.iter().enumerate() {
        programs.push(program(engine).with_context(|| label(list, place))?);
    }
    let mut names: Vec<String> = Vec::new();
    for (place, engine) in engines.iter().enumerate() {
        if let Some(name) = &engine.name {
            // It goes to terminals and into files.
            let name = one_line(name);
            let is_taken = names.contains(&name);
            ensure!(!is_taken, "{}: two engines are named `{name}`", label(list, place));
            names.push(name);
            continue;
        }
        let namesakes: Vec<&MatchEngineArgs> = engines
            .iter()
            .zip(&programs)
            .filter(|(other, program)| other.name.is_none() && **program == programs[place])
            .map(|(other, _)| other)
            .collect();
        let name = one_line(&distinct(&programs[place], engine, &namesakes));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let is_free = |name: &String| {
            !names.contains(name) && engines.iter().all(|it| it.name.as_ref() != Some(name))
        };
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        names.push(candidates.find(is_free).context("counting the engines of the same name")?);
    }
    Ok(names)
}

fn program(engine: &MatchEngineArgs) -> anyhow::Result<String> {
    if engine.command == BUILT_IN {
        return Ok("waggle".to_owned());
    }
    let config: ClientConfig = engine.command.parse()?;
    let stem = config.command.file_stem();
    Ok(stem.map_or_else(|| engine.command.clone(), |stem| stem.to_string_lossy().into_owned()))
}

/// The name of a program with the options that not all its namesakes share.
fn distinct(program: &str, engine: &MatchEngineArgs, namesakes: &[&MatchEngineArgs]) -> String {
    let others: Vec<Vec<String>> = namesakes.iter().map(|it| features(it)).collect();
    let own = features(engine).into_iter();
    let own = own.filter(|feature| others.iter().any(|other| !other.contains(feature)));
    let name = std::iter::once(program.to_owned()).chain(own).collect::<Vec<_>>().join(" ");
    // A PGN tag holds neither.
    let name: String =
        name.chars().filter(|it| !it.is_control() && !"\"[]".contains(*it)).collect();
    if name.chars().count() > MAX_NAME { program.to_owned() } else { name }
}

/// The options that may distinguish engines of the same program.
fn features(engine: &MatchEngineArgs) -> Vec<String> {
    let mut features = Vec::new();
    if let Ok(ClientConfig { command, args, .. }) = engine.command.parse() {
        let folder = command.parent().filter(|folder| *folder != Path::new(""));
        features.extend(folder.map(|folder| format!("in {}", folder.display())));
        features.extend(args);
    }
    features.extend(engine.args.iter().cloned());
    features.extend(engine.options.iter().map(|option| match option.split_once('=') {
        Some((name, level)) if name.eq_ignore_ascii_case("level") => format!("level {level}"),
        _ => option.clone(),
    }));
    features.extend(engine.random_moves.map(|share| format!("{share} % random")));
    let stem = engine.network.as_deref().and_then(|path| Path::new(path).file_stem());
    features.extend(stem.map(|stem| stem.to_string_lossy().into_owned()));
    features.extend(engine.env.iter().chain(&engine.init).cloned());
    features.extend(engine.cwd.iter().map(|folder| format!("at {folder}")));
    features.extend(engine.limit.map(|limit| limit.to_string()));
    features.extend(engine.bestmove.iter().map(ToString::to_string));
    features
}
