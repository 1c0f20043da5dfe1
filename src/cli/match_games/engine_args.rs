//! `--engine CMD` and the options that belong to an engine.
//!
//! An option after an `--engine` applies to that engine, an option before the first one is the
//! default for all. A limit given only once applies to all, wherever it stands. Clap's derive does
//! not keep the order of options, so this is written by hand.

use std::collections::HashSet;
use std::ffi::OsStr;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use waggle::arena::{Limit, Template, clock};

use super::super::values::{number, time, word};

const HEADING: &str =
    "Engines (an option applies to the --engine before it; before the first one, to all)";

/// The options of an engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchEngineArgs {
    /// The command line, or `self`.
    pub(crate) command: String,
    /// Its name in the results.
    pub(crate) name: Option<String>,
    /// Further arguments.
    pub(crate) args: Vec<String>,
    /// Its working directory.
    pub(crate) cwd: Option<String>,
    /// Additional environment variables, as `NAME=VALUE`.
    pub(crate) env: Vec<String>,
    /// UHP options, as `NAME=VALUE`.
    pub(crate) options: Vec<String>,
    /// The network file of `self`.
    pub(crate) network: Option<String>,
    /// How many of 100 moves `self` picks at random.
    pub(crate) random_moves: Option<u8>,
    /// UHP lines to send first.
    pub(crate) init: Vec<String>,
    /// Its limit for a move.
    pub(crate) limit: Option<Limit>,
    /// The command that asks for a move.
    pub(crate) bestmove: Option<Template>,
}

/// The engines of a match, with the shared options applied.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchEngines(pub(crate) Vec<MatchEngineArgs>);

/// Applies an option to an engine.
type Apply = Box<dyn FnOnce(&mut MatchEngineArgs)>;

impl MatchEngineArgs {
    /// Takes missing options from `shared`.
    fn fill_from(&mut self, shared: &Self) {
        self.name = self.name.take().or_else(|| shared.name.clone());
        self.cwd = self.cwd.take().or_else(|| shared.cwd.clone());
        self.network = self.network.take().or_else(|| shared.network.clone());
        self.random_moves = self.random_moves.or(shared.random_moves);
        self.limit = self.limit.or(shared.limit);
        self.bestmove = self.bestmove.take().or_else(|| shared.bestmove.clone());
        self.args.splice(0..0, shared.args.iter().cloned());
        self.init.splice(0..0, shared.init.iter().cloned());
        fill_pairs(&mut self.env, &shared.env);
        fill_pairs(&mut self.options, &shared.options);
    }
}

/// Adds the pairs of `shared` whose names `own` does not have.
fn fill_pairs(own: &mut Vec<String>, shared: &[String]) {
    let is_own = |pair: &str| own.iter().any(|other| name_in(other) == name_in(pair));
    let missing = shared.iter().filter(|pair| !is_own(pair));
    let missing: Vec<String> = missing.cloned().collect();
    own.splice(0..0, missing);
}

impl MatchEngines {
    /// The engines with missing options taken from `shared`, and a missing limit from the other
    /// engines if they all have the same.
    pub(crate) fn filled(shared: &MatchEngineArgs, mut engines: Vec<MatchEngineArgs>) -> Self {
        for engine in &mut engines {
            engine.fill_from(shared);
        }
        let mut limits: Vec<Limit> = engines.iter().filter_map(|engine| engine.limit).collect();
        limits.dedup();
        if let [only] = limits[..] {
            for engine in &mut engines {
                engine.limit = Some(only);
            }
        }
        Self(engines)
    }
}

