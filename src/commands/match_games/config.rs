//! `--config FILE`: settings of a match from a file, by the names of the options.
//!
//! The file is turned into words of a command line, so that it can say whatever the command
//! line can, and is checked alike.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::FromArgMatches as _;
use toml::{Table, Value};

use crate::cli::{Cli, MatchArgs, Verb, command};

/// The name of the tables of engines.
const ENGINE: &str = "engine";

/// The match of this file, with what was typed besides, which comes first.
pub(super) fn read(path: &Path) -> anyhow::Result<MatchArgs> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading settings from `{}`", path.display()))?;
    let typed: Vec<OsString> = std::env::args_os().skip_while(|word| word != "match").collect();
    let words = words(&text, &typed).with_context(|| format!("`{}`", path.display()))?;
    let matches = command().try_get_matches_from(words)?;
    match Cli::from_arg_matches(&matches)?.verb {
        Some(Verb::Match(args)) => Ok(*args),
        _ => bail!("expected the settings of a match"),
    }
}

/// The whole command line: what the file says for all, what was typed, and then the engines
/// of the file.
fn words(text: &str, typed: &[OsString]) -> anyhow::Result<Vec<OsString>> {
    let table: Table = text.parse()?;
    let (mut for_all, mut engines) = (Vec::new(), Vec::new());
    for (name, value) in &table {
        match (name.as_str(), value) {
            (ENGINE, Value::Array(tables)) => {
                for (place, engine) in tables.iter().enumerate() {
                    let words = engine.as_table().map(engine_words);
                    let words = words.context("expected [[engine]]")?;
                    engines.extend(words.with_context(|| format!("engine {}", place + 1))?);
                }
            }
            (ENGINE, _) => bail!("expected [[engine]], found {}", value.type_str()),
            // A list of the command line replaces that of the file.
            _ if is_typed(name, typed) && !is_for_engines(name) => {}
            _ => for_all.extend(option_words(name, value)?),
        }
    }
    let program = OsString::from("waggle");
    let mut typed = typed.iter().cloned();
    let verb = typed.next().unwrap_or_else(|| "match".into());
    let mut words = vec![program, verb];
    words.extend(for_all.into_iter().map(OsString::from));
    words.extend(typed);
    words.extend(engines.into_iter().map(OsString::from));
    Ok(words)
}

/// `--engine COMMAND` and the options of that engine.
fn engine_words(table: &Table) -> anyhow::Result<Vec<String>> {
    let command = table.get("command").and_then(Value::as_str);
    let mut words = vec![format!("--engine={}", command.context("expected command = \"...\"")?)];
    for (name, value) in table.iter().filter(|(name, _)| *name != "command") {
        if !is_for_engines(name) {
            bail!("expected an option of engines, found `{name}`");
        }
        words.extend(option_words(name, value)?);
    }
    Ok(words)
}

/// An option with its value, with each value of a list, or with each entry of a table.
fn option_words(name: &str, value: &Value) -> anyhow::Result<Vec<String>> {
    let is_known = |command: &clap::Command| {
        command.get_arguments().any(|arg| arg.get_long() == Some(name) && name != "config")
    };
    if !command().find_subcommand("match").is_some_and(is_known) {
        bail!("expected the name of an option, found `{name}`");
    }
    let word = |value: &Value| -> anyhow::Result<String> {
        Ok(format!("--{name}={}", scalar(value).with_context(|| format!("`{name}`"))?))
    };
    match value {
        Value::Boolean(true) => Ok(vec![format!("--{name}")]),
        Value::Boolean(false) => Ok(Vec::new()),
        Value::Array(values) => values.iter().map(word).collect(),
        Value::Table(entries) => entries
            .iter()
            .map(|(key, value)| Ok(format!("--{name}={key}={}", scalar(value)?)))
            .collect(),
        _ => Ok(vec![word(value)?]),
    }
}

fn scalar(value: &Value) -> anyhow::Result<String> {
    Ok(match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        // UHP's words.
        Value::Boolean(true) => "True".to_owned(),
        Value::Boolean(false) => "False".to_owned(),
        _ => bail!("expected a text or a number, found {}", value.type_str()),
    })
}

/// Whether an option was given on the command line.
fn is_typed(name: &str, typed: &[OsString]) -> bool {
    let flag = format!("--{name}");
    let with_value = format!("{flag}=");
    typed.iter().any(|word| {
        let word = word.to_string_lossy();
        word == flag || word.starts_with(&with_value)
    })
}

/// Whether an option is about an engine.
fn is_for_engines(name: &str) -> bool {
    ["name", "arg", "cwd", "env", "option", "init", "depth", "time", "nodes", "clock", "bestmove"]
        .contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, typed: &[&str]) -> Result<String, String> {
        let typed: Vec<OsString> = typed.iter().map(OsString::from).collect();
        let words = words(text, &typed).map_err(|error| format!("{error:#}"))?;
        Ok(words.join(&OsString::from(" ")).to_string_lossy().into_owned())
    }

    #[test]
    fn a_file_becomes_a_command_line() {
        let text = "games = 20\ntime = 0.1\njson = true\nresume = false\n\
            type = ['Base', 'Base+M']\n[[engine]]\ncommand = 'self'\n\
            [[engine]]\ncommand = 'a b'\narg = ['--fast']\noption = { NumThreads = 1, Verbose = true }\n";
        assert_eq!(
            line(text, &["match", "--games", "4"]).unwrap(),
            "waggle match --json --time=0.1 --type=Base --type=Base+M --games 4 --engine=self \
             --engine=a b --arg=--fast --option=NumThreads=1 --option=Verbose=True"
        );
    }

    #[test]
    fn what_is_wrong_with_a_file_is_named() {
        let error = |text: &str| line(text, &["match"]).unwrap_err();
        assert_eq!(error("gamez = 1"), "expected the name of an option, found `gamez`");
        assert_eq!(error("[[engine]]\ntime = 1"), "engine 1: expected command = \"...\"");
        assert_eq!(
            error("[[engine]]\ncommand = 'a'\ngames = 1"),
            "engine 1: expected an option of engines, found `games`"
        );
        assert!(error("games = [[1]]").starts_with("`games`: expected a text or a number"));
        assert!(error("games =").contains("line 1"), "{}", error("games ="));
    }
}
