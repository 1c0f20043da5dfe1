//! `--config FILE`: settings of a match from a file, by the names of the options.
//!
//! The file becomes words of a command line, so it can say whatever the command line can, and is
//! checked alike.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use clap::{Args as _, Command};

use super::settings_file::{self, Scalar, Setting, Table};
use crate::cli::{self, MatchArgs, MatchEngines, Verb};

/// Reads the match of this file; typed options take precedence.
pub(super) fn read(path: &Path) -> anyhow::Result<MatchArgs> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading settings from `{}`", path.display()))?;
    let typed: Vec<OsString> = std::env::args_os().skip_while(|word| word != "match").collect();
    let words = words(&text, &typed).with_context(|| format!("`{}`", path.display()))?;
    match cli::parse(&words)?.verb {
        Some(Verb::Match(args)) => Ok(*args),
        _ => bail!("expected the settings of a match"),
    }
}

/// The whole command line: the file's common settings, what is typed, and the file's engines.
fn words(text: &str, typed: &[OsString]) -> anyhow::Result<Vec<OsString>> {
    let settings = settings_file::read(text)?;
    let (mut for_all, mut engines) = (Vec::new(), Vec::new());
    for (name, setting) in &settings.options {
        let words = option_words(name, setting)?;
        // A typed list replaces that of the file.
        if !is_typed(name, typed) || is_for_engines(name) {
            for_all.extend(words);
        }
    }
    for (number, Table { command, options }) in (1..).zip(&settings.engine) {
        engines.push(format!("--engine={command}"));
        for (name, setting) in options {
            ensure!(
                is_for_engines(name),
                "engine {number}: expected an option of engines, found `{name}`"
            );
            engines.extend(option_words(name, setting)?);
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
fn option_words(name: &str, setting: &Setting) -> anyhow::Result<Vec<String>> {
    let is_known = has_option(&MatchArgs::augment_args(Command::new("match")), name);
    ensure!(is_known && name != "config", "expected the name of an option, found `{name}`");
    let word = |value: &Scalar| format!("--{name}={}", value.text());
    Ok(match setting {
        Setting::Flag(true) => vec![format!("--{name}")],
        Setting::Flag(false) => vec![],
        Setting::One(value) => vec![word(value)],
        Setting::List(values) => values.iter().map(word).collect(),
        Setting::Table(entries) => {
            let word =
                |(key, value): (&String, &Scalar)| format!("--{name}={key}={}", value.text());
            entries.iter().map(word).collect()
        }
    })
}

fn has_option(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|arg| {
        arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
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
    name != "engine" && has_option(&MatchEngines::augment_args(Command::new("match")), name)
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
        assert_eq!(error("[[engine]]\ntime = 1"), "line 1: missing field `command`");
        assert_eq!(
            error("[[engine]]\ncommand = 'a'\ngames = 1"),
            "engine 1: expected an option of engines, found `games`"
        );
        assert!(error("games = [[1]]").contains("expected a text, a number"));
        assert!(error("engine = 1").starts_with("line 1: invalid type: integer `1`"));
        assert!(error("time = 1\ngames =").starts_with("line 2: "), "{}", error("games ="));
        let long = format!("games = {}\n\u{1b}", "[".repeat(50_000));
        for text in ["games =", "a = \"\"\"\n\n", "[[engine", "\u{1b}[2J", "a = 1\na = 2", &long] {
            let error = error(text);
            assert!(error.lines().count() == 1 && error.len() < 300, "{error}");
        }
    }
}
