//! `--engine CMD` and the options that belong to the engine before them.
//!
//! Where an option stands decides what it means: before the first `--engine`
//! it is for all engines, after one it is for that one. Clap's derived structs
//! forget the places, so this one is written by hand.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use waggle::arena::{Limit, Template, clock, seconds};

const HEADING: &str =
    "Engines (an option is for the --engine before it, or for all if there is none)";

/// What can be said about an engine.
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
    /// What a move may cost.
    pub(crate) limit: Option<Limit>,
    /// How a move is asked for.
    pub(crate) bestmove: Option<Template>,
}

/// All engines of a match, the options for everybody already handed out.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchEngines(pub(crate) Vec<MatchEngineArgs>);

/// One option where it stood on the command line.
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
    fn hear(&mut self, said: Said) {
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
            text("depth", "PLIES", "Limit: search depth").value_parser(value_parser!(u8)),
            text("time", "SECONDS", "Limit: wall time a move").value_parser(seconds),
            text("nodes", "COUNT", "Limit: positions, for engines that know `bestmove nodes`")
                .value_parser(value_parser!(u64)),
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
                engines.push(shared.clone());
            }
            engines.last_mut().unwrap_or(&mut shared).hear(said);
        }
        Ok(Self(engines))
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
    fn an_option_must_have_a_name_and_a_value() {
        assert!(pair("NumThreads=1").is_ok());
        assert!(pair("NumThreads").is_err());
        assert!(pair("=1").is_err());
    }
}