impl clap::Args for MatchEngines {
    fn augment_args(command: Command) -> Command {
        let text = |id: &'static str, value: &'static str, help: &'static str| {
            Arg::new(id)
                .long(id)
                .value_name(value)
                .help(help)
                .help_heading(HEADING)
                .action(ArgAction::Append)
        };
        command.args([
            text("engine", "CMD", "Command line of an engine, or `self` for the built-in one"),
            text("name", "NAME", "Name in the results [default: the program's]").value_parser(word),
            text("arg", "ARG", "Additional argument").allow_hyphen_values(true),
            text("cwd", "DIR", "Working directory"),
            text("env", "NAME=VALUE", "Environment variable").value_parser(pair),
            text("option", "NAME=VALUE", "UHP option, such as NumThreads=1").value_parser(pair),
            text("network", "FILE", "Network of `self`; of a program, name it in its command line"),
            text("random-moves", "N", "How many of 100 moves `self` picks at random")
                .hide_short_help(true)
                .value_parser(number::<u8>(0..=100)),
            text("init", "LINE", "UHP line to send first"),
            text("depth", "PLIES", "Limit: search depth in plies").value_parser(number::<u8>(0..=255)),
            text("time", "SECONDS", "Limit: time per move").value_parser(time),
            text("nodes", "COUNT", "Limit: nodes per move, for engines that know `bestmove nodes`")
                .value_parser(number::<u64>(1..=u64::MAX)),
            text("tc", "[MOVES/]BASE+INCREMENT", "Limit: clock in seconds, such as 60+1 or 40/60+1")
                .alias("clock")
                .allow_hyphen_values(true)
                .value_parser(clock),
            text(
                "bestmove",
                "TEMPLATE",
                "Command that asks for a move, such as `bestmove seconds {s}`; also {ms}, {time}, {depth}, {nodes}, {left}, {inc}",
            )
            .value_parser(|text: &str| text.parse::<Template>()),
        ])
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MatchEngines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut options = Vec::new();
        collect(matches, "name", |engine, name| engine.name = Some(name), &mut options);
        collect(matches, "arg", |engine, arg| engine.args.push(arg), &mut options);
        collect(matches, "cwd", |engine, cwd| engine.cwd = Some(cwd), &mut options);
        collect(matches, "env", |engine, pair| engine.env.push(pair), &mut options);
        collect(matches, "option", |engine, pair| engine.options.push(pair), &mut options);
        collect(matches, "network", |engine, it| engine.network = Some(it), &mut options);
        collect(matches, "random-moves", |engine, it| engine.random_moves = Some(it), &mut options);
        collect(matches, "init", |engine, line| engine.init.push(line), &mut options);
        collect(matches, "depth", |it, depth| it.limit = Some(Limit::Depth(depth)), &mut options);
        collect(matches, "time", |it, time| it.limit = Some(Limit::Time(time)), &mut options);
        collect(matches, "nodes", |it, nodes| it.limit = Some(Limit::Nodes(nodes)), &mut options);
        collect(matches, "tc", |engine, clock| engine.limit = Some(clock), &mut options);
        collect(matches, "bestmove", |engine, it| engine.bestmove = Some(it), &mut options);

        let starts: Vec<usize> = matches.indices_of("engine").into_iter().flatten().collect();
        let commands = matches.get_many::<String>("engine").into_iter().flatten();
        let engine =
            |command: &String| MatchEngineArgs { command: command.clone(), ..Default::default() };
        let mut engines: Vec<MatchEngineArgs> = commands.map(engine).collect();
        let mut shared = MatchEngineArgs::default();
        options.sort_by_key(|(index, ..)| *index);
        let mut given = HashSet::new();
        for (index, what, apply) in options {
            let before = starts.partition_point(|&start| start < index);
            let engine = before.checked_sub(1).and_then(|place| engines.get_mut(place));
            apply(engine.unwrap_or(&mut shared));
            if let Some(what) = what.filter(|what| !given.insert((before, what.clone()))) {
                let message = format!("an engine of a match has one {what}");
                return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message));
            }
        }
        Ok(Self::filled(&shared, engines))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What an engine has one of, given by a value of an option; `None` for a list.
fn only_one(id: &str, value: &OsStr) -> Option<String> {
    match id {
        "arg" | "init" => None,
        "depth" | "time" | "nodes" | "tc" => {
            Some("limit: --depth, --time, --nodes or --tc".to_owned())
        }
        "env" | "option" => Some(format!("--{id} {}", name_in(&value.to_string_lossy()))),
        _ => Some(format!("--{id}")),
    }
}

/// Collects the values of an option with their positions on the command line.
fn collect<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    id: &str,
    apply: fn(&mut MatchEngineArgs, T),
    options: &mut Vec<(usize, Option<String>, Apply)>,
) {
    let indices = matches.indices_of(id).into_iter().flatten();
    let values = matches.get_many::<T>(id).into_iter().flatten().cloned();
    let whats = matches.get_raw(id).into_iter().flatten().map(|value| only_one(id, value));
    options.extend(indices.zip(values).zip(whats).map(|((index, value), what)| {
        let apply: Apply = Box::new(move |engine| apply(engine, value));
        (index, what, apply)
    }));
}

/// The name in a pair, as it is compared.
fn name_in(pair: &str) -> String {
    pair.split('=').next().unwrap_or_default().to_lowercase()
}

/// A text of the form `NAME=VALUE`.
fn pair(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}
