//! The options. Each is one entry in one table: its field, its default, and its line in UHP.
//!
//! The names are those of MzingaEngine or nokamute. Where both have one, the other's is an
//! alias: understood, but not listed.

use std::num::NonZero;
use std::thread;

use waggle_hive_core::text::Quoted;
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::levels::{HIGHEST, LOWEST, Level};

use super::networks::Networks;

mod entry;
#[cfg(test)]
mod tests;

use entry::Alias;
pub use entry::{Effect, OptionInfo};

#[derive(Clone, Copy, Debug)]
struct Entry {
    name: &'static str,
    aliases: &'static [Alias],
    meaning: &'static str,
    effect: Effect,
    value: Value,
}

/// The type of an option and the field that holds its value.
#[derive(Clone, Copy, Debug)]
enum Value {
    Bool(fn(&mut Options) -> &mut bool),
    Int {
        field: fn(&mut Options) -> &mut usize,
        min: usize,
        max: usize,
    },
    Level(fn(&mut Options) -> &mut Level),
    /// An index into [`Options::networks`].
    Network(fn(&mut Options) -> &mut usize),
}

const MAX_THREADS: usize = 256;
/// The largest `ScoreScale`.
const MAX_SCORE_SCALE: usize = 10_000_000;
/// The default size of the transposition table, in MiB.
const DEFAULT_TABLE_MIB: usize = 64;

/// Declares [`Options`], its defaults and the table.
macro_rules! options {
    ($($field:ident: $type:ty = $default:expr, $entry:expr;)*) => {
        /// The options of a session and their values.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the table says what each option means")]
        pub struct Options {
            /// Offers the engine's options only: games other than Hive have no others.
            pub only_engine: bool,
            /// The networks to choose from.
            pub networks: Networks,
            $(pub $field: $type,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Self { only_engine: false, networks: Networks::default(), $($field: $default,)* }
            }
        }

        /// The table, in the order in which options are listed: by name.
        const TABLE: &[Entry] = &[$($entry),*];
    };
}

options! {
    ponder: bool = false, Entry {
        name: "BackgroundPondering",
        aliases: &[
            Alias { name: "PonderDuringIdle", translate: from_pondering },
            Alias { name: "Ponder", translate: |_| None },
        ],
        meaning: "search the expected reply while waiting for the next command",
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.ponder),
    };
    level: Level = Level::FULL, Entry {
        name: "Level",
        aliases: &[],
        meaning: "playing strength: a beginner beats 1, and the highest is full strength",
        effect: Effect::OnSession,
        value: Value::Level(|options| &mut options.level),
    };
    network: usize = 0, Entry {
        name: Options::NETWORK,
        aliases: &[],
        meaning: "the network that evaluates: the one built in, or one of the files named at the start",
        effect: Effect::OnEngine,
        value: Value::Network(|options| &mut options.network),
    };
    threads: usize = default_threads(), Entry {
        name: "NumThreads",
        aliases: &[Alias { name: "MaxHelperThreads", translate: from_helper_threads }],
        meaning: "search threads; with one, and a limit of depth, results are reproducible",
        effect: Effect::OnEngine,
        value: Value::Int { field: |options| &mut options.threads, min: 1, max: MAX_THREADS },
    };
    own_book: bool = false, Entry {
        name: "OwnBook",
        aliases: &[],
        meaning: "play from the opening book while it knows the position",
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.own_book),
    };
    random_opening: bool = false, Entry {
        name: "RandomOpening",
        aliases: &[],
        meaning: "play a random first move",
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.random_opening),
    };
    repetition_draw: bool = false, Entry {
        name: "RepetitionDraw",
        aliases: &[],
        meaning: "show the third occurrence of a position as `Draw`; play may continue",
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.repetition_draw),
    };
    report_intermediate: bool = false, Entry {
        name: "ReportIntermediateBestMoves",
        aliases: &[],
        meaning: "during `bestmove`, a line `move;depth;score;line of play` for each depth",
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.report_intermediate),
    };
    score_scale: usize = 1, Entry {
        name: "ScoreScale",
        aliases: &[],
        meaning: "multiply the scores in these lines, for clients that grade moves by them",
        effect: Effect::OnSession,
        value: Value::Int { field: |options| &mut options.score_scale, min: 1, max: MAX_SCORE_SCALE },
    };
    table_mib: usize = DEFAULT_TABLE_MIB, Entry {
        name: "TableSizeMiB",
        aliases: &[Alias { name: "TranspositionTableSizeMB", translate: |_| None }],
        meaning: "size of the transposition table in MiB",
        effect: Effect::OnEngine,
        value: Value::Int { field: |options| &mut options.table_mib, min: 1, max: Options::MAX_TABLE_MIB },
    };
    verbose: bool = false, Entry {
        name: "Verbose",
        aliases: &[],
        meaning: "print statistics of each iteration on standard error",
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.verbose),
    };
}

impl Options {
    /// The largest transposition table, in MiB.
    pub const MAX_TABLE_MIB: usize = 65_536;
    /// The name of the option of the network, whose values depend on the files named at the start.
    pub const NETWORK: &str = "Network";

    /// The network in use.
    pub fn network(&self) -> Network {
        self.networks.of(self.network)
    }
}

