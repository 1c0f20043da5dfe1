//! `--engine CMD` and the options that belong to the engine before them.
//!
//! Where an option stands decides what it means: after an `--engine` it is for that one
//! alone, before the first it fills the gaps of all. A limit fills them wherever it stands,
//! if there is only one. Clap's derived structs forget the places, so this one is written
//! by hand.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use waggle::arena::{Limit, Template, clock, seconds};

use super::super::values::number;

const HEADING: &str =
    "Engines (an option is for the --engine before it; before the first, for all)";

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
    /// Variables added to its environment, as `NAME=VALUE`.
    pub(crate) env: Vec<String>,
    /// UHP options, as `NAME=VALUE`.
    pub(crate) options: Vec<String>,
    /// Lines of UHP to be sent first.
    pub(crate) init: Vec<String>,
    /// Its limit for a move.
    pub(crate) limit: Option<Limit>,
    /// How a move is asked for.
    pub(crate) bestmove: Option<Template>,
}

/// All engines of a match, the options for everybody already handed out.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchEngines(pub(crate) Vec<MatchEngineArgs>);

/// One option of an engine.
enum Said {
    Engine(String),
    Name(String),
    Arg(String),
    Cwd(String),
    Env(String),
    Opt(String),
    Init(String),
    Limit(Limit),
    Bestmove(Template),
}

impl MatchEngineArgs {
    fn set(&mut self, said: Said) {
        match said {
            Said::Engine(command) => self.command = command,
            Said::Name(name) => self.name = Some(name),
            Said::Arg(arg) => self.args.push(arg),
            Said::Cwd(cwd) => self.cwd = Some(cwd),
            Said::Env(pair) => self.env.push(pair),
            Said::Opt(pair) => self.options.push(pair),
            Said::Init(line) => self.init.push(line),
            Said::Limit(limit) => self.limit = Some(limit),
            Said::Bestmove(template) => self.bestmove = Some(template),
        }
    }
}

