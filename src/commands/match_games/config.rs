//! `--config FILE`: settings of a match from a file, by the names of the options.
//!
//! The file becomes words of a command line, so it can say whatever the command line can, and is
//! checked alike.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Args as _, Command};

use super::settings_file::{self, Engine, FileSettings, Scalar, Setting, Value};
use crate::cli::{self, MatchArgs, MatchEngines, Verb};

/// Reads the match of this file; typed options take precedence.
pub(super) fn read(path: &Path) -> anyhow::Result<MatchArgs> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading settings from `{}`", path.display()))?;
    let typed: Vec<OsString> = std::env::args_os().skip_while(|word| word != "match").collect();
    args(&text, &typed).with_context(|| format!("`{}`", path.display()))
}

/// The match from a file's text and the typed options.
fn args(text: &str, typed: &[OsString]) -> anyhow::Result<MatchArgs> {
    let settings = settings_file::read(text)?;
    match cli::parse(&words(&settings, typed)?).map_err(|error| in_file(error, &settings))?.verb {
        Some(Verb::Match(args)) => Ok(*args),
        _ => bail!("expected the settings of a match"),
    }
}

/// The whole command line: the file's common settings, what is typed, and the file's engines.
fn words(settings: &FileSettings, typed: &[OsString]) -> anyhow::Result<Vec<OsString>> {
    let (mut for_all, mut engines) = (Vec::new(), Vec::new());
    let is_engine = |word: &OsString| word.to_string_lossy().starts_with("--engine");
    let engine = typed.iter().position(is_engine).unwrap_or(typed.len());
    for setting in &settings.options {
        let name = setting.name.as_str();
        // Behind an `--engine` an option is for that engine alone.
        let typed = if is_for_engines(name) { &typed[..engine] } else { typed };
        // A typed list replaces that of the file, but for those that are added up.
        let is_replaced = |word: &String| match name {
            "arg" | "init" => false,
            "env" | "option" => word.rsplit_once('=').is_some_and(|(it, _)| is_typed(it, typed)),
            name => is_typed(&format!("--{name}"), typed),
        };
        for_all.extend(option_words(setting)?.into_iter().filter(|word| !is_replaced(word)));
    }
    for Engine { command, options } in &settings.engines {
        engines.push(format!("--engine={command}"));
        for setting in options {
            let Setting { line, name, .. } = setting;
            ensure!(
                is_for_engines(name),
                "line {line}: expected an option of engines, found `{name}`"
            );
            engines.extend(option_words(setting)?);
        }
    }
    let (verb, typed) = typed.split_first().context("expected `match`")?;
    let mut words = vec!["waggle".into(), verb.clone()];
    words.extend(for_all.into_iter().map(OsString::from));
    words.extend(typed.iter().cloned());
    words.extend(engines.into_iter().map(OsString::from));
    Ok(words)
}

/// An option with its value, each value of a list, or each entry of a table.
fn option_words(Setting { line, name, value }: &Setting) -> anyhow::Result<Vec<String>> {
    let command = MatchArgs::augment_args(Command::new("match"));
    let Some(arg) = option(&command, name).filter(|_| name != "config") else {
        bail!("line {line}: expected the name of an option, found `{name}`");
    };
    let is_flag = !arg.get_action().takes_values();
    ensure!(
        !is_flag || matches!(value, Value::Flag(_)),
        "line {line}: expected `true` or `false` for `{name}`"
    );
    let word = |value: &Scalar| format!("--{name}={}", value.text());
    Ok(match value {
        Value::Flag(true) => vec![format!("--{name}")],
        Value::Flag(false) => vec![],
        Value::One(value) => vec![word(value)],
        Value::List(values) => values.iter().map(word).collect(),
        Value::Table(entries) => {
            let word =
                |(key, value): (&String, &Scalar)| format!("--{name}={key}={}", value.text());
            entries.iter().map(word).collect()
        }
    })
}

/// An error of the whole command line, with the line of the file that it is about: what is typed
/// has been read before.
fn in_file(error: clap::Error, settings: &FileSettings) -> anyhow::Error {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (option_of, wrong) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
    let (Some(option_of), Some(wrong)) = (option_of, wrong) else { return error.into() };
    let command = MatchArgs::augment_args(Command::new("match"));
    let of_engines = settings.engines.iter().flat_map(|engine| &engine.options);
    let found = settings.options.iter().chain(of_engines).find(|setting| {
        let long = option(&command, &setting.name).and_then(Arg::get_long);
        let is_it = long.is_some() && long == option_of.trim_start_matches('-').split(' ').next();
        let words = option_words(setting).unwrap_or_default();
        is_it && words.iter().any(|word| word.contains(wrong))
    });
    let Some(Setting { line, .. }) = found else { return error.into() };
    let text = error.to_string();
    let told = text.lines().next().unwrap_or_default();
    anyhow!("line {line}: {}", told.trim_start_matches("error: "))
}

fn option<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| {
        arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
    })
}

/// Whether an option was given on the command line, or `--option=NAME` with this name.
fn is_typed(start: &str, typed: &[OsString]) -> bool {
    let with_value = format!("{start}=");
    let words: Vec<_> = typed.iter().map(|word| word.to_string_lossy()).collect();
    words.iter().any(|word| word == start || word.starts_with(&with_value))
        || words.windows(2).any(|two| two.join("=").starts_with(&with_value))
}

/// Whether an option is about an engine.
fn is_for_engines(name: &str) -> bool {
    name != "engine" && option(&MatchEngines::augment_args(Command::new("match")), name).is_some()
}