/// The options by which other engines are told of their clock.
const CLOCKS: [&str; 2] = ["TimeTotal", "TimeIncrement"];

/// Why an option cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("expected the name of an option, found `{}`; try `options`", Quoted(.0))]
    Name(String),
    /// The clock, which other engines take as options.
    #[error(
        "expected the name of an option, found `{}`; the clock comes with each move, as in \
         `bestmove clock 300 5`, in seconds", Quoted(.0)
    )]
    Clock(String),
    /// The option does not take this value.
    #[error("expected {expected} for `{name}`, found `{}`", Quoted(.found))]
    Value {
        /// The option.
        name: String,
        /// The valid values.
        expected: String,
        /// The value found.
        found: String,
    },
}

impl Options {
    /// A line for each option.
    pub fn lines(&self) -> Vec<String> {
        self.entries().map(|entry| self.line(entry)).collect()
    }

    /// The line of the option with this name, in any case.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        self.find(name).map(|(entry, _)| self.line(entry))
    }

    /// Sets the option with this name.
    ///
    /// # Errors
    ///
    /// If there is none, or the value is not valid; nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let (entry, alias) = self.find(name)?;
        let translated = alias.and_then(|alias| (alias.translate)(&value.to_ascii_lowercase()));
        let value = translated.as_deref().unwrap_or(value);
        let wrong = |expected: String| OptionError::Value {
            name: entry.name.to_owned(),
            expected,
            found: value.to_owned(),
        };
        let number = |min, max| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| wrong(format!("a whole number from {min} to {max}")))
        };
        match entry.value {
            Value::Network(field) => {
                let names = self.networks.names().map(|name| format!("`{name}`"));
                let names = names.collect::<Vec<_>>().join(" or ");
                *field(self) = self.networks.find(value).ok_or_else(|| wrong(names))?;
            }
            Value::Bool(field) => {
                *field(self) = match value.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(wrong("`True` or `False`".to_owned())),
                };
            }
            Value::Int { field, min, max } => *field(self) = number(min, max)?,
            Value::Level(field) => {
                *field(self) = Level::new(number(LOWEST, HIGHEST)?).unwrap_or_default();
            }
        }
        Ok(entry.effect)
    }

    /// `name;type;current;default`, and the range of a number.
    fn line(&self, entry: &Entry) -> String {
        let (mut current, mut default) = (self.clone(), Self::default());
        match entry.value {
            Value::Bool(field) => {
                let text = |value: bool| if value { "True" } else { "False" };
                let (current, default) = (*field(&mut current), *field(&mut default));
                format!("{};bool;{};{}", entry.name, text(current), text(default))
            }
            Value::Int { field, min, max } => {
                let (current, default) = (*field(&mut current), *field(&mut default));
                format!("{};int;{current};{default};{min};{max}", entry.name)
            }
            Value::Level(field) => {
                let [current, default] = [&mut current, &mut default].map(|it| field(it).number());
                format!("{};int;{current};{default};{LOWEST};{HIGHEST}", entry.name)
            }
            Value::Network(field) => {
                let names: Vec<&str> = self.networks.names().collect();
                let [current, default] = [*field(&mut current), *field(&mut default)]
                    .map(|index| names.get(index).copied().unwrap_or_default());
                format!("{};enum;{current};{default};{}", entry.name, names.join(";"))
            }
        }
    }

    fn find(&self, name: &str) -> Result<(&'static Entry, Option<&'static Alias>), OptionError> {
        let named = |entry: &'static Entry| {
            if entry.name.eq_ignore_ascii_case(name) {
                return Some((entry, None));
            }
            let alias = entry.aliases.iter().find(|alias| alias.name.eq_ignore_ascii_case(name));
            alias.map(|alias| (entry, Some(alias)))
        };
        let is_clock = CLOCKS.iter().any(|clock| clock.eq_ignore_ascii_case(name));
        let unknown = if is_clock { OptionError::Clock } else { OptionError::Name };
        self.entries().find_map(named).ok_or_else(|| unknown(name.to_owned()))
    }

    /// The options on offer.
    pub fn offered(&self) -> impl Iterator<Item = OptionInfo> + use<> {
        self.entries().map(|&Entry { name, meaning, value, .. }| OptionInfo {
            name,
            meaning,
            is_bool: matches!(value, Value::Bool(_)),
        })
    }

    fn entries(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        let only_engine = self.only_engine;
        // Other games have no network.
        let is_of_any_game =
            |entry: &Entry| entry.effect == Effect::OnEngine && entry.name != Self::NETWORK;
        TABLE.iter().filter(move |entry| !only_engine || is_of_any_game(entry))
    }
}

fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

/// MzingaEngine counts the threads after the first.
fn from_helper_threads(value: &str) -> Option<String> {
    match value {
        "auto" => Some(default_threads().to_string()),
        "none" => Some("1".to_owned()),
        helpers => Some(helpers.parse::<usize>().ok()?.checked_add(1)?.to_string()),
    }
}

fn from_pondering(value: &str) -> Option<String> {
    match value {
        "disabled" => Some("False".to_owned()),
        "singlethreaded" | "multithreaded" => Some("True".to_owned()),
        _ => None,
    }
}