impl MatchEngineArgs {
    /// Takes from `shared` what has not been said of this engine.
    fn fill_from(&mut self, shared: &Self) {
        self.name = self.name.take().or_else(|| shared.name.clone());
        self.cwd = self.cwd.take().or_else(|| shared.cwd.clone());
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
    let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_lowercase();
    let missing = shared.iter().filter(|pair| !own.iter().any(|other| name(other) == name(pair)));
    let missing: Vec<String> = missing.cloned().collect();
    own.splice(0..0, missing);
}

impl MatchEngines {
    /// The engines with their gaps filled: by what is for all, and by the limit of the
    /// others if these have only one between them.
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
            text("engine", "CMD", "A command line, or `self`, the built-in engine"),
            text("name", "NAME", "Its name [default: the program's]"),
            text("arg", "ARG", "A further argument for it").allow_hyphen_values(true),
            text("cwd", "DIR", "Its working directory"),
            text("env", "NAME=VALUE", "A variable for its environment").value_parser(pair),
            text("option", "NAME=VALUE", "A UHP option, such as NumThreads=1").value_parser(pair),
            text("init", "LINE", "A line of UHP to send it first"),
            text("depth", "PLIES", "Limit: search depth").value_parser(number::<u8>(0..=255)),
            text("time", "SECONDS", "Limit: wall time a move").value_parser(seconds),
            text("nodes", "COUNT", "Limit: positions, for engines that know `bestmove nodes`")
                .value_parser(number::<u64>(1..=u64::MAX)),
            text("clock", "BASE+INCREMENT", "Limit: seconds a game and a move").value_parser(clock),
            text(
                "bestmove",
                "TEMPLATE",
                "How it is asked, such as `bestmove seconds {s}`; also {ms}, {time}, {depth}, {nodes}",
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
        let mut said = Vec::new();
        collect(matches, "engine", Said::Engine, &mut said);
        collect(matches, "name", Said::Name, &mut said);
        collect(matches, "arg", Said::Arg, &mut said);
        collect(matches, "cwd", Said::Cwd, &mut said);
        collect(matches, "env", Said::Env, &mut said);
        collect(matches, "option", Said::Opt, &mut said);
        collect(matches, "init", Said::Init, &mut said);
        collect(matches, "depth", |depth| Said::Limit(Limit::Depth(depth)), &mut said);
        collect(matches, "time", |time: Duration| Said::Limit(Limit::Time(time)), &mut said);
        collect(matches, "nodes", |nodes| Said::Limit(Limit::Nodes(nodes)), &mut said);
        collect(matches, "clock", Said::Limit, &mut said);
        collect(matches, "bestmove", Said::Bestmove, &mut said);
        said.sort_by_key(|(place, _)| *place);

        let mut shared = MatchEngineArgs::default();
        let mut engines: Vec<MatchEngineArgs> = Vec::new();
        for (_, said) in said {
            if matches!(said, Said::Engine(_)) {
                engines.push(MatchEngineArgs::default());
            }
            engines.last_mut().unwrap_or(&mut shared).set(said);
        }
        Ok(Self::filled(&shared, engines))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// All values of one option, with the places where they stood.
fn collect<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    id: &str,
    say: impl Fn(T) -> Said,
    said: &mut Vec<(usize, Said)>,
) {
    let places = matches.indices_of(id).into_iter().flatten();
    let values = matches.get_many::<T>(id).into_iter().flatten();
    said.extend(places.zip(values).map(|(place, value)| (place, say(value.clone()))));
}

/// A text of the form `NAME=VALUE`.
fn pair(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engines(line: &[&str]) -> Vec<MatchEngineArgs> {
        let command = <MatchEngines as clap::Args>::augment_args(Command::new("match"));
        let matches = command.try_get_matches_from([&["match"], line].concat()).unwrap();
        MatchEngines::from_arg_matches(&matches).unwrap().0
    }

    #[test]
    fn an_option_belongs_to_the_engine_before_it() {
        let engines = engines(&[
            "--time", "0.1", "--option", "A=1", "--engine", "one", "--name", "first", "--engine",
            "two", "--option", "B=2", "--depth", "3", "--arg", "--fast",
        ]);
        assert_eq!(engines.len(), 2);
        assert_eq!(engines[0].name.as_deref(), Some("first"));
        assert_eq!(engines[0].limit, Some(Limit::Time(Duration::from_millis(100))));
        assert_eq!(engines[0].options, ["A=1"]);
        assert_eq!(engines[1].name, None);
        assert_eq!(engines[1].limit, Some(Limit::Depth(3)));
        assert_eq!(engines[1].options, ["A=1", "B=2"]);
        assert_eq!(engines[1].args, ["--fast"]);
    }

    #[test]
    fn what_is_for_all_fills_only_gaps() {
        let engines = engines(&[
            "--option",
            "NumThreads=1",
            "--option",
            "Level=3",
            "--depth",
            "2",
            "--engine",
            "one",
            "--option",
            "numthreads=4",
            "--engine",
            "two",
            "--depth",
            "5",
        ]);
        assert_eq!(engines[0].options, ["Level=3", "numthreads=4"]);
        assert_eq!(engines[1].options, ["NumThreads=1", "Level=3"]);
        assert_eq!([0, 1].map(|place| engines[place].limit), [2, 5].map(|d| Some(Limit::Depth(d))));
    }

    #[test]
    fn a_single_limit_is_for_all_wherever_it_stands() {
        let limits = |line: &[&str]| -> Vec<Option<Limit>> {
            engines(line).iter().map(|engine| engine.limit).collect()
        };
        let depth = |depth| Some(Limit::Depth(depth));
        assert_eq!(
            limits(&["--engine", "a", "--engine", "b", "--depth", "2", "--engine", "c"]),
            [depth(2); 3]
        );
        let two = ["--engine", "a", "--depth", "2", "--engine", "b", "--depth", "3"];
        assert_eq!(limits(&[&two[..], &["--engine", "c"]].concat()), [depth(2), depth(3), None]);
    }

    #[test]
    fn an_option_must_have_a_name_and_a_value() {
        assert!(pair("NumThreads=1").is_ok());
        assert!(pair("NumThreads").is_err());
        assert!(pair("=1").is_err());
    }
}
